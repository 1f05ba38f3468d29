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
import { ContentError } from "./content/content-error.ts";
import { applyFixes } from "./problems/apply-fixes.ts";
import type { Problem } from "./problems/problem.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Mends the notes whose problems have one right answer, each file in one step. A file that several
 * links lead to is mended once.
 * @returns a line a change, as soon as it is made: `terms/x.md:12:5 [[a|b]] → [[a\|b]]`
 * @throws ContentError where a file cannot be written; it is then as it was
 */
export function* mend(contentDir: string, problems: readonly Problem[]): Generator<string> {
  const mended = new Set<string>();
  for (const [file, own] of Map.groupBy(problems, (problem) => problem.file)) {
    if (!own.some((problem) => problem.fix !== undefined)) continue;
    try {
      const path = realpathSync(join(contentDir, file));
      if (mended.has(path)) continue;
      mended.add(path);
      yield* mendFile(path, own);
    } catch (error) {
      throw new ContentError(`${file} was left as it was: ${(error as Error).message}.`);
    }
  }
}

function mendFile(path: string, problems: readonly Problem[]): string[] {
  const raw = readFileSync(path, "utf8");
  const mark = raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const { text, fixes } = applyFixes(raw.slice(mark.length), problems);
  replaceFile(path, mark + text);
  return fixes.map(
    ({ problem: { file, line, column }, before, after }) =>
      `${file}:${line}:${column} ${before} → ${after}`,
  );
}

/** At every moment the file is the old one or the new one. */
function replaceFile(path: string, text: string): void {
  const draft = join(dirname(path), `.mend-${process.pid}`);
  try {
    writeFileSync(draft, text);
    chmodSync(draft, statSync(path).mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
