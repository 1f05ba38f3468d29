import type { Route } from "../../worker/contract/route.ts";
import type { StampColumn } from "../content/stamp-column.ts";
import type { Placement } from "../notes/place-files.ts";
import type { LastFile } from "./last-file.ts";

/** What tells whether a file of the content, and what was made of it, is as it was. */
export interface SeenFiles {
  /** Relative to the content folder, by code point. */
  paths: readonly string[];
  stamps: StampColumn;
  /** `null` where nothing was published. */
  routes: readonly (Route | null)[];
  /** Of the output files. */
  outputs: StampColumn;
}

/** The files of the last build. A run that finds them as they were looks no further than at their stamps. */
export class LastFiles {
  readonly seen: SeenFiles;
  /** Where they were placed: known for as long as the process that placed them runs. */
  readonly placement: Placement | undefined;
  readonly #read: () => ReadonlyMap<string, LastFile>;
  #byPath: ReadonlyMap<string, LastFile> | undefined;

  /** @param read gives all that is known of the files, when it is first asked for */
  constructor(seen: SeenFiles, read: () => ReadonlyMap<string, LastFile>, placement?: Placement) {
    this.seen = seen;
    this.placement = placement;
    this.#read = read;
  }

  /** By path in the content folder. */
  get byPath(): ReadonlyMap<string, LastFile> {
    this.#byPath ??= this.#read();
    return this.#byPath;
  }

  get size(): number {
    return this.seen.paths.length;
  }
}
