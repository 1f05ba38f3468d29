const START = "<!-- build benchmark -->\n";
const END = "<!-- end of build benchmark -->\n";

/**
 * A README with another report of the benchmark between its two markers.
 * @throws Error where it has no markers
 */
export function withReport(readme: string, report: string): string {
  const [before, inside] = readme.split(START);
  const after = inside?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`README.md has no ${START.trim()} with an ${END.trim()} behind it.`);
  }
  return `${before}${START}\n${report}\n${END}${after}`;
}
