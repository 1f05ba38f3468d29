import { fold } from "./fold.ts";
import { tokenize } from "./tokenize.ts";

/** The words of a value, folded, with hyphens between: `Data structures` gives `data-structures`. */
export function slugOf(value: string): string {
  return tokenize(value)
    .filter((token) => token.kind !== "separator")
    .map((token) => fold(token.text))
    .filter((word) => word !== "")
    .join("-");
}
