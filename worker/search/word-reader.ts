/** The word of the lexicon that was read last, and what it takes to read the one behind it. */
export interface WordReader {
  /** The number of the word behind it, and where that one's part of the pool begins. */
  next: number;
  at: number;
  /** The word with what marks it; where its first letter is one of A to Z, that is lowered. */
  readonly bytes: Uint8Array;
  length: number;
  /** Its entry in `heads`. */
  head: number;
}
