import type { Route } from "../../worker/contract/route.ts";

/** A note as links see it. */
export interface LinkTarget {
  /** Path relative to the content folder, with `/`, with its extension. */
  file: string;
  route: Route;
  title: string;
  aliases: readonly string[];
  /** `Heading[]` as JSON: read only when a link goes to a heading of the note. */
  headings: string;
}
