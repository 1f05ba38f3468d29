import { INDEX_FORMAT } from "../../worker/contract/search/index-format.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { slugOf } from "../../worker/contract/search/slug-of.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { buildLexicon, type Lexicon } from "./build-lexicon.ts";
import { buildPostings } from "./build-postings.ts";
import { checksumOf } from "./checksum-of.ts";
import type { TokenizedDocument } from "./tokenized-document.ts";

/**
 * The search index of a collection as one file, laid out as `INDEX_FORMAT` draws it. The same
 * documents give the same bytes.
 *
 * @param documents sorted by route, by code point
 */
export function writeSearchIndex(documents: readonly SearchDocument[]): Uint8Array {
  const tokenized = documents.map(
    (document): TokenizedDocument => [
      tokenize(document.title),
      tokenize(document.tags.join("\n")),
      tokenize(document.summary),
      tokenize(document.route),
    ],
  );
  const lexicon = buildLexicon(tokenized);
  const postings = buildPostings(tokenized, lexicon);
  const text = encodeText(tokenized, lexicon);
  const facets = encodeFacets(documents);
  const sections: Record<(typeof INDEX_FORMAT.sections)[number], Uint8Array> = {
    wordOffsets: bytesOf(lexicon.offsets),
    postingOffsets: bytesOf(postings.offsets),
    blockOffsets: bytesOf(text.offsets),
    facets: bytesOf(facets.numbers),
    facetNames: new TextEncoder().encode(facets.names.map((name) => `${name}\0`).join("")),
    wordLengths: lexicon.lengths,
    pool: lexicon.pool,
    postings: postings.bytes,
    text: text.bytes,
  };
  const averages = [0, 1, 2].map((field) => averageLength(tokenized, field));
  return assemble(sections, [
    documents.length,
    lexicon.words.length,
    lexicon.one,
    lexicon.two,
    ...averages,
    facets.names.length,
  ]);
}

function assemble(
  sections: Record<(typeof INDEX_FORMAT.sections)[number], Uint8Array>,
  counts: readonly number[],
): Uint8Array {
  const starts: number[] = [];
  let length: number = INDEX_FORMAT.headerBytes;
  for (const name of INDEX_FORMAT.sections) {
    starts.push(length);
    length += Math.ceil(sections[name].length / 4) * 4;
  }
  const file = new Uint8Array(length);
  INDEX_FORMAT.sections.forEach((name, i) => {
    file.set(sections[name], starts[i]!);
  });
  const header = new DataView(file.buffer);
  const numbers = [INDEX_FORMAT.magic, INDEX_FORMAT.version, 0, length, ...counts, ...starts];
  numbers.forEach((number, i) => {
    header.setUint32(4 * i, number, true);
  });
  header.setUint32(8, checksumOf(file.subarray(12)), true);
  return file;
}

/**
 * The average length of a field, in tokens times 256, at least one. Tags: of the notes that have some, so that one
 * tag is not long where few notes have any.
 */
function averageLength(documents: readonly TokenizedDocument[], field: number): number {
  const lengths = documents
    .map((fields) => fields[field]!.length)
    .filter((length) => field !== TAGS || length > 0);
  const sum = lengths.reduce((total, length) => total + length, 0);
  return Math.max(256, Math.round((256 * sum) / Math.max(1, lengths.length)));
}

const TAGS = 1;

/** The text section, and where the notes of every block start in it. */
function encodeText(
  documents: readonly TokenizedDocument[],
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const bytes: number[] = [];
  const offsets: number[] = [];
  for (let first = 0; first < documents.length; first += INDEX_FORMAT.notesPerBlock) {
    const block = documents.slice(first, first + INDEX_FORMAT.notesPerBlock);
    for (const [, , , route] of block) pushField(bytes, route, lexicon);
    offsets.push(bytes.length);
    for (const [title, tags, summary] of block) {
      for (const tokens of [title, tags, summary]) pushField(bytes, tokens, lexicon);
    }
  }
  return { bytes: Uint8Array.from(bytes), offsets: Uint32Array.from(offsets) };
}

function pushField(bytes: number[], tokens: readonly Token[], lexicon: Lexicon): void {
  const { one, two } = lexicon;
  const endOfTwo = one + two * 255;
  for (const token of tokens) {
    const word = lexicon.numberOf(token);
    if (word < one) bytes.push(word + 1);
    else if (word < endOfTwo) {
      const rest = word - one;
      bytes.push(one + 1 + Math.floor(rest / 255), 1 + (rest % 255));
    } else {
      const rest = word - endOfTwo;
      const lead = one + two + 1 + Math.floor(rest / 65025);
      bytes.push(lead, 1 + (Math.floor(rest / 255) % 255), 1 + (rest % 255));
    }
  }
  bytes.push(0);
}

function encodeFacets(documents: readonly SearchDocument[]): {
  numbers: Uint16Array;
  names: string[];
} {
  const values = documents.map((document) =>
    [document.collection, document.domain, document.category].map((value) =>
      value === undefined ? "" : slugOf(value),
    ),
  );
  const names = [...new Set(values.flat())].filter((name) => name !== "").sort();
  if (names.length > 0xffff) throw new Error(`${names.length} facet values: at most 65535 fit`);
  const numberOf = new Map(names.map((name, i) => [name, i + 1]));
  return {
    numbers: Uint16Array.from(values.flat(), (name) => numberOf.get(name) ?? 0),
    names,
  };
}

function bytesOf(numbers: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer);
}
