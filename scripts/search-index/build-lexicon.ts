import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { ByteList } from "../../worker/contract/search/byte-list.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { Token } from "../../worker/contract/search/tokenize.ts";
import type { TokenizedDocuments } from "./tokenize-documents.ts";

/** A word of the lexicon: a token and its folded form. */
interface LexiconWord extends Token {
  readonly folded: string;
}

/** All distinct tokens, numbered in the order that the index format prescribes. */
export interface Lexicon {
  readonly words: readonly LexiconWord[];
  /** The words with one-byte codes. */
  readonly frequent: readonly number[];
  /** By word, its one-byte code; 0 if it has none. */
  readonly shortCodes: Uint8Array;
  /** Number of lead bytes of two-byte codes. */
  readonly two: number;
  /** Number of separators, which are the first words. */
  readonly separators: number;
  /** By token, its word. */
  readonly wordOfToken: Uint32Array;
}

/** A word with the number of its token. */
interface CountedWord extends LexiconWord {
  readonly token: number;
  readonly count: number;
}

export function buildLexicon(documents: TokenizedDocuments): Lexicon {
  const words = countWords(documents).sort(inLexicon);
  const wordOfToken = new Uint32Array(documents.tokens.length);
  words.forEach(({ token }, i) => {
    wordOfToken[token] = i;
  });
  const { one, two } = codeSizes(words.length);
  const byCount = words.map(({ count }, word) => ({ word, count }));
  byCount.sort((a, b) => b.count - a.count);
  const frequent = byCount.slice(0, one).map(({ word }) => word);
  frequent.sort((a, b) => a - b);
  const shortCodes = new Uint8Array(words.length);
  frequent.forEach((word, i) => {
    shortCodes[word] = i + 1;
  });
  const separators = words.filter(({ kind }) => kind === "separator").length;
  return { words, frequent, shortCodes, two, separators, wordOfToken };
}

function countWords({ tokens, counts }: TokenizedDocuments): CountedWord[] {
  return tokens.map(({ text, kind }, token) => {
    const folded = kind === "separator" ? "" : fold(text);
    return { text, kind, folded, token, count: counts[token]! };
  });
}

/** Chooses as many one-byte codes as leave two-byte codes for the rest; large lexicons need three-byte ones too. */
function codeSizes(words: number): { one: number; two: number } {
  const two = Math.min(Math.ceil(words / 255), MAX_TWO);
  const three = Math.ceil(Math.max(words - 255 * two, 0) / 65025);
  return { one: 255 - two - three, two };
}

const MAX_TWO = 150;

function inLexicon(a: LexiconWord, b: LexiconWord): number {
  return (
    compareCodePoints(a.folded, b.folded) ||
    compareCodePoints(a.kind, b.kind) ||
    compareCodePoints(a.text, b.text)
  );
}

/** The sections `heads` and `pool`, and the numbers of `wordOffsets`. */
export function encodeWords({ words }: Lexicon): {
  heads: Uint8Array;
  pool: Uint8Array;
  offsets: number[];
} {
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
    const isWhole = startsGroup || bytes[0]! < 32;
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
  return { heads, pool: pool.toBytes(), offsets };
}

const WORDS_PER_GROUP = 1 << INDEX_FORMAT.groupBits;

function encodeWord({ text, kind, folded }: LexiconWord): Uint8Array<ArrayBuffer> {
  const json = UTF8.encode(JSON.stringify(text).slice(1, -1));
  const isPlain = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === folded;
  if (kind === "word" && isPlain) return json;
  const form = UTF8.encode(folded);
  const isForm = kind === "sign" && text === folded;
  return Uint8Array.of(INDEX_FORMAT.kinds[kind], form.length, ...form, ...(isForm ? [] : json));
}

const UTF8 = new TextEncoder();
