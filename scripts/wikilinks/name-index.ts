import type { LinkTarget } from "./link-target.ts";
import { type Closeness, nameKey } from "./name-key.ts";

const NONE: readonly LinkTarget[] = [];

/** Notes by one kind of name: paths, file names, titles or aliases. Several may share a name. */
export class NameIndex {
  readonly #names: string[] = [];
  readonly #notes: LinkTarget[] = [];
  readonly #maps = new Map<Closeness, Map<string, LinkTarget[]>>();

  /** All names are added before the first is looked up, those of one note in a row. */
  add(name: string, note: LinkTarget): void {
    this.#names.push(name);
    this.#notes.push(note);
  }

  /** In the order in which they were added, none twice. */
  find(name: string, closeness: Closeness): readonly LinkTarget[] {
    return this.#map(closeness).get(nameKey(name, closeness)) ?? NONE;
  }

  forEach(visit: (name: string, note: LinkTarget) => void): void {
    this.#names.forEach((name, i) => {
      visit(name, this.#notes[i]!);
    });
  }

  /** The looser maps are made when they are first asked for: many vaults never do. */
  #map(closeness: Closeness): Map<string, LinkTarget[]> {
    const known = this.#maps.get(closeness);
    if (known) return known;
    const map = new Map<string, LinkTarget[]>();
    this.forEach((name, note) => {
      const key = nameKey(name, closeness);
      const notes = map.get(key);
      if (notes === undefined) map.set(key, [note]);
      else if (notes.at(-1) !== note) notes.push(note);
    });
    this.#maps.set(closeness, map);
    return map;
  }
}
