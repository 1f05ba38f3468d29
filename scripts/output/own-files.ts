import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import { outputPath } from "./output-path.ts";
import { SHARED_PATHS } from "./shared-paths.ts";

/**
 * The files of an output folder that a build made, by the list of notes that it made with them; all
 * others are somebody else's. Relative to the folder, with `/`.
 */
export function ownFiles(out: string): Set<string> {
  try {
    const list: NoteList = JSON.parse(readFileSync(join(out, LIST_ADDRESS), "utf8"));
    return new Set([...SHARED_PATHS, ...list.notes.map((note) => outputPath(note.route))]);
  } catch {
    return new Set();
  }
}
