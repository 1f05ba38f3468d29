import {
  accessSync,
  constants,
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
import { DIGESTS_ADDRESS, SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import type { Digests } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import { realPath } from "../content/paths.ts";
import { OutputError } from "../diagnostics/errors.ts";
import { type DistFile, notePath, partPath, SHARED_PATHS } from "./dist-files.ts";
import { acquireLock, tryLock } from "./lock.ts";

/**
 * What no path in the output may contain: names that are empty, `.` or `..`, and characters that separate or
 * end paths or denote a drive or a stream on some system.
 */
const UNSAFE_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\:\p{Cc}]/u;

/**
 * Checks every path to which a build writes, whatever the configuration and the names are.
 * @throws OutputError if it might lead out of the output folder
 */
function checkedPath(path: string): string {
  if (!UNSAFE_PATH.test(path)) return path;
  throw new OutputError(`${JSON.stringify(path)} cannot be the path of an output file.`);
}

/** The output folder and what a build keeps next to it, on the same disk, so that it can be renamed. */
export interface OutputPaths {
  /** With symbolic links resolved: a link to the output stays one, and the build writes to its target. */
  out: string;
  /** Where the next output is prepared. */
  staging: string;
  /** Where the old output is while the new one is put in its place. */
  retired: string;
  /** What a build saves for the next one; safe to delete while no build is running. */
  cache: string;
}

export function outputPaths(outDir: string): OutputPaths {
  const out = realPath(resolve(outDir));
  const beside = (what: string) => join(dirname(out), `.${basename(out)}.${what}`);
  return { out, staging: beside("new"), retired: beside("old"), cache: beside("cache") };
}

/** Returns a function that tells whether a path in the content folder, with `/`, is the output folder or in it. */
export function outputFilter(contentDir: string, outDir: string): (path: string) => boolean {
  const [content, out] = [realPath(resolve(contentDir)), realPath(resolve(outDir))];
  const inside = `${relative(content, out).replaceAll("\\", "/")}/`;
  return (path) => `${path}/`.startsWith(inside);
}

/**
 * Locks an output folder for a server of it, as long as the process runs.
 * @throws OutputError if another server has it
 */
export function lockForServer(outDir: string): void {
  const { cache } = outputPaths(outDir);
  createFolder(cache);
  const lock = tryLock(join(cache, "server-lock"));
  if (lock === undefined) {
    throw new OutputError(`Another server already builds into ${outDir}. Stop that one first.`);
  }
  process.once("exit", () => lock.close());
}

/**
 * Opens the output of one build, and closes it at the end.
 * @param outDir undefined for a build that writes nothing
 * @throws OutputError if the output cannot be written
 */
export async function withOutput<T>(
  outDir: string | undefined,
  build: (output: Output | undefined) => Promise<T>,
): Promise<T> {
  if (outDir === undefined) return build(undefined);
  try {
    const output = await Output.open(outDir);
    return await build(output).finally(() => output.close());
  } catch (error) {
    throw toOutputError(error, outDir);
  }
}

/**
 * The output of one build: staged in a folder next to the output folder, then swapped in by two renames.
 * At any moment the output is the old one or the new one, except between the renames, when the old one is
 * next to it; if a build is killed just then, the next build restores it.
 */
export class Output {
  readonly paths: OutputPaths;
  readonly #lock: DatabaseSync;
  readonly #staged = new Set<string>();
  /** Paths of files that the output folder already has. */
  readonly #unchanged = new Set<string>();
  /** Whether no other build has changed the output since the last one. */
  #isTrusted = false;
  readonly #folders = new Set<string>();

  /**
   * Waits until no other build writes to the folder, and removes what a killed one left.
   * @throws OutputError if the folder has an entry with the name of an output file that no build made
   */
  static async open(outDir: string): Promise<Output> {
    const paths = outputPaths(outDir);
    createFolder(paths.cache);
    const lock = await acquireLock(join(paths.cache, "lock"));
    try {
      return new Output(outDir, paths, lock);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  private constructor(outDir: string, paths: OutputPaths, lock: DatabaseSync) {
    this.paths = paths;
    this.#lock = lock;
    recover(paths);
    const strange = strangeEntry(paths.out);
    if (strange === undefined) return;
    throw new OutputError(
      `${outDir} contains ${strange}, which no build made. Choose another folder with --out, or empty this one.`,
    );
  }

  /** The stamp of the whole output, which differs after any other build that changes notes; undefined if there is no output. */
  get stamp(): string | undefined {
    const stats = fileAt(join(this.paths.out, DIGESTS_ADDRESS));
    return stats && `${stats.ino} ${stampOf(stats)}`;
  }

  /** Keeps files without looking at them, if the output still has its stamp: for 14,000 notes, that takes 0.06 s. */
  trust(stamp: string | undefined): void {
    this.#isTrusted = stamp !== undefined && stamp === this.stamp;
  }

  /** Stages a file, unless the output folder already has it with these bytes. @returns its stamp */
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

  /** Keeps a file of the output folder if it still has the stamp with which it was written. @returns whether it has */
  keep(path: string, stamp: string | undefined): boolean {
    const isIntact = this.#isIntact(path, stamp);
    if (isIntact) this.#unchanged.add(path);
    return isIntact;
  }

  #isIntact(path: string, stamp: string | undefined): boolean {
    if (this.#isTrusted) return stamp !== undefined;
    const stats = fileAt(this.#pathOf(path));
    return stats !== undefined && stampOf(stats) === stamp;
  }

  /** Reads a file that was written or kept. */
  read(path: string): DistFile {
    const folder = this.#staged.has(path) ? this.paths.staging : this.paths.out;
    return { path, bytes: readFileSync(join(folder, checkedPath(path))) };
  }

  /**
   * Replaces the files of the last build with those that were written or kept. Files that no build made stay.
   * @param oneByOne whether files may be replaced one by one if none is added or removed, which is faster; a build
   *   that is killed just then leaves files of both, which the next one corrects
   */
  swapIn(oneByOne: boolean): void {
    const { out, staging, retired } = this.paths;
    if (existsSync(out)) {
      const before = ownFiles(out);
      const removed = [...before].filter((path) => !this.#has(path));
      if (this.#staged.size + removed.length === 0) return;
      if (oneByOne && removed.length === 0 && this.replaceFiles()) return;
      for (const path of this.#unchanged) linkFile(join(out, path), this.#stagingPath(path));
      for (const path of readTree(out)) {
        // Some macOS disks return names in another Unicode form.
        if (!before.has(path.normalize("NFC"))) this.#keepForeign(path);
      }
      requireWritable(out);
      renameSync(out, retired);
    }
    try {
      renameSync(staging, out);
    } catch (error) {
      if (existsSync(retired)) renameSync(retired, out);
      throw error;
    }
    removeOld(this.paths);
  }

  /** Replaces files of the output by those written so far, one by one, if no file is added. @returns whether it did */
  replaceFiles(): boolean {
    const paths = [...this.#staged];
    // Not through symbolic links.
    const isFile = (path: string) => fileAt(path) !== undefined && realPath(path) === path;
    if (!paths.every((path) => isFile(this.#pathOf(path)))) return false;
    for (const path of paths) {
      renameSync(this.#stagingPath(path), this.#pathOf(path));
      this.#staged.delete(path);
      this.#unchanged.add(path);
    }
    return true;
  }

  /** Removes what was staged but not swapped in, and lets the next build write. */
  close(): void {
    try {
      rmSync(this.paths.staging, { recursive: true, force: true });
    } finally {
      this.#lock.close();
    }
  }

  /** Where a file of the output folder is. @throws OutputError if its path leads elsewhere */
  #pathOf(path: string): string {
    return join(this.paths.out, checkedPath(path));
  }

  #has(path: string): boolean {
    return this.#staged.has(path) || this.#unchanged.has(path);
  }

  /** Keeps what no build made, unless the build needs its path. @param path ends in `/` if it is a folder's */
  #keepForeign(path: string): void {
    if (this.#has(path)) return;
    const [from, to] = [join(this.paths.out, path), this.#stagingPath(path)];
    if (path.endsWith("/")) mkdirSync(to, { recursive: true });
    else if (existsSync(to)) return;
    else if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkFile(from, to);
  }

  /** Returns where a file is staged, and creates the folder. */
  #stagingPath(path: string): string {
    const staged = join(this.paths.staging, path);
    const folder = dirname(staged);
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    return staged;
  }
}

/**
 * Creates a folder and those around it, unless they exist. Node's own `recursive` never returns in `/proc`, where no
 * folder can be created.
 * @throws OutputError there
 */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another build may have created it.
    if (existsSync(path)) return;
    const isVirtual = error instanceof Error && "code" in error && error.code === "ENOENT";
    const message = `No folder can be created in ${dirname(path)}. Choose another folder with --out.`;
    throw isVirtual ? new OutputError(message, { cause: error }) : error;
  }
}

/** Restores the old output if a killed build had moved it aside, and removes what else that build left. */
function recover(paths: OutputPaths): void {
  const { out, retired, staging } = paths;
  if (!existsSync(out) && existsSync(retired)) renameSync(retired, out);
  removeOld(paths);
  rmSync(staging, { recursive: true, force: true });
}

/** @throws OutputError unless everything in a folder can be removed, so that an old output never stays half removed */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OutputError(`${folder} was not changed, because this user may not write to it.`, {
      cause: error,
    });
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) requireWritable(join(folder, entry.name));
  }
}

/** @throws OutputError if the old output cannot be removed; the new one is then in place */
function removeOld({ out, retired }: OutputPaths): void {
  try {
    rmSync(retired, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw new OutputError(
      `${out} is complete, but ${retired}, an older one, could not be removed: ${(error as Error).message}. Remove it, or the next build will fail.`,
      { cause: error },
    );
  }
}

/** Returns an entry with the name of an output file, unless a build made the folder. */
function strangeEntry(out: string): string | undefined {
  const own = new Set<string>(SHARED_PATHS.map((path) => path.split("/")[0]!));
  const entries = existsSync(out) ? readdirSync(out) : [];
  return entries.includes(SEARCH_INDEX_FILE) ? undefined : entries.find((entry) => own.has(entry));
}

/**
 * The files of an output folder that a build made, according to the digests in it; all others belong
 * to somebody else. Relative to the folder, with `/`.
 */
function ownFiles(out: string): Set<string> {
  try {
    const text = readFileSync(join(out, DIGESTS_ADDRESS), "utf8");
    const { digests, parts = [] }: Partial<Digests> = JSON.parse(text);
    const routes = Object.keys(digests ?? {}) as Route[];
    const partPaths = parts.map((_, i) => partPath(i + 1));
    return new Set([...SHARED_PATHS, ...routes.map(notePath), ...partPaths]);
  } catch {
    return new Set();
  }
}

/** The files below a folder, and the empty folders, which end in `/`; relative to it, with `/`. */
function readTree(folder: string, inside = ""): string[] {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true });
  if (entries.length === 0 && inside !== "") return [inside];
  return entries.flatMap((entry) => {
    const path = inside + entry.name;
    return entry.isDirectory() ? readTree(folder, `${path}/`) : path;
  });
}

/** Creates a hard link to a file, or a copy if the disk has no hard links. Neither is ever written to. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { preserveTimestamps: true });
  }
}

/** @returns undefined if there is no regular file */
function fileAt(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    // A parent that should be a folder is a file.
    return undefined;
  }
}

/** A value that changes if a file is replaced. No file is ever written to again; links and copies keep the value. */
function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${Math.round(mtimeMs)}`;
}

/** Turns a file system error into one that says what it means for the output; returns other errors unchanged. */
function toOutputError(error: unknown, outDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const isFull = "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
  const cause = isFull ? "the disk is full" : error.message;
  return new OutputError(`${outDir} was not changed: ${cause}.`, { cause: error });
}
