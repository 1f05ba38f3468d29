import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  DIGESTS_ADDRESS,
  NOTES_FOLDER,
  SEARCH_INDEX_FILE,
} from "../../worker/contract/addresses.ts";
import type { Digests } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import { realPath } from "../content/paths.ts";
import { OutputError } from "../diagnostics/errors.ts";
import { type DistFile, notePath, partPath, SITE_PATHS } from "./dist-files.ts";
import { acquireLock, tryLock } from "./lock.ts";
import { isBuiltPage, PAGE_PATHS } from "./page-files.ts";

/**
 * What no path in the output may contain: names that are empty, `.` or `..`, and characters that separate or
 * end paths or denote a drive or a stream on some system.
 */
const UNSAFE_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\:\p{Cc}]/u;
const DIGESTS_PATH = DIGESTS_ADDRESS.slice(1);
/** What every build writes at the top level of the output. Everything else there, but the page, is somebody else's. */
const OWN_ENTRIES = new Set(SITE_PATHS.map((path) => path.split("/")[0]!));

/**
 * Checks every path to which a build writes, whatever the configuration and the names are.
 * @throws OutputError if it might lead out of the output folder
 */
function checkedPath(path: string): string {
  if (!UNSAFE_PATH.test(path)) return path;
  throw new OutputError(`${JSON.stringify(path)} cannot be the path of an output file.`);
}

/** The output folder and what stands next to it, on the same disk, so that it can be renamed. */
export interface OutputPaths {
  /** With symbolic links resolved: a link to the output stays one, and the build writes to its target. */
  out: string;
  /** Where the next output is prepared. */
  staging: string;
  /** Where the old output is while the new one is put in its place. */
  retired: string;
  /** The locks of builds and servers. Safe to delete while none is running. */
  locks: string;
}

export function outputPaths(outDir: string): OutputPaths {
  const out = realPath(resolve(outDir));
  const beside = (what: string) => join(dirname(out), `.${basename(out)}.${what}`);
  return { out, staging: beside("new"), retired: beside("old"), locks: beside("lock") };
}

/** Returns a function that tells whether a path in the content folder, with `/`, is the output folder or in it. */
export function outputFilter(contentDir: string, outDir: string): (path: string) => boolean {
  const [content, out] = [realPath(resolve(contentDir)), realPath(resolve(outDir))];
  const inside = `${relative(content, out).replaceAll("\\", "/")}/`;
  return (path) => `${path}/`.startsWith(inside);
}

/**
 * Creates the folder of locks.
 * @throws OutputError if an output folder is a file, or nothing can be written beside it
 */
function prepareFolder(outDir: string): OutputPaths {
  const paths = outputPaths(outDir);
  if (statSync(paths.out, { throwIfNoEntry: false })?.isFile()) {
    throw new OutputError(`${outDir} is a file. Choose a folder with --out.`);
  }
  try {
    createFolder(paths.locks, 0o700);
    // On a read-only disk, Node's recursive `mkdir` says that the folder does not exist.
    accessSync(dirname(paths.locks), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toOutputError(error, outDir);
  }
  return paths;
}

/**
 * Locks an output folder for a server of it, as long as the process runs.
 * @throws OutputError if another server has it, or nothing can be written there
 */
export function lockForServer(outDir: string): void {
  const lock = tryLock(join(prepareFolder(outDir).locks, "server"));
  if (lock === undefined) {
    throw new OutputError(
      `Another server already builds into ${outDir}. Stop that one, or choose another folder with --out.`,
    );
  }
  process.once("exit", () => lock.close());
}

/** Whether a server has an output folder, see `lockForServer`. */
export function isServed(outDir: string): boolean {
  const path = join(outputPaths(outDir).locks, "server");
  if (!existsSync(path)) return false;
  const lock = tryLock(path);
  lock?.close();
  return lock === undefined;
}

/**
 * Opens the output of one build, and closes it at the end.
 * @param outDir undefined for a build that writes nothing
 * @param stamp of the output that the last build of this process left, if there was one
 * @throws OutputError if the output cannot be written
 */
export async function withOutput<T>(
  outDir: string | undefined,
  stamp: string | undefined,
  build: (output: Output | undefined) => Promise<T>,
): Promise<T> {
  if (outDir === undefined) return build(undefined);
  try {
    const output = await Output.open(outDir, stamp);
    return await build(output).finally(() => output.close());
  } catch (error) {
    throw toOutputError(error, outDir);
  }
}

/**
 * The output of one build: staged in a folder next to the output folder, then put in place in one of two ways.
 *
 * - `swapIn`, by two renames: the output is the old one or the new one, except between the renames, when the old one
 *   is next to it; if a build is killed just then, the next build restores it.
 * - `replaceFiles`, file by file, if the last build of the same process made the output. If it is killed just then, the
 *   next build, which is always another process, swaps.
 */
export class Output {
  readonly paths: OutputPaths;
  /** Whether the output is still the one that the last build of this process left. */
  readonly isKnown: boolean;
  readonly #outDir: string;
  readonly #lock: DatabaseSync;
  readonly #staged = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #folders = new Set<string>();
  /** Whether what is in the staging folder can be removed. */
  #isStaging: boolean;

  /**
   * Waits until no other build writes to the folder, and restores the output that a killed one moved aside.
   * @param stamp as for `withOutput`
   */
  static async open(outDir: string, stamp?: string): Promise<Output> {
    const paths = prepareFolder(outDir);
    const lock = await acquireLock(join(paths.locks, "build"));
    try {
      return new Output(outDir, paths, lock, stamp);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  private constructor(outDir: string, paths: OutputPaths, lock: DatabaseSync, stamp?: string) {
    this.paths = paths;
    this.#outDir = outDir;
    this.#lock = lock;
    this.isKnown = stamp !== undefined && stamp === this.stamp;
    this.#isStaging = this.isKnown;
    if (this.isKnown) return;
    // A killed build may have moved the old output aside.
    const { out, retired } = paths;
    if (!existsSync(out) && existsSync(retired)) renameSync(retired, out);
    removeOld(paths);
  }

  /** Identifies the output: it differs after any build of another process. Undefined if there is no output. */
  get stamp(): string | undefined {
    const path = join(this.paths.out, DIGESTS_PATH);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  }

  /** The routes of the notes in the output that is in place. */
  get routes(): Route[] {
    return Object.keys(readDigests(this.paths.out).digests ?? {}) as Route[];
  }

  /**
   * Gets ready to stage the whole output: removes what a killed build staged.
   * @throws OutputError if the output has something that no build made and the next one would replace or delete
   */
  prepare(): void {
    const { out, staging } = this.paths;
    const strange = strangeFile(this.paths);
    if (strange !== undefined) {
      throw new OutputError(
        `${this.#outDir} contains ${strange}, which no build made. Move it elsewhere, or choose another folder with --out.`,
      );
    }
    this.#isStaging = true;
    rmSync(staging, { recursive: true, force: true });
    // Earlier versions kept a cache there.
    rmSync(join(dirname(out), `.${basename(out)}.cache`), { recursive: true, force: true });
  }

  /** Stages a file. @throws OutputError if it would replace a page that no build made */
  write({ path, bytes }: DistFile): void {
    if (isPage(path) && existsSync(join(this.paths.out, path)) && !isOwn(this.paths.out, path)) {
      throw new OutputError(
        `${join(this.paths.out, path)} was not made by a build. Remove it, or set \`page: false\` in collections.yaml to keep it.`,
      );
    }
    writeFileSync(this.#stagingPath(checkedPath(path)), bytes);
    this.#staged.add(path);
  }

  /** Lets `replaceFiles` remove a file. */
  remove(path: string): void {
    this.#removed.add(checkedPath(path));
  }

  /** Reads a file that was staged, or else one of the output. */
  read(path: string): Buffer {
    const folder = this.#staged.has(path) ? this.paths.staging : this.paths.out;
    return readFileSync(join(folder, checkedPath(path)));
  }

  /** Puts what was staged in the place of the output. What others put at its top level moves over. */
  swapIn(): void {
    const { out, staging, retired } = this.paths;
    if (existsSync(out)) {
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

  /**
   * Replaces and adds files of the output, one by one: notes first, then all others in the order in which they were
   * written. `digests.json` waits until this is called last, after files were removed: as long as it is the old one, it
   * lists them, and the new one, in the staging folder, lists those that were added. So the next build knows its own.
   * @returns false if files cannot be replaced one by one; then nothing changed
   */
  replaceFiles(isLast: boolean): boolean {
    // Some disks take names for the same that differ only in case.
    const removed = new Set([...this.#removed].map((path) => path.toLowerCase()));
    const isReplaceable = (path: string) =>
      !removed.has(path.toLowerCase()) && this.#isReplaceable(path);
    if (![...this.#staged].every(isReplaceable)) return false;
    const { note = [], other = [], digests = [] } = Object.groupBy(this.#staged, kindOf);
    this.#isStaging = false;
    for (const path of [...note, ...other]) this.#replace(path);
    if (isLast) {
      for (const path of this.#removed) removeFile(this.paths.out, path);
      for (const path of digests) this.#replace(path);
    }
    this.#isStaging = true;
    return true;
  }

  /** Removes what was staged and not put in place, and lets the next build write. */
  close(): void {
    try {
      // If files were replaced halfway, what is left tells the next build which of them are from a build.
      if (this.#isStaging) rmSync(this.paths.staging, { recursive: true, force: true });
    } finally {
      this.#lock.close();
    }
  }

  #replace(path: string): void {
    renameSync(join(this.paths.staging, path), join(this.paths.out, path));
    this.#staged.delete(path);
  }

  /** Whether a file can be put at a path, in folders that are none behind symbolic links. Creates the folders. */
  #isReplaceable(path: string): boolean {
    const target = join(this.paths.out, path);
    try {
      mkdirSync(dirname(target), { recursive: true });
    } catch {
      // A parent that should be a folder is a file.
      return false;
    }
    const isFile = lstatSync(target, { throwIfNoEntry: false })?.isFile() ?? true;
    return isFile && realPath(target) === target;
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
function createFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another build may have created it.
    if (existsSync(path)) return;
    const isVirtual = error instanceof Error && "code" in error && error.code === "ENOENT";
    const message = `No folder can be created in ${dirname(path)}. Choose another folder with --out.`;
    throw isVirtual ? new OutputError(message, { cause: error }) : error;
  }
}

/** @throws OutputError unless everything in a folder can be removed, so that an old output never stays half removed */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toOutputError(error, folder);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) requireWritable(join(folder, entry.name));
  }
}

/**
 * Removes the old output, after moving what others put at its top level into the new one.
 * @throws OutputError if that fails; the new one is then in place
 */
function removeOld({ out, retired }: OutputPaths): void {
  if (!existsSync(retired)) return;
  try {
    for (const entry of readdirSync(retired)) {
      const target = join(out, entry);
      const isTaken = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
      if (!isOwn(retired, entry) && !isTaken) renameSync(join(retired, entry), target);
    }
    rmSync(retired, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw new OutputError(
      `${out} is complete, but ${retired}, an older one, could not be removed: ${(error as Error).message}. Remove it, or the next build will fail.`,
      { cause: error },
    );
  }
}

function isPage(path: string): boolean {
  return PAGE_PATHS.some((page) => page === path);
}

/** Whether an entry at the top level of an output is from a build: an owner may have a page of their own. */
function isOwn(out: string, entry: string): boolean {
  if (!isPage(entry)) return OWN_ENTRIES.has(entry);
  const path = join(out, entry);
  return statSync(path).isFile() && isBuiltPage(readFileSync(path, "utf8"));
}

function kindOf(path: string): "note" | "digests" | "other" {
  if (path === DIGESTS_PATH) return "digests";
  return path.startsWith(NOTES_FOLDER.slice(1)) ? "note" : "other";
}

/** Removes a file of the output, and the folders that are then empty. */
function removeFile(out: string, path: string): void {
  rmSync(join(out, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      rmdirSync(join(out, folder));
    }
  } catch {
    // The folder is not empty.
  }
}

/**
 * Returns a file that a build would replace or delete though no build made it. If a build was killed while it replaced
 * files, those that it added are listed in what it staged.
 */
function strangeFile({ out, staging }: OutputPaths): string | undefined {
  const isBuild = existsSync(join(out, SEARCH_INDEX_FILE));
  const own = new Set(isBuild ? [out, staging].flatMap(listedFiles) : []);
  const entries = [...OWN_ENTRIES].filter((entry) => existsSync(join(out, entry)));
  // Some macOS disks return names in another Unicode form.
  return entries
    .flatMap((entry) => filesBelow(out, entry))
    .find((path) => !own.has(path.normalize("NFC")));
}

/** The files of an output folder. */
function listedFiles(out: string): string[] {
  const { digests = {}, parts = [] } = readDigests(out);
  const routes = Object.keys(digests) as Route[];
  return [...SITE_PATHS, ...routes.map(notePath), ...parts.map((_, i) => partPath(i + 1))];
}

/** The digests in an output folder; empty if there are none, or they cannot be read. */
function readDigests(out: string): Partial<Digests> {
  try {
    return JSON.parse(readFileSync(join(out, DIGESTS_PATH), "utf8")) ?? {};
  } catch {
    return {};
  }
}

/** A path, if it is no folder, or else the files below it; relative to `out`, with `/`. */
function filesBelow(out: string, path: string): string[] {
  if (!lstatSync(join(out, path)).isDirectory()) return [path];
  return readdirSync(join(out, path)).flatMap((name) => filesBelow(out, `${path}/${name}`));
}

/** Turns a file system error into one that says what it means for the output; returns other errors unchanged. */
function toOutputError(error: unknown, outDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const cause = causeOf("code" in error ? error.code : undefined) ?? error.message;
  return new OutputError(`${outDir} was not changed: ${cause}.`, { cause: error });
}

function causeOf(code: unknown): string | undefined {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    case "ENOTDIR":
      return "a part of its path is a file. Choose another folder with --out";
    case "EROFS":
      return "its disk is read-only. Choose another folder with --out";
    case "EACCES":
      return "this user may not write there. Choose another folder with --out";
  }
  return undefined;
}
