import { LinkTablesMemo } from "../wikilinks/link-tables.ts";
import type { BuildStore } from "./build-store.ts";
import type { LastBuild } from "./last-build.ts";

/** Keeps what a build leaves in memory, in front of a store that is slower: only the first build asks it. */
export class MemoryStore implements BuildStore {
  readonly links = new LinkTablesMemo();
  readonly #behind: BuildStore;
  #last: LastBuild | undefined;

  constructor(behind: BuildStore) {
    this.#behind = behind;
  }

  load(key: string): LastBuild | undefined {
    this.#last ??= this.#behind.load(key);
    return this.#last?.key === key ? this.#last : undefined;
  }

  save(last: LastBuild): void {
    this.#last = last;
  }

  /** Hands what is kept to the slower store. */
  flush(): void {
    if (this.#last) this.#behind.save(this.#last);
  }
}
