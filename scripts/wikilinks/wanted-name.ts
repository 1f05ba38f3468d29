import { type NameHash, nameHash } from "./name-hash.ts";
import { type Closeness, nameKey } from "./name-key.ts";

/** A name that is looked up: its hash, and its keys as they are asked for. */
export class WantedName {
  readonly name: string;
  readonly hash: number;
  readonly #keys: Partial<Record<Closeness, string>> = {};

  constructor(name: string, hash: NameHash = nameHash) {
    this.name = name;
    this.hash = hash(name);
  }

  /** Whether another name is as close to it. */
  isCalled(name: string, closeness: Closeness): boolean {
    if (name === this.name) return true;
    this.#keys[closeness] ??= nameKey(this.name, closeness);
    return nameKey(name, closeness) === this.#keys[closeness];
  }
}
