import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/**
 * Copies a word to the start of `target` as it is stored, its first letter in lower case.
 *
 * @param target has room for 256 bytes
 * @returns its length in bytes
 */
export function readWord(index: SearchIndex, word: number, target: Uint8Array): number {
  const { heads, pool } = index;
  let next = (word >>> INDEX_FORMAT.groupBits) << INDEX_FORMAT.groupBits;
  let at = columnNumber(index.wordOffsets, word >>> INDEX_FORMAT.groupBits);
  let to = 0;
  for (; next <= word; next++) {
    const head = heads[next]!;
    to = (head >>> 3) & 15;
    let rest = head & 7;
    if (rest === 7) rest = pool[at++]!;
    for (; rest > 0; rest--) target[to++] = pool[at++]!;
  }
  return to;
}

/** Copies the folded form of a word to the start of `target`; returns its length, 0 for a separator. */
export function readFolded(index: SearchIndex, word: number, target: Uint8Array): number {
  const length = readWord(index, word, target);
  if (target[0]! < 32) {
    const folded = target[1]!;
    target.copyWithin(0, 2, 2 + folded);
    return folded;
  }
  for (let i = 0; i < length; i++) if (isCapital(target[i]!)) target[i]! += 32;
  return length;
}

/** The words whose folded form is the key. The first of them has the list of all. */
export function findExact(index: SearchIndex, key: Uint8Array, keyLength = key.length): number[] {
  const words: number[] = [];
  findWords(index, key, keyLength, (word, length) => {
    if (length !== keyLength) return false;
    words.push(word);
    return true;
  });
  return words;
}

/**
 * The words whose folded form starts with a key: those of the frequent words, then those of the rest,
 * each in the order of their folded forms.
 *
 * ```text
 *     frequent  … hash | Hash  have …        rest  … haste | hashed  hashing  Hashing | haskell …
 * ```
 *
 * @param visit gets each word and the length of its folded form; returns whether to go on in its part
 */
export function findWords(
  index: SearchIndex,
  key: Uint8Array,
  keyLength: number,
  visit: (word: number, length: number) => boolean,
): void {
  const one = Math.min(index.one, index.words);
  findInPart(index, 0, one, key, keyLength, visit);
  findInPart(index, one, index.words, key, keyLength, visit);
}

function findInPart(
  index: SearchIndex,
  start: number,
  end: number,
  key: Uint8Array,
  keyLength: number,
  visit: (word: number, length: number) => boolean,
): void {
  if (start >= end) return;
  const { heads, pool, wordOffsets } = index;
  // The last group that starts before the key, or the one in which the part does.
  let low = start >>> INDEX_FORMAT.groupBits;
  let high = (end - 1) >>> INDEX_FORMAT.groupBits;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const at = columnNumber(wordOffsets, middle) + 1;
    if (compareFolded(pool, at, pool[at - 1]!, key, keyLength) < 0) low = middle;
    else high = middle - 1;
  }
  const bytes = new Uint8Array(256);
  let at = columnNumber(wordOffsets, low);
  for (let word = low << INDEX_FORMAT.groupBits; word < end; word++) {
    const head = heads[word]!;
    let to = (head >>> 3) & 15;
    let rest = head & 7;
    if (rest === 7) rest = pool[at++]!;
    for (; rest > 0; rest--) bytes[to++] = pool[at++]!;
    if (word < start) continue;
    const order = compareFolded(bytes, 0, to, key, keyLength);
    if (order > 0) break;
    if (order === 0 && !visit(word, bytes[0]! < 32 ? bytes[1]! : to)) break;
  }
}

/** Below 0 if the folded form of a stored word is before a key, 0 if it starts with it, else above 0. */
function compareFolded(
  bytes: Uint8Array,
  start: number,
  stored: number,
  key: Uint8Array,
  keyLength: number,
): number {
  const isMarked = bytes[start]! < 32;
  const from = isMarked ? start + 2 : start;
  const length = isMarked ? bytes[start + 1]! : stored;
  const both = Math.min(length, keyLength);
  for (let i = 0; i < both; i++) {
    const byte = bytes[from + i]!;
    const difference = (isCapital(byte) ? byte + 32 : byte) - key[i]!;
    if (difference !== 0) return difference;
  }
  return length < keyLength ? -1 : 0;
}

function isCapital(byte: number): boolean {
  return byte >= 65 && byte <= 90;
}
