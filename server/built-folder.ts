import { createHash, hash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { NOTES_FOLDER, SEARCH_INDEX_FILE } from "../worker/contract/addresses.ts";
import { matchesEtag } from "../worker/http/etag.ts";
import type { ApiRequest } from "../worker/request.ts";
import { type Answer, notModified, success } from "../worker/response.ts";
import { hasRoute } from "../worker/routes/nearest-routes.ts";
import { loadLanguage } from "../worker/search/language.ts";
import { openEngine, type SearchEngine } from "../worker/search/search-engine.ts";

/** Larger files are streamed. */
const MAX_WHOLE_BYTES = 64 * 1024;
/** How long a build may take between the two renames that put its output in place, and how often to look. */
const MAX_SWAP_MS = 3000;
const SWAP_POLL_MS = 5;

/** What no part of a path may be or contain, whatever the system: see `UNSAFE_PATH` of the build. */
const UNSAFE_NAME = /^\.{0,2}$|[/\\:\p{Cc}]/u;

/**
 * The files and the search index of a built folder. Builds may replace it, as a whole or file by file, as long as
 * they write to no file that is there already, and put the index in place last.
 */
export class BuiltFolder {
  readonly #folder: string;
  /** Entity tags by path, of files that still have the stamp. */
  readonly #etags = new Map<string, { stamp: string; etag: string }>();
  /** Identifies the build that was last looked at. */
  #build = "";
  #indexBytes = new ArrayBuffer(0);
  #engine: SearchEngine | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Takes over the search index of a new build. To be awaited at the start of each request: it takes 10 µs.
   *
   * @returns whether there is a build; while one replaces another, there is none
   */
  async refresh(): Promise<boolean> {
    const path = join(this.#folder, SEARCH_INDEX_FILE);
    const stats = statSync(path, { throwIfNoEntry: false });
    const folder = statSync(this.#folder, { throwIfNoEntry: false });
    if (stats === undefined || folder === undefined) return false;
    const build = `${folder.ino} ${stampOf(stats)}`;
    if (build === this.#build) return true;
    let bytes: ArrayBuffer;
    try {
      bytes = new Uint8Array(readFileSync(path)).buffer;
    } catch {
      return false;
    }
    await loadLanguage(bytes);
    this.#indexBytes = bytes;
    this.#engine = undefined;
    this.#build = build;
    return true;
  }

  /** @throws Error on every call if the index cannot be read by this version of the code */
  searchEngine(): SearchEngine {
    this.#engine ??= openEngine(this.#indexBytes);
    return this.#engine;
  }

  /** Answers with the file at the address of a request, or that the client has it; `undefined` if there is none. */
  async readFile({ address, ifNoneMatch }: ApiRequest): Promise<Answer | undefined> {
    const path = this.#pathOf(address);
    const file = path && (await this.#open(path));
    if (!file) return undefined;
    let isStreamed = false;
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return undefined;
      const { size } = stats;
      const earlier = this.#earlierEtag(path, stats);
      if (earlier !== undefined && matchesEtag(ifNoneMatch, earlier)) return notModified(earlier);
      const whole = size <= MAX_WHOLE_BYTES ? await file.readFile() : undefined;
      const etag =
        earlier ?? `"${(whole ? hash("sha256", whole) : await digest(file)).slice(0, 32)}"`;
      this.#etags.set(path, { stamp: stampOf(stats), etag });
      if (matchesEtag(ifNoneMatch, etag)) return notModified(etag);
      if (whole) return success(whole, etag);
      isStreamed = true;
      const { headers, ...answer } = success(file.createReadStream({ start: 0 }), etag);
      return { ...answer, headers: { ...headers, "Content-Length": String(size) } };
    } finally {
      if (!isStreamed) await file.close();
    }
  }

  /** The entity tag of a file that has not changed since it was computed. */
  #earlierEtag(path: string, stats: Stats): string | undefined {
    const entry = this.#etags.get(path);
    return entry?.stamp === stampOf(stats) ? entry.etag : undefined;
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

  /** Opens a file, or waits for it if a build is just replacing the folder. */
  async #open(path: string): Promise<FileHandle | undefined> {
    let wasThere = false;
    for (let waited = 0; ; waited += SWAP_POLL_MS) {
      const build = this.#build;
      try {
        return await open(path);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
      }
      const isThere = await this.refresh();
      // It may have been away when the file was looked for, and be back now.
      const isSame = wasThere && isThere && build === this.#build;
      if (isSame || waited >= MAX_SWAP_MS) return undefined;
      wasThere = isThere;
      if (!isThere) await setTimeout(SWAP_POLL_MS);
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

/** A value that changes if a file is replaced. */
function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}
