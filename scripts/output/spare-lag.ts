import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputPlaces } from "./output-places.ts";

/**
 * In which files the spare is behind the output. While that is not known, because nothing is written
 * or somebody died at it, there is no spare.
 */
export class SpareLag {
  readonly #file: string;
  readonly #spare: string;

  constructor({ cache, spare }: OutputPlaces) {
    this.#file = join(cache, "spare.json");
    this.#spare = spare;
  }

  /** Paths relative to the output folder; undefined where there is no spare to bring up to date. */
  read(): string[] | undefined {
    if (!existsSync(this.#spare)) return undefined;
    try {
      return JSON.parse(readFileSync(this.#file, "utf8"));
    } catch {
      return undefined;
    }
  }

  /** More files in which the spare is about to be behind. */
  add(paths: readonly string[]): void {
    const known = this.read();
    if (known) this.set([...known, ...paths]);
  }

  /** Where that cannot be written there is no spare: what it is for was done all the same. */
  set(paths: readonly string[]): void {
    this.forget();
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify([...new Set(paths)]));
    } catch {}
  }

  /** Until it is set again there is no spare. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }
}
