import { MOST_UTF8_BYTES } from "../content/most-utf8-bytes.ts";

/** Texts in memory that threads share. Plain data: what crosses is where it lies. */
export interface SharedTexts {
  /** All texts in a row, as UTF-8; what lies behind the last has no meaning. */
  bytes: Uint8Array<SharedArrayBuffer>;
  /** Where each text begins in `bytes`, and where the last one ends. */
  starts: Uint32Array<SharedArrayBuffer>;
}

/** Half a surrogate pair becomes U+FFFD. */
export function shareTexts(texts: readonly string[]): SharedTexts {
  const units = texts.reduce((sum, { length }) => sum + length, 0);
  // Pages that nothing is written to take no memory.
  const bytes = Buffer.from(new SharedArrayBuffer(MOST_UTF8_BYTES * units));
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (texts.length + 1)));
  let end = 0;
  texts.forEach((text, i) => {
    if (text !== "") end += bytes.write(text, end);
    starts[i + 1] = end;
  });
  return { bytes, starts };
}
