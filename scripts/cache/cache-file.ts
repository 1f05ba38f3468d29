import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileStamp } from "../content/file-stamp.ts";
import type { BuildStore } from "./build-store.ts";
import { FILE_COLUMNS, type FileColumns, fromColumns, toColumns } from "./file-columns.ts";
import type { LastBuild } from "./last-build.ts";

/** What stands before the columns. */
interface Head extends Omit<LastBuild, "files" | "shared"> {
  shared: [string, FileStamp][];
  /** Bytes of each column. */
  lengths: number[];
}

/**
 * The cache on the disk. A file that is cut, altered or of another key is as good as none.
 *
 *     checksum of the rest ⏎ head, JSON ⏎ columns
 */
export class CacheFile implements BuildStore {
  readonly #path: string;

  /** @param folder made when something is saved */
  constructor(folder: string) {
    this.#path = join(folder, "build.bin");
  }

  load(key: string): LastBuild | undefined {
    try {
      const bytes = readFileSync(this.#path);
      const start = bytes.indexOf("\n") + 1;
      if (bytes.toString("latin1", 0, start - 1) !== checksumOf([bytes.subarray(start)]))
        return undefined;
      const end = bytes.indexOf("\n", start);
      const { shared, lengths, ...whole }: Head = JSON.parse(bytes.toString("utf8", start, end));
      if (whole.key !== key) return undefined;
      const files = fromColumns(cut(bytes.subarray(end + 1), lengths));
      return { ...whole, shared: new Map(shared), files };
    } catch {
      return undefined;
    }
  }

  /** A cache that cannot be written is none: the build was done all the same. */
  save({ files, shared, ...whole }: LastBuild): void {
    const named = toColumns(files);
    const columns = FILE_COLUMNS.map((name) => named[name]);
    const lengths = columns.map(({ length }) => length);
    const head: Head = { ...whole, shared: [...shared], lengths };
    const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...columns];
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeParts(`${this.#path}.new`, [Buffer.from(`${checksumOf(parts)}\n`), ...parts]);
      renameSync(`${this.#path}.new`, this.#path);
    } catch {}
  }
}

function cut(bytes: Uint8Array, lengths: readonly number[]): FileColumns {
  let at = 0;
  const entries = FILE_COLUMNS.map((name, i) => {
    at += lengths[i]!;
    return [name, bytes.subarray(at - lengths[i]!, at)] as const;
  });
  return Object.fromEntries(entries) as FileColumns;
}

function writeParts(path: string, parts: readonly Uint8Array[]): void {
  const file = openSync(path, "w");
  try {
    for (const part of parts) {
      for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
    }
  } finally {
    closeSync(file);
  }
}

function checksumOf(parts: readonly Uint8Array[]): string {
  const sum = createHash("sha1");
  for (const part of parts) sum.update(part);
  return sum.digest("base64url");
}
