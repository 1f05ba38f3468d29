import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/** A word with a similar spelling. */
export interface NearWord {
  readonly word: number;
  /** Length in characters. */
  readonly length: number;
  /** Edit distance, 1 or 2: characters inserted, deleted, replaced, or swapped with their neighbor. */
  readonly edits: number;
}

/**
 * Finds the words nearest to a word that is found nowhere. The first `compared` characters, its stem, are
 * compared with the prefixes of other words, so that a misspelled word matches in all its forms.
 *
 * The lexicon is sorted, so it can be walked like a trie: a word continues from the row of edit distances
 * for the letters it shares with the word before. Words with a hopeless prefix are skipped, a group of 8
 * at a time if the next group starts with that prefix too.
 *
 * ```text
 *              e  n  c  y  r  p  t
 *           0  1  2  3  .  .  .  .
 *     e     1  0  1  2  3  .  .  .
 *     n     2  1  0  1  2  3  .  .       encode: hopeless from here on, as are encoding, encodes, …
 *     c     3  2  1  0  1  2  3  .
 *     r     .  3  2  1  1  1  2  3       encrypt: "yr" and "ry" swapped, 1
 * ```
 *
 * It reads the head of every word and compares a few hundred words: 0.1 ms for 30,000 words.
 *
 * @param text folded, at least 2 characters
 * @param most maximum edit distance, 1 or 2; 1 for words with another first letter
 * @param limit maximum number of words. Of those with the lowest edit distance, words with the same first
 * letter come first, then those closest in length, then by their order in the lexicon
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

/** The matrix of edit distances. Row n is for the first n characters of the current word. */
class Walk {
  /** A word that shares this many bytes with the last word is too far from the key. */
  hopeless = MOST_BYTES;
  readonly #key: readonly number[];
  readonly #width: number;
  readonly #ending: number;
  #most: number;
  #found: Candidate[] = [];
  readonly #rows: Uint8Array;
  readonly #characters = new Uint32Array(MOST_BYTES);
  /** By row, the last one so far at which the prefix is near enough; far below 0 if there is none. */
  readonly #lastNear = new Int16Array(MOST_BYTES + 1).fill(-MOST_BYTES);
  /** The bytes read of the last word. */
  readonly #bytes = new Uint8Array(MOST_BYTES);
  #read = 0;
  /** By number of bytes read: the number of complete characters, ... */
  readonly #depth = new Uint16Array(MOST_BYTES + 1);
  /** ... and the bits of an incomplete one. */
  readonly #partial = new Uint32Array(MOST_BYTES + 1);

  /** @param ending how many characters at the end of a word may be ignored */
  constructor(key: readonly number[], most: number, ending: number) {
    this.#key = key;
    this.#most = most;
    this.#ending = ending;
    this.#width = key.length + 1;
    this.#rows = new Uint8Array(this.#width * (MOST_BYTES + 1)).fill(FAR);
    for (let j = 0; j <= key.length; j++) this.#rows[j] = j;
  }

  /** Whether a word starts with the hopeless prefix of the last one; then so do all words between them. */
  sharesHopeless(bytes: Uint8Array, start: number, length: number): boolean {
    if (length < this.hopeless) return false;
    for (let i = 0; i < this.hopeless; i++) {
      if (bytes[start + i] !== this.#bytes[i]) return false;
    }
    return true;
  }

  /** Reads the `length` bytes of a word that follow the `shared` bytes it has in common with the last one. */
  read(word: number, bytes: Uint8Array, start: number, length: number, shared: number): void {
    // Every 8th word is stored in full, so what it shares with the last one is found here.
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

  /** A first letter is seldom wrong, and words with another take most of the time, so they get one edit only. */
  #mostHere(): number {
    return this.#characters[0] === this.#key[0] ? this.#most : 1;
  }

  /** Computes the row of `depth` characters; returns whether a word with this prefix may be near. */
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

  /** Keeps a word that is at least as near as the nearest so far. */
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

/** Adds a byte of UTF-8 to a partial character. The results are not code points, but just as distinct. */
function nextPartial(partial: number, byte: number): number {
  if (byte >= 65 && byte <= 90) return byte + 32;
  if (byte < 128) return byte;
  if (byte >= 0xf0) return byte & 7;
  if (byte >= 0xe0) return byte & 15;
  if (byte >= 0xc0) return byte & 31;
  return (partial << 6) | (byte & 63);
}
