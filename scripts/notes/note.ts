import type { Route } from "../../worker/contract/route.ts";
import type { ParsedNote } from "./parsed-note.ts";

/** A note as it is published: placed at its route, its wikilinks resolved. */
export interface Note extends ParsedNote {
  route: Route;
  /** The body, byte for byte, but for its wikilinks. */
  markdown: string;
}
