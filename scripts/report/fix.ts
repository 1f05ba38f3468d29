import {
  chmodSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ContentError } from "./errors.ts";
import { lineStarts, type Problem } from "./problems.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Fixes the notes whose problems have one right answer, each file in one step. A file that several
 * symbolic links lead to is fixed once.
 * @returns a line a change, as soon as it is made: `terms/x.md:12:5 [[a|b]] → [[a\|b]]`
 * @throws ContentError where a file cannot be written; it is then as it was
 */
export function* fixNotes(contentDir: string, problems: readonly Problem[]): Generator<string> {
  const fixed = new Set<string>();
  for (const [file, own] of Map.groupBy(problems, (problem) => problem.file)) {
    if (!own.some((problem) => problem.fix !== undefined)) continue;
    try {
      const path = realpathSync(join(contentDir, file));
      if (fixed.has(path)) continue;
      fixed.add(path);
      yield* fixFile(path, own);
    } catch (error) {
      throw new ContentError(`${file} was left as it was: ${(error as Error).message}.`);
    }
  }
}

/** Replaces what is underlined by its fix; all other bytes stay as they are. */
function fixFile(path: string, problems: readonly Problem[]): string[] {
  const raw = readFileSync(path, "utf8");
  const mark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = raw.slice(mark.length);
  const starts = lineStarts(text);
  // Of two at one place the later one holds: a link's name is judged after its bar, and fixes both.
  const byPlace = new Map<number, Problem>();
  for (const problem of problems) {
    const lineStart = starts[problem.line - 1];
    if (problem.fix === undefined || lineStart === undefined) continue;
    byPlace.set(lineStart + problem.column - 1, problem);
  }
  const changes: string[] = [];
  let fixed = mark;
  let done = 0;
  for (const [start, problem] of [...byPlace].sort(([a], [b]) => a - b)) {
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

/** At every moment the file is the old one or the new one. */
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
