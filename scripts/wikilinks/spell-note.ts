import type { LinkTarget } from "./link-target.ts";
import type { NoteNames } from "./note-names.ts";
import { notePath } from "./note-path.ts";

/**
 * The shortest end of a note's path that no other note's path ends in: `heap`, or `memory/heap`
 * where there are two; for a note whose whole path is the end of another's, the path from the root.
 */
export function spellNote(note: LinkTarget, names: NoteNames): string {
  const path = notePath(note.file);
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count++) {
    const spelling = parts.slice(-count).join("/");
    const alike = names.tails(count).find(spelling, "caseless");
    if (alike.length === 1) return spelling;
  }
  return `/${path}`;
}
