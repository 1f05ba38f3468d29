import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Which words of the lexicon stand for which units of the query at hand: a chain of entries for each
 * word, from `index.marks`.
 */
export class MatchTable {
  /**
   * By entry, in bits: 0 to 4 its unit; 5 to 15 its role; from 16 the next entry of the same word, 0 for
   * none. Roles: 0, the word is the unit; 1, it is like it; from 2, it is a link of the unit, the
   * first, the second and so on; all must stand side by side.
   */
  readonly entries = new Uint32Array(LIMITS.matches + 1);
  readonly weight = new Float64Array(LIMITS.matches + 1);
  /** For each unit that has links, the role of the last. */
  readonly lastLink = new Uint16Array(LIMITS.units);
  readonly #word = new Uint32Array(LIMITS.matches + 1);
  #count = 0;

  /** A word stands for a unit once, by its best weight, and once for each of its links. */
  add(index: SearchIndex, word: number, unit: number, role: number, weight: number): void {
    const { marks, markedCodes } = index;
    const { entries } = this;
    const next = marks[word]!;
    for (let at = next; at !== 0; at = entries[at]! >>> 16) {
      const entry = entries[at]!;
      if ((entry & 31) !== unit) continue;
      const known = (entry >>> 5) & 2047;
      if (known === role || (known < 2 && role < 2)) {
        if (weight <= this.weight[at]!) return;
        entries[at] = (entry & ~0xffe0) | (role << 5);
        this.weight[at] = weight;
        return;
      }
    }
    if (this.#count === LIMITS.matches) return;
    const at = ++this.#count;
    entries[at] = unit | (role << 5) | (next << 16);
    this.weight[at] = weight;
    this.#word[at] = word;
    marks[word] = at;
    markedCodes[firstByteOf(index, word)] = 1;
  }

  clear(index: SearchIndex): void {
    for (let at = this.#count; at > 0; at--) index.marks[this.#word[at]!] = 0;
    index.markedCodes.fill(0, 1);
    this.#count = 0;
  }
}

/** The first byte of a word's code in `text`. */
function firstByteOf(index: SearchIndex, word: number): number {
  const { one, two } = index;
  if (word < one) return word + 1;
  const rest = word - one;
  if (rest < two * 255) return one + 1 + ((rest / 255) | 0);
  return one + two + 1 + (((rest - two * 255) / 65025) | 0);
}
