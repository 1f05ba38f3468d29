import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import { INDEX_FORMAT } from "../../worker/contract/search/index-format.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import type { TokenizedDocument } from "./tokenized-document.ts";

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
  numberOf(token: Token): number;
}

export function buildLexicon(documents: readonly TokenizedDocument[]): Lexicon {
  const counted = countTokens(documents);
  const byFrequency = [...counted.values()].sort(
    (a, b) =>
      b.count - a.count || compare(a.word.text, b.word.text) || compare(a.word.kind, b.word.kind),
  );
  const { one, two } = codeSizes(byFrequency.length);
  const words: LexiconWord[] = [];
  let size = one;
  for (
    let start = 0;
    start < byFrequency.length;
    start += size, size = start === one ? INDEX_FORMAT.firstShelf : size * INDEX_FORMAT.shelfGrowth
  ) {
    const shelf = byFrequency.slice(start, start + size).map((entry) => entry.word);
    words.push(
      ...shelf.sort(
        (a, b) =>
          compareCodePoints(a.folded, b.folded) ||
          compare(a.kind, b.kind) ||
          compareCodePoints(a.text, b.text),
      ),
    );
  }
  const numbers = new Map(words.map((word, i) => [keyOf(word), i]));
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
    numberOf: (token) => numbers.get(keyOf(token))!,
  };
}

function countTokens(
  documents: readonly TokenizedDocument[],
): Map<string, { word: LexiconWord; count: number }> {
  const counted = new Map<string, { word: LexiconWord; count: number }>();
  const matched = new Set<LexiconWord>();
  for (const fields of documents) {
    fields.forEach((tokens, field) => {
      for (const token of tokens) {
        const key = keyOf(token);
        let entry = counted.get(key);
        if (entry === undefined) {
          const folded = token.kind === "separator" ? "" : fold(token.text);
          entry = { word: { ...token, folded }, count: 0 };
          counted.set(key, entry);
        }
        entry.count++;
        if (field < 3 && token.kind === "word") matched.add(entry.word);
      }
    });
  }
  const foldedForms = new Set([...counted.values()].map((entry) => entry.word.folded));
  for (const word of matched) {
    for (const part of wordParts(word.text)) {
      const folded = fold(part);
      if (foldedForms.has(folded)) continue;
      foldedForms.add(folded);
      const added: LexiconWord = { text: folded, kind: "word", folded };
      counted.set(keyOf(added), { word: added, count: 0 });
    }
  }
  return counted;
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

function keyOf(token: Token): string {
  return token.kind === "separator" ? ` ${token.text}` : token.text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
