import { lineStarts } from "./line-starts.ts";
import type { Problem } from "./problem.ts";

/** One mended place. */
export interface Fix {
  problem: Problem;
  before: string;
  after: string;
}

/**
 * Mends a text where its problems have one right answer; all other bytes stay as they are.
 * @param problems of this text
 */
export function applyFixes(
  text: string,
  problems: readonly Problem[],
): { text: string; fixes: Fix[] } {
  const fixes: Fix[] = [];
  const starts = lineStarts(text);
  let mended = "";
  let done = 0;
  const placed = problems
    .flatMap((problem) => {
      const start = starts[problem.line - 1];
      if (problem.fix === undefined || start === undefined) return [];
      return [{ problem, after: problem.fix, start: start + problem.column - 1 }];
    })
    .sort((a, b) => a.start - b.start)
    // What is right for a link's name is right for its bar too, which is told of before it.
    .filter(({ start }, i, all) => all[i + 1]?.start !== start);
  for (const { problem, after, start } of placed) {
    if (start < done) continue;
    const end = start + problem.length;
    mended += text.slice(done, start) + after;
    fixes.push({ problem, before: text.slice(start, end), after });
    done = end;
  }
  return { text: mended + text.slice(done), fixes };
}
