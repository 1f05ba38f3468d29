import type { Problem } from "../problems/problem.ts";

/**
 * The problems as workflow commands of GitHub Actions, which shows them at their lines.
 * @param shownPath gives a file's path relative to the repository's root
 */
export function githubReport(
  problems: readonly Problem[],
  shownPath: (file: string) => string,
): string {
  return problems
    .map(({ file, line, column, length, rule, severity, message, suggestions }) => {
      const hint = suggestions.length > 0 ? ` Try ${suggestions.join(" or ")}.` : "";
      const place = [
        `file=${property(shownPath(file))}`,
        `line=${line}`,
        `col=${column}`,
        `endColumn=${column + length}`,
        `title=${property(rule)}`,
      ];
      return `::${severity} ${place.join(",")}::${data(message + hint)}\n`;
    })
    .join("");
}

/** Escapes as the runner reads a command's message. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
