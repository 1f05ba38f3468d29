import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/** A word spelled nearly like another. */
export interface NearWord {
  readonly word: number;
  /** Its length in characters. */
  readonly length: number;
  /** Edits between the two, 1 or 2: characters put in, left out, replaced, or swapped with their neighbor. */
  readonly edits: number;
}

/**
 * The words nearest to a word that is found nowhere. Of the word the first `compared` characters are
 * compared, its stem, with the beginnings of others: other endings of a misspelled word are near as well.
 *
 * The lexicon is in order, so it is walked like a tree: each word goes on from the row of edit distances
 * of the letters that it shares with the word before, and what shares a hopeless beginning is skipped,
 * a group of 8 words at a time where the next group starts with it too.
 *
 * ```text
 *              e  n  c  y  r  p  t
 *           0  1  2  3  .  .  .  .
 *     e     1  0  1  2  3  .  .  .
 *     n     2  1  0  1  2  3  .  .       encode: hopeless from here on, and encoding, encodes, …
 *     c     3  2  1  0  1  2  3  .
 *     r     .  3  2  1  1  1  2  3       encrypt: "yr" and "ry" swapped, 1
 * ```
 *
 * It reads every word's head and compares some hundreds of words: 0.1 ms for 30,000 words.
 *
 * @param text folded, of 2 characters or more
 * @param most edits, 1 or 2; with another first letter 1
 * @param limit of the words returned: the nearest, then those with the same first letter, those of
 * nearly the same length, those that stand first in the lexicon
 */
export function nearWords(
  index: SearchIndex,
  text: string,
  compared: number,
  most: number,
  limit: number,
): readonly NearWord[] {
  const characters = [...text].map((character) => character.codePointAt(0)!);
  const walk = new Walk(characters.slice(0, compared), most, characters.length - compared);
  const { heads, pool } = index;
  let at = 0;
  for (let word = 0; word < index.words; word++) {
    const group = word + (1 << INDEX_FORMAT.groupBits);
    if ((word & (group - word - 1)) === 0 && group < index.words) {
      const next = columnNumber(index.wordOffsets, group >>> INDEX_FORMAT.groupBits);
      if (walk.sharesHopeless(pool, next + 1, pool[next]!)) {
        at = next;
        word = group - 1;
        continue;
      }
    }
    const head = heads[word]!;
    let rest = head & 7;
    if (rest === 7) rest = pool[at++]!;
    const start = at;
    at += rest;
    const shared = (head >>> 3) & 15;
    if (shared >= walk.hopeless) continue;
    if (shared === 0 && pool[start]! < 32) walk.read(word, pool, start + 2, pool[start + 1]!, 0);
    else walk.read(word, pool, start, rest, shared);
  }
  return walk.nearest(limit, characters.length);
}

const MOST_BYTES = 256;
const FAR = 99;

interface Candidate extends NearWord {
  readonly sameFirst: boolean;
}

/** Rows of edit distances by the number of characters read: row 0 is that of no character. */
class Walk {
  /** From how many bytes shared with the last word on a word is too far from the key. */
  hopeless = MOST_BYTES;
  readonly #key: readonly number[];
  readonly #width: number;
  readonly #ending: number;
  #most: number;
  #found: Candidate[] = [];
  readonly #rows: Uint8Array;
  readonly #characters = new Uint32Array(MOST_BYTES);
  /** The last row, up to each one, with which a beginning is near enough; far below 0 if there is none. */
  readonly #lastNear = new Int16Array(MOST_BYTES + 1).fill(-MOST_BYTES);
  /** What was read of the last word. */
  readonly #bytes = new Uint8Array(MOST_BYTES);
  #read = 0;
  /** By bytes read: the characters that are whole, ... */
  readonly #depth = new Uint16Array(MOST_BYTES + 1);
  /** ... and what was read of the next one. */
  readonly #partial = new Uint32Array(MOST_BYTES + 1);

  /** @param ending how many characters of a word may be left out at its end */
  constructor(key: readonly number[], most: number, ending: number) {
    this.#key = key;
    this.#most = most;
    this.#ending = ending;
    this.#width = key.length + 1;
    this.#rows = new Uint8Array(this.#width * (MOST_BYTES + 1)).fill(FAR);
    for (let j = 0; j <= key.length; j++) this.#rows[j] = j;
  }

  /** Whether a word starts with what is hopeless; then so do all words between the last one and it. */
  sharesHopeless(bytes: Uint8Array, start: number, length: number): boolean {
    if (length < this.hopeless) return false;
    for (let i = 0; i < this.hopeless; i++) {
      if (bytes[start + i] !== this.#bytes[i]) return false;
    }
    return true;
  }

  /** Reads `length` bytes of a word behind the `shared` ones that it has in common with the last. */
  read(word: number, bytes: Uint8Array, start: number, length: number, shared: number): void {
    // The lexicon starts anew at every 8th word: what that shares with the last one is found here.
    let from = 0;
    while (
      from < length &&
      shared + from < this.#read &&
      this.#bytes[shared + from] === bytes[start + from]
    ) {
      from++;
    }
    if (shared + from >= this.hopeless) return;
    this.hopeless = MOST_BYTES;
    let depth = this.#depth[shared + from]!;
    let partial = this.#partial[shared + from]!;
    this.#read = shared + from;
    for (let i = from; i < length; i++) {
      const byte = bytes[start + i]!;
      this.#bytes[this.#read++] = byte;
      partial = nextPartial(partial, byte);
      const following = bytes[start + i + 1]!;
      const isWhole = byte < 128 || i + 1 === length || (following & 0xc0) !== 0x80;
      if (isWhole) {
        this.#characters[depth++] = partial;
        partial = 0;
      }
      this.#depth[shared + i + 1] = depth;
      this.#partial[shared + i + 1] = partial;
      if (isWhole && !this.#addRow(depth)) {
        this.hopeless = shared + i + 1;
        return;
      }
    }
    this.#judge(word, depth);
  }

  /** A first letter is seldom wrong, and to look for words with another takes most of the time: one edit is enough. */
  #mostHere(): number {
    return this.#characters[0] === this.#key[0] ? this.#most : 1;
  }

  /** The row of `depth` characters; returns whether a word that goes on from here may be near. */
  #addRow(depth: number): boolean {
    const key = this.#key;
    const rows = this.#rows;
    const row = depth * this.#width;
    const last = row - this.#width;
    const character = this.#characters[depth - 1]!;
    const before = depth > 1 ? this.#characters[depth - 2]! : -1;
    const most = this.#mostHere();
    const from = Math.max(1, depth - most);
    const to = Math.min(key.length, depth + most);
    if (from > 1) rows[row + from - 1] = FAR;
    else rows[row] = depth;
    let least = from > 1 ? FAR : depth;
    for (let j = from; j <= to; j++) {
      const above = j === depth + most ? FAR : rows[last + j]! + 1;
      let edits = Math.min(
        rows[last + j - 1]! + (key[j - 1] === character ? 0 : 1),
        above,
        rows[row + j - 1]! + 1,
      );
      if (j > 1 && depth > 1 && key[j - 1] === before && key[j - 2] === character) {
        edits = Math.min(edits, rows[last - this.#width + j - 2]! + 1);
      }
      rows[row + j] = edits;
      if (edits < least) least = edits;
    }
    const isNear = to === key.length && from <= to && rows[row + to]! <= most;
    this.#lastNear[depth] = isNear ? depth : this.#lastNear[depth - 1]!;
    return least <= most || depth - this.#lastNear[depth]! <= this.#ending;
  }

  /** Keeps a word that is nearer than, or as near as, the nearest so far. */
  #judge(word: number, depth: number): void {
    if (depth === 0 || depth - this.#lastNear[depth]! > this.#ending) return;
    let edits = FAR;
    const last = this.#key.length;
    const most = this.#mostHere();
    for (let row = Math.max(1, depth - this.#ending); row <= depth; row++) {
      if (Math.abs(row - last) > most) continue;
      edits = Math.min(edits, this.#rows[row * this.#width + last]!);
    }
    if (edits > most) return;
    edits = Math.max(1, edits);
    if (edits < this.#most) {
      this.#most = edits;
      this.#found = [];
    }
    const sameFirst = this.#characters[0] === this.#key[0];
    this.#found.push({ word, length: depth, edits, sameFirst });
  }

  nearest(limit: number, length: number): readonly NearWord[] {
    const difference = (candidate: Candidate): number => Math.abs(candidate.length - length);
    return this.#found
      .sort(
        (a, b) =>
          Number(b.sameFirst) - Number(a.sameFirst) ||
          difference(a) - difference(b) ||
          a.word - b.word,
      )
      .slice(0, limit);
  }
}

/** A character of UTF-8 so far, with its next byte: any number that is another for another character. */
function nextPartial(partial: number, byte: number): number {
  if (byte >= 65 && byte <= 90) return byte + 32;
  if (byte < 128) return byte;
  if (byte >= 0xf0) return byte & 7;
  if (byte >= 0xe0) return byte & 15;
  if (byte >= 0xc0) return byte & 31;
  return (partial << 6) | (byte & 63);
}
