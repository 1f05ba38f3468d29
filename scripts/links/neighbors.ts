import { editDistance } from "../../worker/contract/edit-distance.ts";
import { nameKey } from "./name-index.ts";

export interface NamedAs {
  name: string;
  note: number;
}

interface Entry extends NamedAs {
  key: string;
  letters: number;
}

/**
 * The most names that one instance compares by their letters; computing a distance counts as 200. After that
 * nothing is found. In a vault of 17,000 notes this is enough for some thousands of different names.
 */
const MOST_WORK = 30_000_000;
const DISTANCE_WORK = 200;

/** UTF-16 units. Longer names are not compared: they are sentences, or an attack. */
const LONGEST = 100;

const NONE: readonly NamedAs[] = [];

/** Finds the names with the smallest edit distance, without regard to case, dashes and underscores. */
export class Neighbors {
  readonly #byLength: ReadonlyMap<number, Entry[]>;
  /** Results by the name asked for: many links often use the same missing name. */
  readonly #known = new Map<string, readonly NamedAs[]>();
  #work = 0;

  constructor(names: readonly NamedAs[]) {
    const entries = names.map(({ name, note }): Entry => {
      const key = nameKey(name, "loose");
      return { name, note, key, letters: lettersOf(key) };
    });
    this.#byLength = Map.groupBy(entries, ({ key }) => key.length);
  }

  /** Up to `most` names of different notes, all at the least distance. */
  find(name: string, most: number): readonly NamedAs[] {
    const wanted = nameKey(name, "loose");
    if (wanted === "" || wanted.length > LONGEST || this.#work > MOST_WORK) return NONE;
    const near = this.#known.get(wanted) ?? this.#nearest(wanted);
    this.#known.set(wanted, near);
    return near.slice(0, most);
  }

  /** All names at the least distance, if that is small for the name's length; 0 counts as 1. */
  #nearest(wanted: string): readonly NamedAs[] {
    const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
    const letters = lettersOf(wanted);
    let near: NamedAs[] = [];
    let least = limit;
    for (let length = wanted.length - limit; length <= wanted.length + limit; length++) {
      const entries = this.#byLength.get(length) ?? [];
      this.#work += entries.length;
      if (this.#work > MOST_WORK) break;
      for (const entry of entries) {
        if (!mayBeWithin(letters, entry.letters, least)) continue;
        this.#work += DISTANCE_WORK;
        const distance = editDistance(wanted, entry.key, least);
        if (distance > least) continue;
        if (distance < least && least > 1) {
          near = [];
          least = Math.max(1, distance);
        }
        near.push(entry);
      }
    }
    const notes = new Set<number>();
    return near.filter(({ note }) => !notes.has(note) && notes.add(note));
  }
}

/**
 * Which of 32 classes of letters occur in a key, one bit each. An edit adds at most one letter and removes at most
 * one, so most names can be ruled out by these bits alone.
 */
function lettersOf(key: string): number {
  let letters = 0;
  for (let i = 0; i < key.length; i++) letters |= 1 << (key.charCodeAt(i) & 31);
  return letters;
}

function mayBeWithin(a: number, b: number, limit: number): boolean {
  return bitCount(a & ~b) <= limit && bitCount(b & ~a) <= limit;
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
