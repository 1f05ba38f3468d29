import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { writeSearchIndex } from "./write-search-index.ts";

/** Minimum number of notes for a thread, which takes 0.1 s to start. */
const FEWEST = 2000;
/** Maximum: for 100,000 notes the thread adds 0.1 GB to the peak memory. */
const MOST = 50_000;

/**
 * Builds the search index. For many notes it does so in a thread, while the calling one links the notes: this
 * saves 0.2 s in the build of 14,000. If the thread fails, the index is built here, where an error is reported.
 * @param documents sorted by route, by code point
 */
export async function makeSearchIndex(documents: readonly SearchDocument[]): Promise<Uint8Array> {
  const pays = documents.length >= FEWEST && documents.length <= MOST;
  const made = pays && availableParallelism() > 1 ? await runThread(documents) : await undefined;
  return made ?? writeSearchIndex(documents);
}

async function runThread(documents: readonly SearchDocument[]): Promise<Uint8Array | undefined> {
  const searched = documents.map(({ route, title, summary, tags }) => ({
    route,
    title,
    summary,
    tags,
  }));
  const thread = new Worker(new URL(import.meta.url), { workerData: { searched } });
  let made: Uint8Array | undefined;
  thread.on("message", (bytes) => (made = bytes)).on("error", () => undefined);
  await new Promise((resolve) => thread.once("exit", resolve));
  return made;
}

if (workerData?.searched) parentPort?.postMessage(writeSearchIndex(workerData.searched));
