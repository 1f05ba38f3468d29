import type { FileStamp } from "../content/file-stamp.ts";
import type { NoteOutput } from "../crew/note-outputs.ts";
import type { ParsedFile } from "../crew/parsed-file.ts";
import type { LastFile } from "./last-build.ts";
import type { Survey } from "./survey.ts";

/** All files of the content with what came of them; one that is not there any more is left out. */
export function lastFiles(
  { stamps }: Survey,
  parsed: readonly ParsedFile[],
  outputs: readonly NoteOutput[],
): Map<string, LastFile> {
  const parsedByFile = new Map(parsed.map((each) => [each.file, each]));
  const outputByFile = new Map(outputs.map((each) => [each.file, each]));
  const files = new Map<string, LastFile>();
  for (const [file, stamp = NO_STAMP] of stamps) {
    const output = outputByFile.get(file);
    files.set(file, {
      stamp,
      parsed: parsedByFile.get(file) ?? { file, findings: [] },
      ...(output && { output }),
    });
  }
  return files;
}

/** No file has this stamp, so it is read again. */
const NO_STAMP: FileStamp = { size: -1, mtime: 0, ino: 0, ctime: 0 };
