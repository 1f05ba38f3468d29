import { LIMITS } from "./limits.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Which words of the lexicon stand for which units of the query at hand: a chain of entries for each
 * word, from `index.marks`.
 */
export class MatchTable {
  readonly unit = new Uint8Array(LIMITS.matches + 1);
  /**
   * 0: the word is the unit. 1: it is like it. From 2: it is a link of the unit, the first, the second
   * and so on; all must stand side by side.
   */
  readonly role = new Uint8Array(LIMITS.matches + 1);
  readonly weight = new Float64Array(LIMITS.matches + 1);
  /** The next entry of the same word, 0 for none. */
  readonly next = new Uint16Array(LIMITS.matches + 1);
  /** For each unit, the role of its last link. */
  readonly lastLink = new Uint8Array(LIMITS.units);
  readonly #word = new Uint32Array(LIMITS.matches + 1);
  #count = 0;

  /** A word stands for a unit once, by its best weight, and once for each of its links. */
  add(index: SearchIndex, word: number, unit: number, role: number, weight: number): void {
    const { marks } = index;
    for (let entry = marks[word]!; entry !== 0; entry = this.next[entry]!) {
      if (this.unit[entry] !== unit) continue;
      const known = this.role[entry]!;
      if (known === role || (known < 2 && role < 2)) {
        if (weight > this.weight[entry]!) this.#put(entry, unit, role, weight);
        return;
      }
    }
    if (this.#count === LIMITS.matches) return;
    const entry = ++this.#count;
    this.#put(entry, unit, role, weight);
    this.#word[entry] = word;
    this.next[entry] = marks[word]!;
    marks[word] = entry;
    index.markedCodes[firstByteOf(index, word)] = 1;
  }

  clear(index: SearchIndex): void {
    for (let entry = this.#count; entry > 0; entry--) index.marks[this.#word[entry]!] = 0;
    index.markedCodes.fill(0, 1);
    this.#count = 0;
    this.lastLink.fill(0);
  }

  #put(entry: number, unit: number, role: number, weight: number): void {
    this.unit[entry] = unit;
    this.role[entry] = role;
    this.weight[entry] = weight;
  }
}

/** The first byte of a word's code in `text`. */
function firstByteOf(index: SearchIndex, word: number): number {
  const { one, two } = index;
  if (word < one) return word + 1;
  const rest = word - one;
  if (rest < two * 255) return one + 1 + Math.floor(rest / 255);
  return one + two + 1 + Math.floor((rest - two * 255) / 65025);
}
