import type { ParsedFile } from "../notes/parsed-file.ts";
import type { PlacedFile } from "../notes/place-files.ts";

/** A file at its place, and what it holds. */
export interface VaultFile extends PlacedFile {
  parsed: ParsedFile;
}
