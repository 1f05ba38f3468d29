/** One `[[target|label]]` of a body. Plain data; offsets in UTF-16 units into the body. */
export interface Wikilink {
  /** At the first bracket, or at the `!` of an embed. */
  start: number;
  /** After the last bracket. */
  end: number;
  /** Where the target stands, without the space around it. */
  targetStart: number;
  targetEnd: number;
  /** The target, trimmed, no-break spaces as spaces. Empty for `[[|label]]`. */
  target: string;
  /** The label as Markdown that may stand between a link's brackets; absent where none was written. */
  label?: string;
  /** Written with a `!` before it. */
  embed: boolean;
  /** Inside a table's row, where a bar must be escaped. */
  inTable: boolean;
  /** Inside a table's row, and a bar of it is not escaped. */
  bareBar: boolean;
  /**
   * Markdown gives the same characters a meaning of their own, `[[1]](about)` or `[[^1]]`: a link
   * only where the target resolves, else left alone without a word.
   */
  conditional: boolean;
}
