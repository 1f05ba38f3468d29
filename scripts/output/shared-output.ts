import type { LastBuild } from "../cache/last-build.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import { toSearchDocument } from "../notes/to-search-document.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import type { Progress } from "../progress/progress.ts";
import { writeSearchIndex } from "../search-index/write-search-index.ts";
import { NoteList } from "./note-list.ts";
import type { Output } from "./output.ts";
import type { OutputSize } from "./output-size.ts";
import { sharedFiles } from "./shared-files.ts";
import { workerBytes } from "./worker-bytes.ts";

/** What is to be said of the files that are made from all notes together. */
export interface SharedOutput {
  /** By path; none where nothing is written. */
  stamps: Map<string, FileStamp>;
  sizes: OutputSize[];
  indexBytes: number;
  /** The Worker with its search index, gzipped, estimated from above. */
  workerBytes: number;
}

/**
 * Makes those files, and writes them at once: they are large. The notes are taken one after the other.
 * @param notes ordered by route
 * @param output undefined writes nothing
 */
export function makeShared(
  notes: Iterable<ListedNote>,
  count: number,
  output: Output | undefined,
  progress: Progress,
): SharedOutput {
  using _ = progress.begin("index");
  const list = new NoteList(count);
  const index = writeSearchIndex(documents(notes, list));
  const files = sharedFiles(list.toBytes(), index, openApiDocument());
  return {
    stamps: output?.write(files) ?? new Map(),
    sizes: files.map(({ path, bytes }) => ({ path, size: bytes.length })),
    indexBytes: index.length,
    workerBytes: workerBytes(index, count),
  };
}

/** Adds each note to the list as it is taken for the index. */
function* documents(notes: Iterable<ListedNote>, list: NoteList) {
  for (const note of notes) {
    list.add(note);
    yield toSearchDocument(note);
  }
}

export function keepShared({ shared, figures }: LastBuild): SharedOutput {
  return {
    stamps: shared,
    sizes: [...shared].map(([path, { size }]) => ({ path, size })),
    indexBytes: figures.indexBytes,
    workerBytes: figures.use.workerBytes,
  };
}
