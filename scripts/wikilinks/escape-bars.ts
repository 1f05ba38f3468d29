/** Puts a backslash before each bar that has none, so that a table's cell does not end there. */
export function escapeBars(markdown: string): string {
  return markdown.replace(/(\\*)\|/g, (bar, backslashes: string) =>
    backslashes.length % 2 === 1 ? bar : `${backslashes}\\|`,
  );
}
