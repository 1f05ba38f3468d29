import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lineStarts, type Problem } from "./diagnostics.ts";
import { ContentError } from "./errors.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Fixes the problems with only one right answer, replacing each file atomically.
 * @returns one line per change, once it is made: `terms/x.md:12:5 [[a|b]] → [[a\|b]]`
 * @throws ContentError if a file cannot be written; it is then unchanged
 */
export function* fixNotes(contentDir: string, problems: readonly Problem[]): Generator<string> {
  const fixable = problems.filter(({ fix }) => fix !== undefined);
  for (const [file, own] of Map.groupBy(fixable, (problem) => problem.file)) {
    try {
      yield* fixFile(join(contentDir, file), own);
    } catch (error) {
      throw new ContentError(`${file} was not changed: ${(error as Error).message}.`);
    }
  }
}

/** Replaces the underlined text with its fix; all other bytes stay the same. */
function fixFile(path: string, problems: readonly Problem[]): string[] {
  const raw = readFileSync(path, "utf8");
  const mark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = raw.slice(mark.length);
  const starts = lineStarts(text);
  // The later of two fixes at one position wins: a link's name is checked after its bar, and its fix covers both.
  const byStart = new Map<number, Problem>();
  for (const problem of problems) {
    const lineStart = starts[problem.line - 1];
    if (lineStart !== undefined) byStart.set(lineStart + problem.column - 1, problem);
  }
  const changes: string[] = [];
  let fixed = mark;
  let done = 0;
  for (const [start, problem] of [...byStart].sort(([a], [b]) => a - b)) {
    if (start < done) continue;
    const { file, line, column, length, fix } = problem;
    const before = text.slice(start, start + length);
    fixed += text.slice(done, start) + fix;
    changes.push(`${file}:${line}:${column} ${before} → ${fix}`);
    done = start + length;
  }
  replaceFile(path, fixed + text.slice(done));
  return changes;
}

/** Replaces a file atomically. */
function replaceFile(path: string, text: string): void {
  const draft = join(dirname(path), `.fix-${process.pid}`);
  try {
    writeFileSync(draft, text);
    chmodSync(draft, statSync(path).mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
