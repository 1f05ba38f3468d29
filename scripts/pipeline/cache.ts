import { createHash, hash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import glob from "fast-glob";
import type { BuildOptions, BuildState } from "./state.ts";

const ROOT = join(import.meta.dirname, "../..");
/** In a package, whose code is compiled, the manifest has the versions of its dependencies. */
const CODE = ["package{,-lock}.json", "scripts/**/*.{ts,js}", "worker/contract/**/*.{ts,js}"];

/** Number of files that are written to the cache at once. */
const CHUNK = 1000;

/** Keeps the state of the last build, in memory and in a file. */
export class NoteCache {
  readonly #path: string;
  #state: BuildState | undefined;
  #isWritten = false;

  /** @param folder contains the cache file, which is read once, and written once: by the first build that changes it */
  constructor(folder: string) {
    this.#path = join(folder, "notes.jsonl");
  }

  /** @returns undefined if there is no cache, it is incomplete, or its key differs */
  load(key: string): BuildState | undefined {
    this.#state ??= readState(this.#path);
    return this.#state?.key === key ? this.#state : undefined;
  }

  /** Ignores errors in writing the cache, because the build succeeded anyway. */
  save(state: BuildState): void {
    const isSame = this.#state !== undefined && isSameState(this.#state, state);
    this.#state = state;
    if (isSame || this.#isWritten) return;
    this.#isWritten = true;
    try {
      writeState(this.#path, state);
    } catch {}
  }
}

/** Whether nothing changed. Unchanged parts are the same objects. */
function isSameState(a: BuildState, b: BuildState): boolean {
  if (a.gitDates?.commit !== b.gitDates?.commit) return false;
  if (a.key !== b.key || a.namesDigest !== b.namesDigest || a.index !== b.index) return false;
  const isSameParts = isSameMap(new Map(a.parts.entries()), new Map(b.parts.entries()));
  return isSameParts && isSameMap(a.files, b.files) && isSameMap(a.outputs, b.outputs);
}

function isSameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

/** A digest of everything that the output depends on except the notes: code, packages, configuration, options. */
export function buildKey({ contentDir, rules, ignore }: BuildOptions, config: string): string {
  codeDigest ??= digestOfCode();
  const parts = [codeDigest, process.version, resolve(contentDir), config, [...rules], ignore];
  return hash("sha1", JSON.stringify(parts));
}

/** Computed only once, because a process runs the code as it was when it was loaded. */
let codeDigest: string | undefined;

function digestOfCode(): string {
  const sum = createHash("sha1");
  for (const file of glob.sync(CODE, { cwd: ROOT }).sort()) {
    sum.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return sum.digest("hex");
}

/*
 * The cache file has one JSON value per line: the state without its files, then for each file its path, what was
 * parsed, and its output. As a single value, the cache of a large vault would take more memory than its notes.
 */

function readState(path: string): BuildState | undefined {
  try {
    const bytes = readFileSync(path);
    const lines = [];
    for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
      end = bytes.indexOf("\n", at);
      lines.push(JSON.parse(bytes.toString("utf8", at, end)));
    }
    const [head, ...entries] = lines;
    const files = new Map(entries.map(([file, parsed]) => [file, parsed]));
    const published = entries.filter((entry) => entry.length === 3);
    return {
      ...head,
      files,
      outputs: new Map(published.map(([file, , output]) => [file, output])),
    };
  } catch {
    return undefined;
  }
}

function writeState(path: string, { files, outputs, memory: _, ...head }: BuildState): void {
  const draft = `${path}.new`;
  const toLine = (value: unknown) => `${JSON.stringify(value)}\n`;
  writeFileSync(draft, toLine(head));
  const entries = Array.from(files, ([file, parsed]) =>
    [file, parsed, outputs.get(file)].filter(Boolean),
  );
  while (entries.length > 0) {
    writeFileSync(draft, entries.splice(0, CHUNK).map(toLine).join(""), { flag: "a" });
  }
  renameSync(draft, path);
}
