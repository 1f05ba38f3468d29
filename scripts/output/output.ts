import { existsSync, rmSync } from "node:fs";
import type { FileStamp } from "../content/file-stamp.ts";
import type { DistFile } from "./dist-file.ts";
import { openOutput } from "./open-output.ts";
import type { OutputPlaces } from "./output-places.ts";
import { StagedWriter } from "./staged-writer.ts";
import type { StagingPlace } from "./staging-place.ts";
import { swapIn } from "./swap-in.ts";

/** The output of one build: made beside the output folder, put in place whole, or let go of. */
export class Output implements Disposable {
  readonly #places: OutputPlaces;
  readonly #changed: string[] = [];
  /** For writers in other threads, which report what they wrote with `addChanged`. */
  readonly place: StagingPlace;

  /** @throws OutputError where the folder is not the build's to write to */
  constructor(outDir: string) {
    const places = openOutput(outDir);
    this.#places = places;
    this.place = { staging: places.staging, out: existsSync(places.out) ? places.out : undefined };
  }

  /** How many files are not as they were. */
  get changed(): number {
    return this.#changed.length;
  }

  /** @returns their stamps by path */
  write(files: readonly DistFile[]): Map<string, FileStamp> {
    const writer = new StagedWriter(this.place);
    return new Map(
      files.map(({ path, bytes }) => {
        const { isChanged, stamp } = writer.write(path, bytes);
        if (isChanged) this.#changed.push(path);
        return [path, stamp];
      }),
    );
  }

  addChanged(files: readonly { path: string; isChanged: boolean }[]): void {
    for (const { path, isChanged } of files) if (isChanged) this.#changed.push(path);
  }

  /**
   * @param paths of all files that belong to the output now
   * @param isSameSet whether the same belonged to it before
   */
  swapIn(paths: ReadonlySet<string>, isSameSet: boolean): void {
    swapIn(this.#places, paths, isSameSet, this.#changed);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    rmSync(this.#places.staging, { recursive: true, force: true });
  }
}
