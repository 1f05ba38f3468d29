import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { PADDING } from "./byte-writer.ts";

/**
 * Words as JSON writes them, kept from query to query: reading one from the lexicon takes ten times as
 * long. Once there is no more room, others are read each time.
 */
export class SpelledWords {
  readonly bytes: DataView;
  /** By word: from bit 9 on where it starts in `bytes`, in 8 bits its length, in one whether it is a word. */
  readonly places: Uint32Array;
  #length = ONE_WORD;

  constructor(words: number) {
    const kept = Math.min(words, MOST_KEPT);
    this.places = new Uint32Array(kept);
    this.bytes = new DataView(new ArrayBuffer(2 * ONE_WORD + 8 * kept));
  }

  /** Puts a word, as it is stored, into `bytes`, to stay if there is room; returns its place. */
  add(word: number, stored: Uint8Array, storedLength: number, isCapital: boolean): number {
    const kind = stored[0]!;
    const isWord = kind >= 32 || kind === INDEX_FORMAT.kinds.word ? 1 : 0;
    const folded = kind >= 32 ? 0 : 2 + stored[1]!;
    const skipped = folded < storedLength ? folded : 2;
    const length = storedLength - skipped;
    const stays =
      word < this.places.length && this.#length + length + PADDING <= this.bytes.byteLength;
    const to = stays ? this.#length : 0;
    for (let i = 0; i < length; i++) this.bytes.setUint8(to + i, stored[skipped + i]!);
    if (isCapital) this.bytes.setUint8(to, kind - 32);
    const place = (to << 9) | (length << 1) | isWord;
    if (stays) {
      this.#length += length;
      this.places[word] = place;
    }
    return place;
  }
}

/** Bytes of the longest word, or more. */
export const ONE_WORD = 256;
const MOST_KEPT = 16_384;
