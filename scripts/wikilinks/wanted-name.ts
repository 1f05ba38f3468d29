import { CLOSENESSES } from "./closenesses.ts";
import { nameHash } from "./name-hash.ts";
import { type Closeness, nameKey } from "./name-key.ts";

/** A name that is looked up: its hash, and its keys as they are asked for. */
export class WantedName {
  readonly name: string;
  readonly hash: number;
  readonly #keys: string[] = [];

  constructor(name: string) {
    this.name = name;
    this.hash = nameHash(name);
  }

  /** How close another name is to it at best; undefined where it is another name altogether. */
  closenessOf(name: string): Closeness | undefined {
    if (name === this.name) return "exact";
    return CLOSENESSES.find((closeness, i) => {
      this.#keys[i] ??= nameKey(this.name, closeness);
      return nameKey(name, closeness) === this.#keys[i];
    });
  }
}
