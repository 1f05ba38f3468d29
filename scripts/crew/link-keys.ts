import { nameKeys } from "./name-keys.ts";

/** Makes the keys of links, and remembers those of targets that it has seen: many links name one note. */
export class LinkKeys {
  readonly #known = new Map<string, readonly string[]>();

  /** The keys of all names that a link of this target may look up. */
  of(target: string): readonly string[] {
    const known = this.#known.get(target);
    if (known) return known;
    const keys = namesIn(target).flatMap(nameKeys);
    this.#known.set(target, keys);
    return keys;
  }
}

/** The whole target, and what is before each `#` in it. */
function namesIn(target: string): string[] {
  const names: string[] = [];
  for (let end = target.length; end > 0; end = target.lastIndexOf("#", end - 1)) {
    names.push(target.slice(0, end).trim());
  }
  return names;
}
