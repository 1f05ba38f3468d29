import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import * as RANKING from "./ranking.ts";
import { firstByteOf } from "./text.ts";

/**
 * Which words of the lexicon match which units of a query. A word has a linked list of entries, numbered
 * from 1, one for each unit that it matches. The memory is reused by one query after another.
 */
export class Matches {
  /** By word, its first entry; 0 if it has none. */
  readonly first: Uint16Array;
  /** By first byte of a code, 1 if a word with an entry has it; also 1 for 0, the end of a text. */
  readonly firstBytes = new Uint8Array(256);
  readonly unit = new Uint8Array(LIMITS.matches + 1);
  readonly weight = new Float64Array(LIMITS.matches + 1);
  /** The positions of the word in a phrase, a bit for each; 0 if the word alone matches the unit. */
  readonly positions = new Int32Array(LIMITS.matches + 1);
  readonly next = new Uint16Array(LIMITS.matches + 1);
  /** Number of entries. */
  count = 0;
  /** Number of words whose stems may still be compared. */
  stemsLeft = 0;
  readonly #index: SearchIndex;
  readonly #words = new Uint32Array(LIMITS.matches + 1);

  constructor(index: SearchIndex) {
    this.#index = index;
    this.first = new Uint16Array(index.words);
    this.clear();
  }

  clear(): void {
    for (let entry = 1; entry <= this.count; entry++) this.first[this.#words[entry]!] = 0;
    this.firstBytes.fill(0).fill(1, 0, 1);
    this.count = 0;
    this.stemsLeft = LIMITS.allStems;
  }

  /** Whether a word matches a unit as more than a longer word that begins with it. */
  hasForm(word: number): boolean {
    for (let entry = this.first[word]!; entry !== 0; entry = this.next[entry]!) {
      if (this.weight[entry]! > RANKING.prefix) return true;
    }
    return false;
  }

  /** Adds a match. A word matches a unit once, with its best weight; and a phrase once, at all its positions. */
  add(word: number, unit: number, weight: number, positions = 0): void {
    for (let entry = this.first[word]!; entry !== 0; entry = this.next[entry]!) {
      if (this.unit[entry] !== unit || (this.positions[entry] === 0) !== (positions === 0))
        continue;
      this.positions[entry]! |= positions;
      this.weight[entry] = Math.max(weight, this.weight[entry]!);
      return;
    }
    if (this.count === LIMITS.matches) return;
    const entry = ++this.count;
    this.#words[entry] = word;
    this.unit[entry] = unit;
    this.weight[entry] = weight;
    this.positions[entry] = positions;
    this.next[entry] = this.first[word]!;
    this.first[word] = entry;
    this.firstBytes[firstByteOf(this.#index, word)] = 1;
  }
}
