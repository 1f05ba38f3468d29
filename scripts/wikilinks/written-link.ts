import type { Wikilink } from "./wikilink.ts";

/** A wikilink with the body it stands in. */
export interface WrittenLink {
  link: Wikilink;
  body: string;
}
