import type { StagingPlace } from "../output/staging-place.ts";
import type { SharedNames } from "../wikilinks/name-table.ts";
import type { SharedTexts } from "../wikilinks/shared-texts.ts";

/** All published notes as links see them, by number, and those whose links to write. */
export interface LinkTask {
  /** The texts of `LinkTargets`. */
  texts: SharedTexts;
  /** The hashes of `NameTable`. */
  names: SharedNames;
  /** 1 for the notes whose links to write, which were parsed before; a shard takes those that it holds. */
  wanted: Uint8Array;
  /** Undefined writes nothing. */
  place: StagingPlace | undefined;
}
