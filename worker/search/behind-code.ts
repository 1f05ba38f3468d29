import type { SearchIndex } from "./search-index.ts";

/** Where the code behind the one that begins at `at` of `text` begins. */
export function behindCode({ text, one, two }: SearchIndex, at: number): number {
  const code = text[at]!;
  return at + (code <= one ? 1 : code <= one + two ? 2 : 3);
}
