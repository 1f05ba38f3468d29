import type { Problem } from "./problems.ts";

/**
 * The problems as workflow commands of GitHub Actions, which shows them at their lines.
 * @param shownPath gives a file's path relative to the repository's root
 */
export function githubReport(problems: readonly Problem[], shownPath: (file: string) => string) {
  return problems
    .map(({ file, line, column, length, rule, severity, message, suggestions }) => {
      const hint = suggestions.length > 0 ? ` Try ${suggestions.join(" or ")}.` : "";
      const path = escapeData(shownPath(file)).replaceAll(":", "%3A").replaceAll(",", "%2C");
      const place = `file=${path},line=${line},col=${column}`;
      const range = `${place},endColumn=${column + length},title=${rule}`;
      return `::${severity} ${range}::${escapeData(message + hint)}\n`;
    })
    .join("");
}

/** Escapes as the runner reads a command's message. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
