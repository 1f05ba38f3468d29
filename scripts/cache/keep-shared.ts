import type { SharedOutput } from "../output/make-shared.ts";
import type { LastBuild } from "./last-build.ts";

/** The files that are made from all notes together, as the last build made them. */
export function keepShared({ shared, figures }: LastBuild): SharedOutput {
  return {
    stamps: shared,
    sizes: [...shared].map(([path, { size }]) => ({ path, size })),
    indexBytes: figures.indexBytes,
    workerBytes: figures.use.workerBytes,
  };
}
