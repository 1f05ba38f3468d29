import type { Route } from "../../worker/contract/route.ts";
import type { Heading } from "./heading.ts";

/** A note as links see it. */
export interface LinkTarget {
  /** Path relative to the content folder, with `/`, with its extension. */
  file: string;
  route: Route;
  title: string;
  aliases: readonly string[];
  /** Asked for only when a link goes to a heading of the note. */
  headings(): readonly Heading[];
}
