import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import { shelfStarts } from "../../worker/contract/search/shelf-starts.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import { ByteList } from "./byte-list.ts";
import type { TokenizedDocuments } from "./tokenized-documents.ts";

/** A word of the lexicon: a token, and what it is compared by. */
export interface LexiconWord extends Token {
  readonly folded: string;
}

/** All tokens of a collection, numbered as the format asks. */
export interface Lexicon {
  readonly words: readonly LexiconWord[];
  /** How many words have codes of one byte. */
  readonly one: number;
  /** How many first bytes begin codes of two bytes. */
  readonly two: number;
  readonly heads: Uint8Array;
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  /** The word's number by the number that its token has in the documents. */
  readonly wordOfToken: Uint32Array;
}

/** A word with the number of its token, -1 where it stands in no document. */
interface CountedWord extends LexiconWord {
  readonly token: number;
  readonly count: number;
}

export function buildLexicon(documents: TokenizedDocuments): Lexicon {
  const byFrequency = countWords(documents).sort(
    (a, b) => b.count - a.count || compare(a.text, b.text) || compare(a.kind, b.kind),
  );
  const { one, two } = codeSizes(byFrequency.length);
  const starts = shelfStarts(one, byFrequency.length);
  const words: CountedWord[] = [];
  starts.forEach((start, shelf) => {
    for (const word of byFrequency.slice(start, starts[shelf + 1]).sort(inShelf)) words.push(word);
  });
  const wordOfToken = new Uint32Array(documents.tokens.length);
  words.forEach(({ token }, i) => {
    if (token !== -1) wordOfToken[token] = i;
  });
  return { words, one, two, ...encodeWords(words, new Set(starts)), wordOfToken };
}

function inShelf(a: LexiconWord, b: LexiconWord): number {
  return (
    compareCodePoints(a.folded, b.folded) ||
    compare(a.kind, b.kind) ||
    compareCodePoints(a.text, b.text)
  );
}

/** Each word behind what it shares with the one before it, none at the start of a group or a shelf. */
function encodeWords(
  words: readonly LexiconWord[],
  shelves: ReadonlySet<number>,
): Pick<Lexicon, "heads" | "pool" | "offsets"> {
  const heads = new Uint8Array(words.length);
  const pool = new ByteList();
  const offsets: number[] = [];
  let before = new Uint8Array();
  words.forEach((word, i) => {
    const startsGroup = i % WORDS_PER_GROUP === 0;
    if (startsGroup) offsets.push(pool.length);
    const bytes = encodeWord(word);
    const isCapital = bytes[0]! >= 65 && bytes[0]! <= 90;
    if (isCapital) bytes[0]! += 32;
    const isWhole = startsGroup || shelves.has(i) || bytes[0]! < 32;
    const most = isWhole ? 0 : Math.min(15, bytes.length);
    let shared = 0;
    while (shared < most && bytes[shared] === before[shared]) shared++;
    const rest = bytes.length - shared;
    const isLong = startsGroup || rest > 6;
    heads[i] = (isCapital ? 128 : 0) | (shared << 3) | (isLong ? 7 : rest);
    if (isLong) pool.push(rest);
    for (const byte of bytes.subarray(shared)) pool.push(byte);
    before = bytes;
  });
  return { heads, pool: pool.toBytes(), offsets: Uint32Array.from(offsets) };
}

function countWords(documents: TokenizedDocuments): CountedWord[] {
  const { tokens, counts } = documents;
  const isMatched = new Uint8Array(tokens.length);
  for (let document = 0; document < documents.length; document++) {
    for (let field = 0; field < 3; field++) {
      for (const token of documents.field(document, field)) isMatched[token] = 1;
    }
  }
  const words = tokens.map(({ text, kind }, token): CountedWord => {
    const folded = kind === "separator" ? "" : fold(text);
    return { text, kind, folded, token, count: counts[token]! };
  });
  const foldedForms = new Set(words.map((word) => word.folded));
  const isWord = ({ kind }: CountedWord, token: number) =>
    kind === "word" && isMatched[token] === 1;
  for (const { text } of words.filter(isWord)) {
    for (const part of wordParts(text)) {
      const folded = fold(part);
      if (foldedForms.has(folded)) continue;
      foldedForms.add(folded);
      words.push({ text: folded, kind: "word", folded, token: -1, count: 0 });
    }
  }
  return words;
}

/** As many codes of one byte as leave room for the rest in two, if they can; else some of each. */
function codeSizes(words: number): { one: number; two: number } {
  const leads = Math.ceil((words - 255) / 254);
  if (leads <= 150) {
    const two = Math.max(leads, 0);
    return { one: 255 - two, two };
  }
  const three = Math.ceil(words / 65025);
  return { one: 255 - 150 - three, two: 150 };
}

function encodeWord({ text, kind, folded }: LexiconWord): Uint8Array<ArrayBuffer> {
  const json = UTF8.encode(JSON.stringify(text).slice(1, -1));
  const plain = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === folded;
  if (kind === "word" && plain) return json;
  const form = UTF8.encode(folded);
  const same = kind === "sign" && text === folded;
  return Uint8Array.of(INDEX_FORMAT.marks[kind], form.length, ...form, ...(same ? [] : json));
}

const WORDS_PER_GROUP = 1 << INDEX_FORMAT.groupBits;
const UTF8 = new TextEncoder();

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
