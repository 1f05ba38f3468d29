import { createHash, hash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { NOTES_FOLDER, SEARCH_INDEX_FILE } from "../worker/contract/addresses.ts";
import { matchesEtag } from "../worker/http/etag.ts";
import type { FileRequest } from "../worker/request.ts";
import { type Answer, notModified, success } from "../worker/response.ts";
import { hasRoute } from "../worker/routes/nearest-routes.ts";
import { loadLanguage } from "../worker/search/language.ts";
import { openEngine, type SearchEngine } from "../worker/search/search-engine.ts";
import { ByteCache } from "./byte-cache.ts";

/** Larger files, such as the list of many notes, are streamed. Reading this many bytes takes some 3 ms. */
const MAX_WHOLE_BYTES = 8 * 2 ** 20;
/** Memory for files that are kept, and what each takes besides its body. */
const MAX_KEPT_BYTES = 32 * 2 ** 20;
const FILE_BYTES = 512;
/** How long a build may take between the two renames that put its output in place, and how often to look. */
const MAX_SWAP_MS = 3000;
const SWAP_POLL_MS = 5;

/** What no part of a path may be or contain, whatever the system: see `UNSAFE_PATH` of the build. */
const UNSAFE_NAME = /^\.{0,2}$|[/\\:\p{Cc}]/u;

interface KeptFile {
  readonly path: string;
  /** Changes if the file is replaced. */
  readonly stamp: string;
  readonly etag: string;
  /** Empty if the file is streamed, so that only its tag is kept. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * The files and the search index of a built folder. Builds may replace it, as a whole or file by file, as long as
 * they write to no file that is there already, and put the index in place last.
 */
export class BuiltFolder {
  readonly #folder: string;
  /** Files by address, those used last. */
  readonly #files = new ByteCache<KeptFile>(
    MAX_KEPT_BYTES,
    // Twice the body, because its compressed forms, which together are no larger, live as long as it does.
    ({ body }) => FILE_BYTES + 2 * body.length,
  );
  #indexStamp = "";
  #indexBytes = new ArrayBuffer(0);
  #engine: SearchEngine | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reloads the search index if a build has replaced it. To be awaited at the start of each request: it takes 5 µs.
   *
   * @returns whether there is an index; while one build replaces another, there is none
   */
  async refresh(): Promise<boolean> {
    const path = join(this.#folder, SEARCH_INDEX_FILE);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    const stamp = stampOf(stats);
    if (stamp === this.#indexStamp) return true;
    let bytes: ArrayBuffer;
    try {
      bytes = new Uint8Array(readFileSync(path)).buffer;
    } catch {
      return false;
    }
    await loadLanguage(bytes);
    this.#indexBytes = bytes;
    this.#engine = undefined;
    this.#indexStamp = stamp;
    return true;
  }

  /** @throws Error on every call if the index cannot be read by this version of the code */
  searchEngine(): SearchEngine {
    this.#engine ??= openEngine(this.#indexBytes);
    return this.#engine;
  }

  /**
   * Answers with the file at the address of a request, or that the client has it; `undefined` if there is none. Waits
   * for it if a build is just replacing the folder.
   */
  async readFile({ address, ifNoneMatch }: FileRequest): Promise<Answer | undefined> {
    const path = this.#files.get(address)?.path ?? this.#pathOf(address);
    if (path === undefined) return undefined;
    let before: string | undefined;
    for (let waited = 0; ; waited += SWAP_POLL_MS) {
      const answer = await this.#answer(address, path, ifNoneMatch).catch(undefinedIfMissing);
      if (answer !== undefined) return answer;
      const build = await this.#build();
      if ((build !== undefined && build === before) || waited >= MAX_SWAP_MS) return undefined;
      // If there is a build, the file may have been missing because a build was just replacing another.
      if (build === undefined) await setTimeout(SWAP_POLL_MS);
      before = build;
    }
  }

  /** Identifies the build that is in place, if there is one. */
  async #build(): Promise<string | undefined> {
    const folder = statSync(this.#folder, { throwIfNoEntry: false });
    return (await this.refresh()) ? `${folder?.ino} ${this.#indexStamp}` : undefined;
  }

  async #answer(
    address: string,
    path: string,
    ifNoneMatch: string | null,
  ): Promise<Answer | undefined> {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    if (stats.size > MAX_WHOLE_BYTES) return this.#streamed(address, path, ifNoneMatch);
    const stamp = stampOf(stats);
    const kept = this.#files.get(address);
    const { etag, body } = kept?.stamp === stamp ? kept : this.#read(address, path, stamp);
    return fileAnswer(ifNoneMatch, etag, body.length, () => body);
  }

  /** Reads a file. If it was replaced since it was stamped, the next request finds that out. */
  #read(address: string, path: string, stamp: string): KeptFile {
    // A copy, because a small buffer shares its memory with others.
    const body = new Uint8Array(readFileSync(path));
    const file = { path, stamp, etag: etagOf(hash("sha256", body)), body };
    this.#files.set(address, file);
    return file;
  }

  async #streamed(address: string, path: string, ifNoneMatch: string | null): Promise<Answer> {
    const file = await open(path);
    let isStreamed = false;
    try {
      const stats = await file.stat();
      const stamp = stampOf(stats);
      const kept = this.#files.get(address);
      const etag = kept?.stamp === stamp ? kept.etag : etagOf(await digest(file));
      this.#files.set(address, { path, stamp, etag, body: new Uint8Array() });
      return fileAnswer(ifNoneMatch, etag, stats.size, () => {
        isStreamed = true;
        return file.createReadStream({ start: 0 });
      });
    } finally {
      if (!isStreamed) await file.close();
    }
  }

  /**
   * The path of the file at an address; `undefined` if there cannot be one. That a note is in the index is checked
   * because some disks find files by names in another case.
   */
  #pathOf(address: string): string | undefined {
    const names = address.slice(1).split("/").map(decodeURIComponent);
    if (names.some((name) => UNSAFE_NAME.test(name))) return undefined;
    const path = `/${names.join("/")}`;
    const route = path.slice(NOTES_FOLDER.length - 1).replace(/\.json$/, "");
    if (path.startsWith(NOTES_FOLDER) && !this.#hasRoute(route)) return undefined;
    return join(this.#folder, path);
  }

  #hasRoute(route: string): boolean {
    try {
      return hasRoute(this.searchEngine(), route);
    } catch {
      // Notes do not depend on the index.
      return true;
    }
  }
}

/** The SHA-256 of a file, in hexadecimal digits. */
async function digest(file: FileHandle): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }))
    sum.update(chunk);
  return sum.digest("hex");
}

/** The entity tag of a file. @param sum its SHA-256, in hexadecimal digits */
function etagOf(sum: string): string {
  return `"${sum.slice(0, 32)}"`;
}

/** Both answers have the length of the file. */
function fileAnswer(
  ifNoneMatch: string | null,
  etag: string,
  length: number,
  body: () => Answer["body"],
): Answer {
  const { headers, ...answer } = matchesEtag(ifNoneMatch, etag)
    ? notModified(etag)
    : success(body(), etag);
  return { ...answer, headers: { ...headers, "Content-Length": String(length) } };
}

/** @throws error unless it says that there is no such file */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** A value that changes if a file is replaced. */
function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}
