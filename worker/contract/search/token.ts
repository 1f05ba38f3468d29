/** A piece of a text. The pieces of a text, put together again, are the text: see `tokenize`. */
export interface Token {
  /** As written. At most 60 bytes of UTF-8. */
  readonly text: string;
  readonly kind: TokenKind;
}

/**
 * - `word`: letters and digits, or a name of symbols; one space stands between two of them unless a
 *   separator does;
 * - `sign`: one character of a script written without spaces, or an emoji;
 * - `separator`: whatever stands between; may be empty.
 */
export type TokenKind = "word" | "sign" | "separator";
