import type { StagingPlace } from "../output/staging-place.ts";
import type { LinkTables } from "../wikilinks/link-tables.ts";

/** All published notes as links see them, by number, and those whose links to write. */
export interface LinkTask extends LinkTables {
  /** 1 for the notes whose links to write, which were parsed before; a shard takes those that it holds. */
  wanted: Uint8Array;
  /** Undefined writes nothing. */
  place: StagingPlace | undefined;
}
