import { styleText } from "node:util";
import { lineStarts } from "../problems/line-starts.ts";
import type { Problem } from "../problems/problem.ts";
import { printable } from "./printable.ts";
import { sourceFrame } from "./source-frame.ts";

/**
 * The problems as a person reads them: place, message, the line with a caret, what would be right.
 * @param sourceOf gives a file's text, or undefined where there is none to show
 * @param shownPath gives the path to show for a file of the content folder
 */
export function terminalReport(
  problems: readonly Problem[],
  sourceOf: (file: string) => string | undefined,
  shownPath: (file: string) => string,
  color: boolean,
): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const lineOf = lineReader(sourceOf);
  return problems
    .map((problem) => {
      const { file, line, column, rule, severity, message, suggestions } = problem;
      const tone = severity === "error" ? "red" : "yellow";
      const place = style("bold", `${printable(shownPath(file))}:${line}:${column}`);
      const head = `${place} ${style(tone, severity)} ${printable(message)} ${style("dim", `(${rule})`)}`;
      const frame = printable(sourceFrame(lineOf(file, line), problem));
      const hint =
        suggestions.length > 0 ? `      = try ${printable(suggestions.join("  or  "))}` : "";
      return `${[head, frame, hint].filter((part) => part !== "").join("\n")}\n`;
    })
    .join("\n");
}

/** Gives lines of files without their ends; problems come by file, so one file is kept at a time. */
function lineReader(
  sourceOf: (file: string) => string | undefined,
): (file: string, line: number) => string {
  let current: { file: string; text: string; starts: number[] } | undefined;
  return (file, line) => {
    if (current?.file !== file) {
      const text = sourceOf(file) ?? "";
      current = { file, text, starts: lineStarts(text) };
    }
    const source = current.text.slice(
      current.starts[line - 1] ?? current.text.length,
      current.starts[line],
    );
    return source.replace(/[\r\n]+$/, "");
  };
}
