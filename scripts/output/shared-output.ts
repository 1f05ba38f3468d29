import { gzipSync } from "node:zlib";
import type { LastBuild } from "../cache/last-build.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import { toSearchDocument } from "../notes/to-search-document.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import type { Progress } from "../progress/progress.ts";
import { writeSearchIndex } from "../search-index/write-search-index.ts";
import type { DistFile } from "./dist-file.ts";
import type { OutputSize } from "./output-size.ts";
import { WORKER_CODE_BYTES } from "./platform-limits.ts";
import { sharedFiles } from "./shared-files.ts";

/** The files that are made from all notes together, and what is to be said of them. */
export interface SharedOutput {
  /** None where they are as the last build left them. */
  files: DistFile[];
  sizes: OutputSize[];
  indexBytes: number;
  /** The Worker with its search index, gzipped, estimated from above. */
  workerBytes: number;
}

/** @param notes ordered by route */
export function makeShared(notes: readonly ListedNote[], progress: Progress): SharedOutput {
  using _ = progress.begin("index");
  const index = writeSearchIndex(notes.map(toSearchDocument));
  const files = sharedFiles(notes, index, openApiDocument());
  return {
    files,
    sizes: files.map(({ path, bytes }) => ({ path, size: bytes.length })),
    indexBytes: index.length,
    workerBytes: gzipSync(index).length + WORKER_CODE_BYTES,
  };
}

export function keepShared({ shared, figures }: LastBuild): SharedOutput {
  return {
    files: [],
    sizes: [...shared].map(([path, { size }]) => ({ path, size })),
    indexBytes: figures.indexBytes,
    workerBytes: figures.use.workerBytes,
  };
}
