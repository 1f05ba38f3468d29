import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { writeSearchIndex } from "./write-search-index.ts";

/** The fewest notes for which a thread is started: it takes 0.1 s to start. */
const FEWEST = 2000;
/** The most: a thread for the index of 100,000 notes takes 0.1 GB more memory at the peak. */
const MOST = 50_000;

/**
 * Makes the search index of many notes in a thread of its own, while this one links them: of the build of 14,000
 * notes it saves 0.2 s. What no thread makes is made here, so an error shows as it would without it.
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
