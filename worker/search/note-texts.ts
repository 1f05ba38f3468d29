import { ByteList } from "../contract/search/byte-list.ts";
import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { readWord, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";
import { nextCode, wordAt } from "./text.ts";

/**
 * Writes the texts of notes as JSON, in UTF-8. Words are kept as written, because reading one takes ten times as
 * long, and whole results for other queries that find them.
 */
export class NoteTexts {
  /** By note, its result, which is part of `#cache`. */
  readonly #results = new Map<number, Uint8Array>();
  #cache = new ByteList();
  readonly #index: SearchIndex;
  /** Words as JSON, each after its length; words, but not separators and signs, get a leading space. */
  readonly #words = new ByteList();
  /** By word, where it is in `#words`; 0 if it was not written yet. */
  readonly #starts: Uint32Array;
  readonly #wordBytes = new Uint8Array(INDEX_FORMAT.maxWordBytes);

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#starts = new Uint32Array(index.words);
    this.#words.push(0);
  }

  /** Size of the results that are kept, at most `LIMITS.cacheBytes`. */
  get cachedBytes(): number {
    return this.#cache.length;
  }

  /** A note, whose title starts at `title` of the section `text`, as a search result with a leading comma. */
  result(note: number, title: number): Uint8Array {
    const { text } = this.#index;
    const earlier = this.#results.get(note);
    if (earlier !== undefined) return earlier;
    const json = this.#cache;
    const first = json.length;
    const summary = text.indexOf(0, text.indexOf(0, title) + 1) + 1;
    [routeStart(this.#index, note), title, summary].forEach((start, field) => {
      json.append(FIELDS[field]!);
      this.#write(start, json);
    });
    json.append(END);
    const result = json.bytes.subarray(first, json.length);
    this.#results.set(note, result);
    if (json.length > LIMITS.cacheBytes) {
      this.#results.clear();
      this.#cache = new ByteList();
    }
    return result;
  }

  /** Appends the text at `start` of the section `text`, as the contents of a JSON string. */
  #write(start: number, target: ByteList): void {
    const index = this.#index;
    const starts = this.#starts;
    let afterWord = false;
    for (let at = start; index.text[at] !== 0; at = nextCode(index, at)) {
      const word = wordAt(index, at);
      const from = starts[word]! || this.#spell(word);
      const { bytes } = this.#words;
      const isWord = word >= index.separators && bytes[from + 1] === SPACE;
      // Two words in a row have an implied space between them.
      const first = isWord && !afterWord ? from + 2 : from + 1;
      target.append(bytes, first, from + 1 + bytes[from]!);
      afterWord = isWord;
    }
  }

  /** The text at `start` of the section `text` as a string. */
  read(start: number): string {
    const json = this.#cache;
    const first = json.length;
    this.#write(start, json);
    const text = UTF8.decode(json.bytes.subarray(first, json.length));
    json.length = first;
    return JSON.parse(`"${text}"`);
  }

  #spell(word: number): number {
    const bytes = this.#wordBytes;
    const length = readWord(this.#index, word, bytes);
    const kind = bytes[0]!;
    const isPlain = kind >= 32;
    const isWord = isPlain || kind === INDEX_FORMAT.kinds.word;
    if (isPlain && this.#index.heads[word]! > 127) bytes[0] = kind - 32;
    const own = isPlain ? 0 : 2 + bytes[1]!;
    const first = own < length ? own : 2;
    const start = this.#words.length;
    this.#starts[word] = start;
    this.#words.push(length - first + (isWord ? 1 : 0));
    if (isWord) this.#words.push(SPACE);
    this.#words.append(bytes, first, length);
    return start;
  }
}

const FIELDS = [',{"route":"', '","title":"', '","summary":"'].map(utf8Of);
const END = utf8Of('"}');
const SPACE = 32;
const UTF8 = new TextDecoder();

/** Where a note's route starts: a block has its routes before its notes, the last note's first. */
export function routeStart({ text, blockOffsets }: SearchIndex, note: number): number {
  const number = note % INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(blockOffsets, (note - number) / INDEX_FORMAT.notesPerBlock) - 1;
  for (let i = 0; i <= number; i++) {
    do at--;
    while (at >= 0 && text[at] !== 0);
  }
  return at + 1;
}
