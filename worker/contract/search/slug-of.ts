import { wordsOf } from "./words-of.ts";

/** The words of a value, folded, with hyphens between: `Data structures` gives `data-structures`. */
export function slugOf(value: string): string {
  return wordsOf(value).join("-");
}
