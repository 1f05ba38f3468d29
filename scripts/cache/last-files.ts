import type { Route } from "../../worker/contract/route.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { Placement } from "../notes/place-files.ts";
import type { LastFile } from "./last-file.ts";

/** What tells whether a file of the content, and what was made of it, is as it was. */
export interface SeenFiles {
  /** Relative to the content folder, by code point. */
  paths: readonly string[];
  /** Four numbers a file: `size`, `mtime`, `ino`, `ctime`. */
  stamps: Float64Array;
  /** `null` where nothing was published. */
  routes: readonly (Route | null)[];
  /** Of the output files, as `stamps`. */
  outputs: Float64Array;
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

  stampAt(index: number): FileStamp {
    return stampIn(this.seen.stamps, index);
  }

  outputStampAt(index: number): FileStamp {
    return stampIn(this.seen.outputs, index);
  }
}

function stampIn(numbers: Float64Array, index: number): FileStamp {
  const at = 4 * index;
  return {
    size: numbers[at]!,
    mtime: numbers[at + 1]!,
    ino: numbers[at + 2]!,
    ctime: numbers[at + 3]!,
  };
}
