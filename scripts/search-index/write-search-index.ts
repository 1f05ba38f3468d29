import { crc32 } from "node:zlib";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { slugOf } from "../../worker/contract/search/slug-of.ts";
import { assertFits } from "./assert-fits.ts";
import { buildLexicon, type Lexicon } from "./build-lexicon.ts";
import { buildPostings } from "./build-postings.ts";
import { ByteList } from "./byte-list.ts";
import { TokenizedDocuments } from "./tokenized-documents.ts";

/**
 * The search index of a collection as one file, laid out as `INDEX_FORMAT` draws it. The same
 * documents give the same bytes.
 *
 * @param documents sorted by route, by code point; taken one after the other
 * @throws Error if their words take more than 8 MiB, or their facets have more than 65,535 values
 */
export function writeSearchIndex(documents: Iterable<SearchDocument>): Uint8Array {
  const tokenized = new TokenizedDocuments(documents);
  const lexicon = buildLexicon(tokenized);
  assertFits(lexicon.pool.length, "bytes of different words", MOST_POOL_BYTES);
  const postings = buildPostings(tokenized, lexicon);
  const text = encodeText(tokenized, lexicon);
  const facets = encodeFacets(tokenized.facets);
  const sections: Record<(typeof INDEX_FORMAT.sections)[number], Uint8Array> = {
    wordOffsets: columnsOf(lexicon.offsets),
    postingOffsets: columnsOf(postings.offsets),
    blockOffsets: columnsOf(text.offsets),
    facets: new Uint8Array(facets.numbers.buffer),
    facetNames: new TextEncoder().encode(facets.names.map((name) => `${name}\0`).join("")),
    heads: lexicon.heads,
    pool: lexicon.pool,
    postings: postings.bytes,
    text: text.bytes,
  };
  const averages = [0, 1, 2].map((field) => averageLength(tokenized, field));
  return assemble(sections, [
    tokenized.length,
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
  header.setUint32(8, crc32(file.subarray(12)), true);
  return file;
}

/**
 * The average length of a field, in tokens times 256, at least one. Tags: of the notes that have some, so that one
 * tag is not long where few notes have any.
 */
function averageLength(documents: TokenizedDocuments, field: number): number {
  let sum = 0;
  let count = 0;
  for (let note = 0; note < documents.length; note++) {
    const { length } = documents.field(note, field);
    sum += length;
    if (field !== TAGS || length > 0) count++;
  }
  return Math.max(256, Math.round((256 * sum) / Math.max(1, count)));
}

const TAGS = 1;

/** In the Worker, where a word begins stands above 8 bits of a positive number of 32. */
const MOST_POOL_BYTES = 1 << 23;

/** The text section, and where the notes of every block start in it. */
function encodeText(
  documents: TokenizedDocuments,
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const bytes = new ByteList();
  const offsets: number[] = [];
  for (let first = 0; first < documents.length; first += INDEX_FORMAT.notesPerBlock) {
    const end = Math.min(first + INDEX_FORMAT.notesPerBlock, documents.length);
    for (let note = end - 1; note >= first; note--) {
      if (note > first) bytes.push(1 + documents.sharedBytes[note]!);
      pushField(bytes, documents.route(note), lexicon);
    }
    offsets.push(bytes.length);
    for (let note = first; note < end; note++) {
      for (let field = 0; field < 3; field++) {
        pushField(bytes, documents.field(note, field), lexicon);
      }
    }
  }
  return { bytes: bytes.toBytes(), offsets: Uint32Array.from(offsets) };
}

function pushField(bytes: ByteList, tokens: Uint32Array, { one, two, wordOfToken }: Lexicon): void {
  const endOfTwo = one + two * 255;
  for (const token of tokens) {
    const word = wordOfToken[token]!;
    if (word < one) bytes.push(word + 1);
    else if (word < endOfTwo) {
      const rest = word - one;
      bytes.push(one + 1 + Math.floor(rest / 255));
      bytes.push(1 + (rest % 255));
    } else {
      const rest = word - endOfTwo;
      bytes.push(one + two + 1 + Math.floor(rest / 65025));
      bytes.push(1 + (Math.floor(rest / 255) % 255));
      bytes.push(1 + (rest % 255));
    }
  }
  bytes.push(0);
}

function encodeFacets(facets: readonly (string | undefined)[]): {
  numbers: Uint16Array;
  names: string[];
} {
  const slugs = new Map<string, string>();
  const slugOnce = (value: string): string => {
    const slug = slugs.get(value) ?? slugOf(value);
    slugs.set(value, slug);
    return slug;
  };
  const values = facets.map((value) => (value === undefined ? "" : slugOnce(value)));
  const names = [...new Set(values)].filter((name) => name !== "").sort();
  assertFits(names.length, "facet values", 0xffff);
  const numberOf = new Map(names.map((name, i) => [name, i + 1]));
  return {
    numbers: Uint16Array.from(values, (name) => numberOf.get(name) ?? 0),
    names,
  };
}

/** The lowest bytes of all numbers, then the next: neighbors are alike in all but the lowest. */
function columnsOf(numbers: Uint32Array): Uint8Array {
  const columns = new Uint8Array(4 * numbers.length);
  numbers.forEach((number, i) => {
    for (let byte = 0; byte < 4; byte++) {
      columns[byte * numbers.length + i] = number >>> (8 * byte);
    }
  });
  return columns;
}
