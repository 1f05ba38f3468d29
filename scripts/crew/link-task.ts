import type { Route } from "../../worker/contract/route.ts";
import type { StagingPlace } from "../output/staging-place.ts";

/** All published notes as links see them, one place in each list a note, and those whose links to write. */
export interface LinkTask {
  files: string[];
  routes: Route[];
  titles: string[];
  aliases: string[][];
  /** `Heading[]` as JSON. */
  headings: string[];
  /** 1 for the notes whose links to write, which were parsed before; a shard takes those that it holds. */
  wanted: Uint8Array;
  /** Undefined writes nothing. */
  place: StagingPlace | undefined;
}
