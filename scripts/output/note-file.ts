import type { Note } from "../notes/note.ts";
import type { DistFile } from "./dist-file.ts";
import { outputPath } from "./output-path.ts";
import { toFullNote } from "./to-full-note.ts";

/** The file of one note. */
export function noteFile(note: Note): DistFile {
  return { path: outputPath(note.route), bytes: Buffer.from(JSON.stringify(toFullNote(note))) };
}
