import type { Wikilink } from "./wikilink.ts";

/** The width of a picture, or width and height. */
const SIZE = /^\d+(?:x\d+)?$/;

/** The label that a link's author gave it: none where only a size is written, `![[drawing|300]]`. */
export function ownLabel({ embed, label }: Wikilink): string | undefined {
  return embed && label !== undefined && SIZE.test(label) ? undefined : label;
}
