import type { SearchIndex } from "./open-index.ts";

/** The word whose code starts at `at` of `text`; a field must not end there. */
export function wordAt({ text, frequent, one, two }: SearchIndex, at: number): number {
  const code = text[at]! | 0;
  if (code <= one) return frequent[code - 1]!;
  const second = (text[at + 1]! - 1) | 0;
  const lead = (code - one - 1) | 0;
  if (lead < two) return (Math.imul(lead, 255) + second) | 0;
  const rest = (Math.imul(lead - two, 65025) + Math.imul(second, 255)) | 0;
  return (Math.imul(two, 255) + rest + text[at + 2]! - 1) | 0;
}

/** The first byte of a word's code. */
export function firstByteOf({ shortCodes, one, two }: SearchIndex, word: number): number {
  const short = shortCodes[word]!;
  if (short > 0) return short;
  if (word < two * 255) return one + 1 + ((word / 255) | 0);
  return one + two + 1 + (((word - two * 255) / 65025) | 0);
}

/** Where the code after the one at `at` of `text` starts. */
export function nextCode({ text, one, two }: SearchIndex, at: number): number {
  const code = text[at]!;
  return at + (code <= one ? 1 : code <= one + two ? 2 : 3);
}
