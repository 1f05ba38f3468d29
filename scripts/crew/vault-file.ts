import type { PlacedFile } from "../notes/place-files.ts";
import type { ParsedFile } from "./parsed-file.ts";

/** A file at its place, and what it holds. */
export interface VaultFile extends PlacedFile {
  parsed: ParsedFile;
}
