import type { Problem } from "../problems/problem.ts";

/** Columns of the source shown, at most. */
const WIDTH = 100;

/**
 * The line of a problem, given as `source`, with a caret under what is meant:
 *
 *      12 | A [[Hash tabel]] keeps …
 *         |   ^^^^^^^^^^^^^^
 */
export function sourceFrame(source: string, { line, column, length }: Problem): string {
  if (source === "") return "";
  const from = Math.max(0, Math.min(column - 1 - WIDTH / 2, source.length - WIDTH));
  const shown = source.slice(from, from + WIDTH);
  const before = source.slice(from, column - 1);
  const gutter = String(line).padStart(5);
  const carets = "^".repeat(Math.max(1, Math.min(length, shown.length - before.length)));
  // Tabs stay tabs, so that the caret stands where the terminal puts the character.
  const indent = before.replace(/[^\t]/g, (character) => (isWide(character) ? "  " : " "));
  return `${gutter} | ${shown}\n${" ".repeat(5)} | ${indent}${carets}`;
}

/** Whether a terminal gives a character two columns: the ideographs, kana and hangul. */
function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
    character,
  );
}
