import type { Collection } from "../collections/collection.ts";

/** Where a note that is yet to be written will lie. */
export interface NotePlace {
  /** Path relative to the content folder, with `/` and `.md`. */
  file: string;
  collection: Collection;
  /** The domain that its folder stands for, where routes of its collection hold one. */
  domain: string | undefined;
}
