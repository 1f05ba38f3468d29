import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import { INDEX_FORMAT } from "../../worker/contract/search/index-format.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
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
  readonly pool: Uint8Array;
  readonly lengths: Uint8Array;
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
  const words: CountedWord[] = [];
  let size = one;
  for (
    let start = 0;
    start < byFrequency.length;
    start += size, size = start === one ? INDEX_FORMAT.firstShelf : size * INDEX_FORMAT.shelfGrowth
  ) {
    const shelf = byFrequency
      .slice(start, start + size)
      .sort(
        (a, b) =>
          compareCodePoints(a.folded, b.folded) ||
          compare(a.kind, b.kind) ||
          compareCodePoints(a.text, b.text),
      );
    for (const word of shelf) words.push(word);
  }
  const wordOfToken = new Uint32Array(documents.tokens.length);
  words.forEach(({ token }, i) => {
    if (token !== -1) wordOfToken[token] = i;
  });
  const encoded = words.map(encodeWord);
  const offsets: number[] = [];
  let length = 0;
  encoded.forEach((bytes, i) => {
    if (i % INDEX_FORMAT.wordsPerOffset === 0) offsets.push(length);
    length += bytes.length;
  });
  return {
    words,
    one,
    two,
    pool: Buffer.concat(encoded),
    lengths: Uint8Array.from(encoded, (bytes) => bytes.length),
    offsets: Uint32Array.from(offsets),
    wordOfToken,
  };
}

function countWords(documents: TokenizedDocuments): CountedWord[] {
  const { tokens } = documents;
  const counts = new Uint32Array(tokens.length);
  const isMatched = new Uint8Array(tokens.length);
  for (let document = 0; document < documents.length; document++) {
    for (let field = 0; field < 4; field++) {
      for (const token of documents.field(document, field)) {
        counts[token]!++;
        if (field < 3) isMatched[token] = 1;
      }
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

function encodeWord(word: LexiconWord): Uint8Array {
  const json = UTF8.encode(JSON.stringify(word.text).slice(1, -1));
  if (word.kind === "separator") return Uint8Array.of(INDEX_FORMAT.separator, ...json);
  const folded = UTF8.encode(word.folded);
  const plain = word.text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === word.folded;
  if (word.kind === "sign" && word.text === word.folded) {
    return Uint8Array.of(INDEX_FORMAT.sign, ...json);
  }
  if (word.kind === "word" && plain) return json;
  const mark = word.kind === "word" ? INDEX_FORMAT.foldedWord : INDEX_FORMAT.foldedSign;
  return Uint8Array.of(mark, folded.length, ...folded, ...json);
}

const UTF8 = new TextEncoder();

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
