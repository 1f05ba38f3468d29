/** A file of the output, with its content. */
export interface DistFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  bytes: Uint8Array;
}
