import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { ParsedFile } from "../note.ts";
import { type ParseContext, parseFile, type UnreadFile } from "./parse-file.ts";

/** Files that are parsed at once: after them timers run, which draw the progress, and memory is given back. */
const BATCH = 64;

/** The fewest files for which threads are started: each takes 0.15 s to start. */
const FEWEST = 2000;
/** The most: with those of 100,000 notes, a build would take 66 MB more memory. */
const MOST = 50_000;

const MOST_THREADS = 3;

interface ThreadData {
  files: readonly UnreadFile[];
  context: ParseContext;
  /** How many of the files are taken: shared by all threads. */
  taken: Int32Array;
}

/** Some of the files, parsed. */
interface Batch {
  /** The place of the first among the files. */
  start: number;
  /**
   * Their `ParsedFile`s as JSON: once read, all strings are their own. Engines keep a whole text in memory for
   * as long as any part of it; without this, a build of 14,000 notes takes 95 MB more.
   */
  json: string;
  /** Their texts behind the front matter; undefined for what is no note. */
  bodies: (string | undefined)[];
}

/**
 * Parses files in this thread and, where there are many, in others too: on two cores 14,000 notes in 1.4 s
 * instead of 2.4. What a thread took and did not return is parsed here, so an error shows as it would without it.
 * @param receive gets the results in any order
 */
export async function parseFiles(
  files: readonly UnreadFile[],
  context: ParseContext,
  receive: (file: UnreadFile, found: ParsedFile, body: string | undefined) => void,
): Promise<void> {
  const data = { files, context, taken: new Int32Array(new SharedArrayBuffer(4)) };
  const returned = new Set<number>();
  const unpack = ({ start, json, bodies }: Batch) => {
    returned.add(start);
    const found: ParsedFile[] = JSON.parse(json);
    for (const [i, each] of found.entries()) receive(files[start + i]!, each, bodies[i]);
  };
  const pays = files.length >= FEWEST && files.length <= MOST;
  const count = pays ? Math.min(availableParallelism() - 1, MOST_THREADS) : 0;
  const threads = Array.from({ length: count }, () => startThread(data, unpack));
  try {
    for (const start of untaken(data)) {
      unpack(parseBatch(data, start));
      await setImmediate();
    }
    await Promise.all(threads.map(({ ended }) => ended));
    for (let start = 0; start < files.length; start += BATCH) {
      if (!returned.has(start)) unpack(parseBatch(data, start));
    }
  } finally {
    for (const { thread } of threads) await thread.terminate();
  }
}

function startThread(data: ThreadData, receive: (batch: Batch) => void) {
  const thread = new Worker(new URL(import.meta.url), { workerData: data });
  const ended = new Promise((resolve) => thread.once("exit", resolve));
  thread.on("message", receive).on("error", () => undefined);
  return { thread, ended };
}

/** Takes batches that no other thread has taken, until there are none. */
function* untaken({ files, taken }: ThreadData): Generator<number> {
  for (;;) {
    const start = Atomics.add(taken, 0, BATCH);
    if (start >= files.length) return;
    yield start;
  }
}

function parseBatch({ files, context }: ThreadData, start: number): Batch {
  const parsed = files.slice(start, start + BATCH).map((file) => parseFile(file, context));
  const json = JSON.stringify(parsed.map(({ found }) => found));
  return { start, json, bodies: parsed.map(({ body }) => body) };
}

if (workerData?.taken instanceof Int32Array) {
  for (const start of untaken(workerData)) {
    parentPort?.postMessage(parseBatch(workerData, start));
    await setImmediate();
  }
}
