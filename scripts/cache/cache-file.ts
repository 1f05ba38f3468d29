import { hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileStamp } from "../content/file-stamp.ts";
import type { BuildStore } from "./build-store.ts";
import { type FileColumns, fromColumns, toColumns } from "./file-columns.ts";
import type { LastBuild } from "./last-build.ts";

/** A `LastBuild` as JSON holds it. */
interface Kept extends Omit<LastBuild, "files" | "shared"> {
  shared: [string, FileStamp][];
  files: FileColumns;
}

/**
 * The cache on the disk: a line with the checksum of the rest, and one of JSON. A file that is cut,
 * altered or of another key is as good as none.
 */
export class CacheFile implements BuildStore {
  readonly #path: string;

  /** @param folder made when something is saved */
  constructor(folder: string) {
    this.#path = join(folder, "build.json");
  }

  load(key: string): LastBuild | undefined {
    try {
      const bytes = readFileSync(this.#path);
      const start = bytes.indexOf("\n") + 1;
      const rest = bytes.subarray(start);
      if (bytes.toString("latin1", 0, start - 1) !== checksumOf(rest)) return undefined;
      const { shared, files, ...whole }: Kept = JSON.parse(rest.toString());
      if (whole.key !== key) return undefined;
      return { ...whole, shared: new Map(shared), files: fromColumns(files) };
    } catch {
      return undefined;
    }
  }

  /** A cache that cannot be written is none: the build was done all the same. */
  save({ files, shared, ...whole }: LastBuild): void {
    const kept: Kept = { ...whole, shared: [...shared], files: toColumns(files) };
    const text = JSON.stringify(kept);
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.new`, `${checksumOf(text)}\n${text}`);
      renameSync(`${this.#path}.new`, this.#path);
    } catch {}
  }
}

function checksumOf(content: string | Uint8Array): string {
  return hash("sha1", content, "base64url");
}
