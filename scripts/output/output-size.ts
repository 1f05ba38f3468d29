/** How large a file of the output is. */
export interface OutputSize {
  /** Relative to the output folder, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** The note it was made from, relative to the content folder; absent for what is made from all. */
  source?: string;
}
