import type { FileStamp } from "../content/file-stamp.ts";
import type { NoteOutput } from "../crew/note-outputs.ts";
import type { ParsedFile } from "../crew/parsed-file.ts";
import type { Placement } from "../notes/place-files.ts";
import type { LastFile } from "./last-file.ts";
import { LastFiles } from "./last-files.ts";
import type { Survey } from "./survey.ts";

/** No file has this stamp, so it is read again. */
const GONE: FileStamp = { size: -1, mtime: 0, ino: 0, ctime: 0 };
const NO_OUTPUT: FileStamp = { size: 0, mtime: 0, ino: 0, ctime: 0 };

/** All files of the content with what came of them; one that is not there any more is left out. */
export function toLastFiles(
  { files, stamps }: Survey,
  parsed: readonly ParsedFile[],
  outputs: readonly NoteOutput[],
  placement: Placement,
): LastFiles {
  const parsedByFile = new Map(parsed.map((each) => [each.file, each]));
  const outputByFile = new Map(outputs.map((each) => [each.file, each]));
  const byPath = new Map<string, LastFile>();
  files.forEach((file, i) => {
    const output = outputByFile.get(file);
    byPath.set(file, {
      stamp: stamps[i] ?? GONE,
      parsed: parsedByFile.get(file) ?? { file, findings: [] },
      ...(output && { output }),
    });
  });
  const all = [...byPath.values()];
  const seen = {
    paths: files,
    stamps: toNumbers(all.map(({ stamp }) => stamp)),
    routes: all.map(({ output }) => output?.route ?? null),
    outputs: toNumbers(all.map(({ output }) => output?.stamp ?? NO_OUTPUT)),
  };
  return new LastFiles(seen, () => byPath, placement);
}

function toNumbers(stamps: readonly FileStamp[]): Float64Array {
  const numbers = new Float64Array(4 * stamps.length);
  stamps.forEach(({ size, mtime, ino, ctime }, i) => {
    numbers.set([size, mtime, ino, ctime], 4 * i);
  });
  return numbers;
}
