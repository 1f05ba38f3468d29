import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { type FileStamp, fileStamp, stampOf } from "../content/file-stamp.ts";
import { folderOf } from "../content/folder-of.ts";
import type { StagingPlace } from "./staging-place.ts";

/** Writes files beside the output folder, those whose bytes it does not hold. */
export class StagedWriter {
  readonly #place: StagingPlace;
  readonly #made = new Set<string>();

  constructor(place: StagingPlace) {
    this.#place = place;
  }

  /** @param path relative to the output folder, with `/` */
  write(path: string, bytes: Uint8Array): { isChanged: boolean; stamp: FileStamp } {
    const { staging, out } = this.#place;
    const same = out === undefined ? undefined : stampIfSame(`${out}/${path}`, bytes);
    if (same) return { isChanged: false, stamp: same };
    this.#makeFolder(folderOf(path));
    return { isChanged: true, stamp: writeFile(`${staging}/${path}`, bytes) };
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    mkdirSync(`${this.#place.staging}/${folder}`, { recursive: true });
    this.#made.add(folder);
  }
}

function stampIfSame(path: string, bytes: Uint8Array): FileStamp | undefined {
  const stamp = fileStamp(path);
  return stamp?.size === bytes.length && readFileSync(path).equals(bytes) ? stamp : undefined;
}

function writeFile(path: string, bytes: Uint8Array): FileStamp {
  const file = openSync(path, "w");
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    return stampOf(fstatSync(file));
  } finally {
    closeSync(file);
  }
}
