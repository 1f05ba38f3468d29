import { sep } from "node:path";

/** The files that a watcher named since they were last taken. */
export class Changes {
  #names: Set<string> | undefined = new Set();

  /** @param name relative to the watched folder; null where the watcher does not know it */
  add(name: string | null): void {
    if (name === null) this.#names = undefined;
    else this.#names?.add(name.replaceAll(sep, "/"));
  }

  /** @returns with `/`; undefined where any file may have changed */
  take(): ReadonlySet<string> | undefined {
    const names = this.#names;
    this.#names = new Set();
    return names;
  }

  /** Puts back what was taken. */
  keep(names: ReadonlySet<string> | undefined): void {
    if (names === undefined) this.#names = undefined;
    else for (const name of names) this.add(name);
  }
}
