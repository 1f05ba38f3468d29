import type { SearchIndex } from "./search-index.ts";

/** The word whose code begins at `at` of `text`, where no field ends. */
export function wordAt({ text, one, two }: SearchIndex, at: number): number {
  const code = text[at]! | 0;
  if (code <= one) return code - 1;
  const second = (text[at + 1]! - 1) | 0;
  const lead = (code - one - 1) | 0;
  if (lead < two) return (one + Math.imul(lead, 255) + second) | 0;
  const rest = (Math.imul(lead - two, 65025) + Math.imul(second, 255)) | 0;
  return (one + Math.imul(two, 255) + rest + text[at + 2]! - 1) | 0;
}
