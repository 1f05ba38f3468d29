import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import { toSearchDocument } from "../notes/to-search-document.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import type { Progress } from "../progress/progress.ts";
import { writeSearchIndex } from "../search-index/write-search-index.ts";
import type { DistFile } from "./dist-file.ts";
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
  const sizes: OutputSize[] = [];
  const stamps = new Map<string, FileStamp>();
  const write = (files: readonly DistFile[]) => {
    for (const { path, bytes } of files) sizes.push({ path, size: bytes.length });
    for (const [path, stamp] of output?.write(files) ?? []) stamps.set(path, stamp);
  };
  const index = writeSearchIndex(listing(notes, count, write));
  write(sharedFiles(index, openApiDocument()));
  return { stamps, sizes, indexBytes: index.length, workerBytes: workerBytes(index, count) };
}

/** The notes as the index takes them; beside that it lists them, and lets go of the list before the index is made. */
function* listing(
  notes: Iterable<ListedNote>,
  count: number,
  write: (files: readonly DistFile[]) => void,
): Generator<SearchDocument> {
  const list = new NoteList(count);
  for (const note of notes) {
    list.add(note);
    yield toSearchDocument(note);
  }
  write([{ path: LIST_ADDRESS.slice(1), bytes: list.toBytes() }]);
}
