import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import { realPath, targetOf } from "../content/paths.ts";
import { OutputError } from "../report/errors.ts";
import { type DistFile, notePath, SEARCH_INDEX_FILE, SHARED_PATHS } from "./emit.ts";

/**
 * What a path of the output never holds: a name that is empty or means a folder, and characters that divide
 * paths or end them, or name a drive or a stream, on one system or another.
 */
const UNSAFE_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\:\p{Cc}]/u;

/**
 * Every path that a build writes to comes through here, whatever configuration or names say.
 * @throws OutputError for one that might lie outside the output folder
 */
function checkedPath(path: string): string {
  if (!UNSAFE_PATH.test(path)) return path;
  throw new OutputError(`${JSON.stringify(path)} cannot be the path of a file of the output.`);
}

/** The output folder and what a build keeps beside it, on the same disk, so that a rename is enough. */
export interface OutputPlaces {
  /** Free of symbolic links: a link to the output stays one, and its folder is the one that is built. */
  out: string;
  /** Where the next output is made ready. */
  staging: string;
  /** Where the old output is for as long as the new one takes its name. */
  retired: string;
  /** What builds leave to the next one: safe to delete while none runs. */
  cache: string;
}

export function outputPlaces(outDir: string): OutputPlaces {
  const out = realPath(resolve(outDir));
  const beside = (what: string) => join(dirname(out), `.${basename(out)}.${what}`);
  return { out, staging: beside("new"), retired: beside("old"), cache: beside("cache") };
}

/** Tells which paths in the content folder, with `/`, are that of the output folder or lie in it. */
export function outputFilter(contentDir: string, outDir: string): (path: string) => boolean {
  const [content, out] = [realPath(resolve(contentDir)), realPath(resolve(outDir))];
  const inside = `${relative(content, out).replaceAll("\\", "/")}/`;
  return (path) => `${path}/`.startsWith(inside);
}

/**
 * The output of one build: staged in a folder beside the output folder, then swapped in by two renames.
 * At every moment the output is the old one or the new one, but for the instant between the renames,
 * when the old one lies beside it: the next build puts it back.
 */
export class Output {
  readonly places: OutputPlaces;
  readonly #lock: DatabaseSync;
  readonly #staged = new Set<string>();
  /** Those whose bytes are in the output folder already. */
  readonly #unchanged = new Set<string>();
  readonly #folders = new Set<string>();

  /**
   * Waits until no other build writes to the folder, and clears away what a killed one left.
   * @throws OutputError where the folder is not the build's to write to
   */
  static async open(outDir: string): Promise<Output> {
    const places = outputPlaces(outDir);
    mkdirSync(places.cache, { recursive: true });
    const lock = await acquireLock(join(places.cache, "lock"));
    try {
      return new Output(outDir, places, lock);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  private constructor(outDir: string, places: OutputPlaces, lock: DatabaseSync) {
    this.places = places;
    this.#lock = lock;
    recover(places);
    const strange = strangeEntry(places.out);
    if (strange === undefined) return;
    throw new OutputError(
      `${outDir} holds ${strange}, which no build made. Choose another folder with --out, or empty this one.`,
    );
  }

  /** Stages a file, unless the output folder holds just these bytes. @returns its stamp */
  write({ path, bytes }: DistFile): string {
    const before = this.#pathOf(path);
    const stats = fileAt(before);
    if (stats?.size === bytes.length && readFileSync(before).equals(bytes)) {
      this.#unchanged.add(path);
      return stampOf(stats);
    }
    this.#staged.add(path);
    const staged = this.#stagingPath(path);
    writeFileSync(staged, bytes);
    return stampOf(lstatSync(staged));
  }

  /** Takes a file over as the output folder holds it, if it still has the stamp that it got when it was written. */
  keep(path: string, stamp: string | undefined): boolean {
    const stats = fileAt(this.#pathOf(path));
    const isIntact = stats !== undefined && stampOf(stats) === stamp;
    if (isIntact) this.#unchanged.add(path);
    return isIntact;
  }

  /** A file that was written or taken over. */
  read(path: string): DistFile {
    const folder = this.#staged.has(path) ? this.places.staging : this.places.out;
    return { path, bytes: readFileSync(join(folder, checkedPath(path))) };
  }

  /**
   * Puts the files that were written in the place of the last build's. What others put into the folder stays.
   * @param oneByOne whether files may replace those before them one by one, where none comes or goes. At 14,000
   *   notes that saves 0.2 s; a build that is killed just then leaves files of both, which the next one puts right
   */
  swapIn(oneByOne: boolean): void {
    const { out, staging, retired } = this.places;
    if (existsSync(out)) {
      const before = ownFiles(out);
      const removed = [...before].filter((path) => !this.#has(path));
      if (this.#staged.size + removed.length === 0) return;
      if (oneByOne && removed.length === 0 && this.#allReplaceFiles()) {
        for (const path of this.#staged) renameSync(this.#stagingPath(path), join(out, path));
        return;
      }
      for (const path of this.#unchanged) linkFile(join(out, path), this.#stagingPath(path));
      for (const path of readTree(out)) {
        // Some disks of macOS give names back in another Unicode form.
        if (!before.has(path.normalize("NFC"))) this.#keepForeign(path);
      }
      renameSync(out, retired);
    }
    renameSync(staging, out);
    rmSync(retired, { recursive: true, force: true });
  }

  /** Clears away what was staged and not swapped in, and lets the next build write. */
  close(): void {
    try {
      rmSync(this.places.staging, { recursive: true, force: true });
    } finally {
      this.#lock.close();
    }
  }

  /** Where a file of the output folder lies. @throws OutputError for a path that leads elsewhere */
  #pathOf(path: string): string {
    return join(this.places.out, checkedPath(path));
  }

  /** Whether each staged file has one of its path before it, in folders that are no links. */
  #allReplaceFiles(): boolean {
    return Array.from(this.#staged, (path) => join(this.places.out, path)).every(
      (path) => fileAt(path) !== undefined && targetOf(path) === path,
    );
  }

  #has(path: string): boolean {
    return this.#staged.has(path) || this.#unchanged.has(path);
  }

  /** Takes over what no build made, unless the build needs its place. @param path of a folder ends in `/` */
  #keepForeign(path: string): void {
    if (this.#has(path)) return;
    const [from, to] = [join(this.places.out, path), this.#stagingPath(path)];
    if (path.endsWith("/")) mkdirSync(to, { recursive: true });
    else if (existsSync(to)) return;
    else if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkFile(from, to);
  }

  /** Where a file is staged; its folder is made. */
  #stagingPath(path: string): string {
    const staged = join(this.places.staging, path);
    const folder = dirname(staged);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    return staged;
  }
}

const LOCK_POLL_MS = 20;
/** SQLite's code for a file that another process holds. */
const SQLITE_BUSY = 5;

/**
 * Waits for a lock on a file. Node has none of its own; an open transaction of an empty SQLite database is one on
 * every system, which lets go of it when the process ends, however it ends.
 */
async function acquireLock(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  for (;;) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return database;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    }
    await setTimeout(LOCK_POLL_MS);
  }
}

/** Brings back the old output, had it been moved aside, and clears away what else a killed build left. */
function recover({ out, retired, staging }: OutputPlaces): void {
  if (!existsSync(out) && existsSync(retired)) renameSync(retired, out);
  rmSync(retired, { recursive: true, force: true });
  rmSync(staging, { recursive: true, force: true });
}

/** An entry under a name of the build's in a folder that no build made. */
function strangeEntry(out: string): string | undefined {
  const own = new Set<string>(SHARED_PATHS.map((path) => path.split("/")[0]!));
  const entries = existsSync(out) ? readdirSync(out) : [];
  return entries.includes(SEARCH_INDEX_FILE) ? undefined : entries.find((entry) => own.has(entry));
}

/**
 * The files of an output folder that a build made, by the list of notes that it made with them; all
 * others are somebody else's. Relative to the folder, with `/`.
 */
function ownFiles(out: string): Set<string> {
  try {
    const list: NoteList = JSON.parse(readFileSync(join(out, LIST_ADDRESS), "utf8"));
    return new Set([...SHARED_PATHS, ...list.notes.map((note) => notePath(note.route))]);
  } catch {
    return new Set();
  }
}

/** The files under a folder, and the folders in which nothing is, which end in `/`: relative to it, with `/`. */
function readTree(folder: string, inside = ""): string[] {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true });
  if (entries.length === 0 && inside !== "") return [inside];
  return entries.flatMap((entry) => {
    const path = inside + entry.name;
    return entry.isDirectory() ? readTree(folder, `${path}/`) : path;
  });
}

/** Gives a file a second name, or a copy where the disk has no hard links. Neither is ever written to. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { preserveTimestamps: true });
  }
}

/** Undefined for what is no file. */
function fileAt(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    // What should be a folder on the way to it is a file.
    return undefined;
  }
}

/** What tells that a file is the one it was: none is ever written to, and its links and copies have the same. */
function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${Math.round(mtimeMs)}`;
}

/** An error of the disk as one that says what it means for the output; all others are as they are. */
export function toOutputError(error: unknown, outDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const isFull = "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
  const cause = isFull ? "the disk is full" : error.message;
  return new OutputError(`${outDir} was left as it was: ${cause}.`, { cause: error });
}
