import type { NoteNames } from "./note-names.ts";

/**
 * The shortest end of a note's path that no other note's path ends in: `heap`, or `memory/heap`
 * where there are two; for a note whose whole path is the end of another's, the path from the root.
 */
export function spellNote(note: number, names: NoteNames): string {
  const path = names.targets.path(note);
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count++) {
    const spelling = parts.slice(-count).join("/");
    const alike = names.find("end", spelling, "caseless");
    if (alike.length === 1) return spelling;
  }
  return `/${path}`;
}
