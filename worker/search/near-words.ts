import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { copyFolded } from "./copy-folded.ts";
import { editDistance } from "./edit-distance.ts";
import * as LIMITS from "./limits.ts";
import { postingOffset } from "./posting-offset.ts";
import type { SearchIndex } from "./search-index.ts";

/** A word spelled nearly so. */
export interface NearWord {
  readonly word: number;
  /** Edits between the two, 1 or 2. */
  readonly distance: number;
  readonly sameFirst: boolean;
}

/**
 * The nearest spellings of a word that is found nowhere: one edit, two for 8 bytes or more, and two only
 * where one leads to nothing. Those with the same first byte come first, then the frequent.
 *
 * @param key has 4 bytes or more
 */
export function nearWords(index: SearchIndex, key: Uint8Array): NearWord[] {
  if (key.length > 60) return [];
  const most = key.length < 8 ? 1 : 2;
  const letters = lettersOf(index);
  const wanted = maskOf(key, key.length);
  let found: NearWord[] = [];
  let nearest = most;
  for (let word = 0; ; word++) {
    // An edit changes at most one letter of each of the two sets: few words are left to compare.
    while (
      word < letters.length &&
      (tooMany(letters[word]! & ~wanted, nearest) || tooMany(wanted & ~letters[word]!, nearest))
    )
      word++;
    if (word === letters.length) break;
    const length = copyFolded(index, word, WORD);
    const distance = editDistance(key, key.length, WORD, length, nearest);
    if (
      distance > nearest ||
      index.postings[postingOffset(index, word)]! <= INDEX_FORMAT.wholesFollow
    )
      continue;
    if (distance < nearest) found = [];
    nearest = distance;
    found.push({ word, distance, sameFirst: WORD[0] === key[0] });
  }
  return found
    .sort((a, b) => Number(b.sameFirst) - Number(a.sameFirst) || a.word - b.word)
    .slice(0, LIMITS.spellings);
}

const WORD = new Uint8Array(256);

/** The letters of every word, found out when the first misspelled word comes: a bit for each. */
function lettersOf(index: SearchIndex): Uint32Array {
  if (index.letters.length === index.words) return index.letters;
  const letters = new Uint32Array(index.words);
  for (let word = 0; word < letters.length; word++) {
    letters[word] = maskOf(WORD, copyFolded(index, word, WORD));
  }
  index.letters = letters;
  return letters;
}

function maskOf(word: Uint8Array, length: number): number {
  let mask = 0;
  for (let i = 0; i < length; i++) {
    const byte = word[i]!;
    mask |= 1 << (byte >= 97 && byte <= 122 ? byte - 97 : 26 + (byte % 6));
  }
  return mask;
}

/** Whether more than `most` bits are set, for a `most` of 1 or 2. */
function tooMany(bits: number, most: number): boolean {
  const lessOne = bits & (bits - 1);
  const lessTwo = lessOne & (lessOne - 1);
  return (most === 1 ? lessOne : lessTwo) !== 0;
}
