import type { SearchIndex } from "./search-index.ts";

/** The code at `at` of `text`: from bit 2 its word, below how many bytes it has. */
export function readCode({ text, one, two }: SearchIndex, at: number): number {
  const code = text[at]!;
  if (code <= one) return ((code - 1) << 2) | 1;
  const second = text[at + 1]! - 1;
  if (code <= one + two) return ((one + (code - one - 1) * 255 + second) << 2) | 2;
  const third = text[at + 2]! - 1;
  return ((one + two * 255 + (code - one - two - 1) * 65025 + second * 255 + third) << 2) | 3;
}
