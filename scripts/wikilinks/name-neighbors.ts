import { editDistance } from "../problems/edit-distance.ts";
import type { LinkTarget } from "./link-target.ts";
import type { NameIndex } from "./name-index.ts";
import { nameKey } from "./name-key.ts";

/** A name near another, and the note it belongs to. */
export interface Neighbor {
  name: string;
  note: LinkTarget;
}

interface Entry extends Neighbor {
  key: string;
  letters: Letters;
}

/** Which of 32 classes of letters occur, and which occur more than once: one bit each. */
interface Letters {
  once: number;
  twice: number;
}

/**
 * Work over all questions: names looked at, and distances computed. Beyond it no name has neighbors.
 * In a vault of 17,000 notes it is enough for some thousands of different names.
 */
const MOST_LOOKS = 30_000_000;
const MOST_DISTANCES = 150_000;

/** Longer names are not compared: they are sentences, or an attack. */
const LONGEST = 100;

/** Finds the names that take the fewest edits, without regard to case, dashes and underscores. */
export class NameNeighbors {
  /** By the length of their keys. */
  readonly #entries: Entry[][] = [];
  /** Answers by what was asked: a name that is missing is often missed by many. */
  readonly #known = new Map<string, Entry[]>();
  #looks = 0;
  #distances = 0;

  constructor(indexes: readonly NameIndex[]) {
    for (const index of indexes) {
      index.forEach((name, note) => {
        const key = nameKey(name, "loose");
        if (key.length > LONGEST) return;
        const alike = this.#entries[key.length] ?? [];
        this.#entries[key.length] = alike;
        alike.push({ key, name, note, letters: lettersOf(key) });
      });
    }
  }

  /** Up to `most` names of different notes, all equally near: no other is nearer. */
  find(name: string, most: number): Neighbor[] {
    const wanted = nameKey(name, "loose");
    if (wanted === "" || wanted.length > LONGEST) return [];
    const near = this.#known.get(wanted) ?? this.#nearest(wanted);
    this.#known.set(wanted, near);
    return near.slice(0, most);
  }

  #nearest(wanted: string): Entry[] {
    const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
    for (let distance = 1; distance <= limit; distance++) {
      const near = this.#within(wanted, distance);
      if (near.length > 0) return distinct(near);
    }
    return [];
  }

  #within(wanted: string, limit: number): Entry[] {
    const letters = lettersOf(wanted);
    const near: Entry[] = [];
    for (let length = wanted.length - limit; length <= wanted.length + limit; length++) {
      const entries = this.#entries[length] ?? [];
      this.#looks += entries.length;
      if (this.#looks > MOST_LOOKS || this.#distances > MOST_DISTANCES) return near;
      for (const entry of entries) {
        if (!mayBeWithin(letters, entry.letters, limit)) continue;
        this.#distances++;
        if (editDistance(wanted, entry.key, limit) <= limit) near.push(entry);
      }
    }
    return near;
  }
}

function lettersOf(key: string): Letters {
  const letters = { once: 0, twice: 0 };
  for (let i = 0; i < key.length; i++) {
    const bit = 1 << (key.charCodeAt(i) & 31);
    letters.twice |= letters.once & bit;
    letters.once |= bit;
  }
  return letters;
}

/** An edit adds at most one letter and takes at most one away. */
function mayBeWithin(a: Letters, b: Letters, limit: number): boolean {
  return (
    bitCount(a.once & ~b.once) + bitCount(a.twice & ~b.twice) <= limit &&
    bitCount(b.once & ~a.once) + bitCount(b.twice & ~a.twice) <= limit
  );
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The first entry of each note. */
function distinct(entries: readonly Entry[]): Entry[] {
  const byNote = new Map<LinkTarget, Entry>();
  for (const entry of entries) if (!byNote.has(entry.note)) byNote.set(entry.note, entry);
  return [...byNote.values()];
}
