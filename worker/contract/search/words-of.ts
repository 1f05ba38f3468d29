import { fold } from "./fold.ts";
import { tokenize } from "./tokenize.ts";

/** The words and signs of a text, folded; none is empty. */
export function wordsOf(text: string): string[] {
  return tokenize(text)
    .filter((token) => token.kind !== "separator")
    .map((token) => fold(token.text))
    .filter((word) => word !== "");
}
