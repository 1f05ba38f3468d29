import type { Wikilink } from "../wikilinks/wikilink.ts";
import { nameKeys } from "./name-keys.ts";

/** Makes the keys of links, and remembers those of targets that it has seen: many links name one note. */
export class LinkKeys {
  readonly #known = new Map<string, readonly string[]>();

  /** The keys of all names that the links of a note may look up, each once. */
  of(links: readonly Wikilink[]): string[] {
    const keys = new Set<string>();
    for (const { target } of links) for (const key of this.#ofTarget(target)) keys.add(key);
    return [...keys];
  }

  #ofTarget(target: string): readonly string[] {
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
