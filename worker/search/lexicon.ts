import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/**
 * Copies a word to the start of `target`, as stored, with its first letter in lower case.
 *
 * @param target at least `INDEX_FORMAT.maxWordBytes` long
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
    const formLength = target[1]!;
    target.copyWithin(0, 2, 2 + formLength);
    return formLength;
  }
  for (let i = 0; i < length; i++) target[i] = lowered(target[i]!);
  return length;
}

/**
 * A word as it is spelled, except for the case of the first letter.
 *
 * @param form its folded form, which it equals unless it has accents or other signs
 */
export function spellingOf(index: SearchIndex, word: number, form: string): string {
  const length = readWord(index, word, wordBytes);
  if (wordBytes[0]! >= 32) return form;
  const start = 2 + wordBytes[1]!;
  return start < length ? textOf(wordBytes.subarray(start, length)) : form;
}

const wordBytes = new Uint8Array(INDEX_FORMAT.maxWordBytes);

/** The words with this folded form. They are consecutive, and share the first one's posting list. */
export function findExact(index: SearchIndex, form: string): number[] {
  const key = utf8Of(form);
  const words: number[] = [];
  findWords(index, key, key.length, (word, _, length) => {
    if (length === key.length) words.push(word);
    return length === key.length;
  });
  return words;
}

/**
 * Visits the words whose folded form starts with the first `length` bytes of a key, in the order of the lexicon.
 *
 * @param visit called with each word, its folded form, which the next word overwrites, and its length; returns
 *   whether to go on
 */
export function findWords(
  index: SearchIndex,
  key: Uint8Array,
  length: number,
  visit: (word: number, form: Uint8Array, length: number) => boolean,
): void {
  const { heads, pool, words } = index;
  const group = groupBefore(index, key, length);
  let at = columnNumber(index.wordOffsets, group);
  for (let word = group << INDEX_FORMAT.groupBits; word < words; word++) {
    const head = heads[word]!;
    let rest = head & 7;
    if (rest === 7) rest = pool[at++]!;
    const isMarked = (head & SHARED) === 0 && pool[at]! < 32;
    const start = isMarked ? at + 2 : at;
    at += rest;
    const end = isMarked ? start + pool[start - 1]! : at;
    let to = isMarked ? 0 : (head & SHARED) >>> 3;
    for (let from = start; from < end; from++) {
      form[to++] = isMarked ? pool[from]! : lowered(pool[from]!);
    }
    const order = compare(form, 0, to, key, length);
    if (order > 0 || (order === 0 && !visit(word, form, to))) return;
  }
}

/** Reused, because allocating it takes longer than finding a word. */
const form = new Uint8Array(INDEX_FORMAT.maxWordBytes);

/** Mask for `heads`: the number of bytes that a word shares with the one before it. */
const SHARED = 15 << 3;

/** The last group of 8 words that starts before a key, or the first one. */
function groupBefore(index: SearchIndex, key: Uint8Array, length: number): number {
  const { pool, wordOffsets } = index;
  let low = 0;
  let high = (index.words - 1) >>> INDEX_FORMAT.groupBits;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const at = columnNumber(wordOffsets, middle) + 1;
    const isMarked = pool[at]! < 32;
    const start = isMarked ? at + 2 : at;
    if (compare(pool, start, isMarked ? pool[at + 1]! : pool[at - 1]!, key, length) < 0) {
      low = middle;
    } else high = middle - 1;
  }
  return low;
}

/** Negative if a word, in lower case, sorts before a key, 0 if it starts with the key, else positive. */
function compare(
  bytes: Uint8Array,
  start: number,
  length: number,
  key: Uint8Array,
  keyLength: number,
): number {
  const both = Math.min(length, keyLength);
  for (let i = 0; i < both; i++) {
    const difference = lowered(bytes[start + i]!) - key[i]!;
    if (difference !== 0) return difference;
  }
  return length < keyLength ? -1 : 0;
}

function lowered(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Encodes a text as UTF-8; without a call into the runtime if it is ASCII, as most texts are. */
export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return UTF8.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

export function textOf(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

const UTF8 = new TextEncoder();
const DECODER = new TextDecoder();
