import type { FullNote } from "../../worker/contract/note.ts";

/** A note of the shipped collection: as it is served, and the file it was made from. */
export interface ShippedNote extends FullNote {
  /** Relative to the content folder, with `/`. */
  file: string;
  /** The file's text. */
  text: string;
}
