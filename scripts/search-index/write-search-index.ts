import { crc32 } from "node:zlib";
import { aliasKey } from "../../worker/contract/search/alias-key.ts";
import { ByteList } from "../../worker/contract/search/byte-list.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { buildLexicon, encodeWords, type Lexicon } from "./build-lexicon.ts";
import { encodePostings } from "./build-postings.ts";
import { FUNCTION_WORDS } from "./function-words.ts";
import { TAG_SEPARATOR, type TokenizedDocuments, tokenizeDocuments } from "./tokenize-documents.ts";

/**
 * Builds the search index, laid out as described in `index-format.ts`. The same documents give the same
 * bytes.
 *
 * @param documents sorted by route, by code point
 * @param language of most of the documents
 */
export function writeSearchIndex(
  documents: readonly SearchDocument[],
  language: Language = "en",
): Uint8Array {
  const tokenized = tokenizeDocuments(documents);
  const lexicon = buildLexicon(tokenized);
  const words = encodeWords(lexicon);
  const postings = encodePostings(tokenized, lexicon);
  const text = encodeText(tokenized, lexicon);
  const sections: Sections = {
    frequent: columnsOf(lexicon.frequent),
    wordOffsets: columnsOf(words.offsets),
    postingOffsets: columnsOf(postings.offsets),
    blockOffsets: columnsOf(text.offsets),
    heads: words.heads,
    pool: words.pool,
    postings: postings.bytes,
    text: text.bytes,
    names: encodeNames(documents),
    stopWords: Buffer.from(`${FUNCTION_WORDS[language]} `.replace(/\S+/g, (word) => fold(word))),
  };
  return assemble(sections, [
    tokenized.rows.length,
    lexicon.words.length,
    lexicon.two,
    lexicon.separators,
    lexicon.wordOfToken[TAG_SEPARATOR]!,
    ...[0, 1, 2].map((field) => averageLength(tokenized, field)),
    language.charCodeAt(0) + 256 * language.charCodeAt(1),
  ]);
}

/** Whether the bytes are those of a whole search index, by its checksum. */
export function isIntact(file: Uint8Array): boolean {
  const header = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return (
    file.length > INDEX_FORMAT.headerBytes && header.getUint32(8, true) === crc32(file.subarray(12))
  );
}

type Sections = Record<(typeof INDEX_FORMAT.sections)[number], Uint8Array>;

function assemble(sections: Sections, counts: readonly number[]): Uint8Array {
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
 * The average length of a field in tokens times 256, at least one token. For tags, only notes with tags
 * count; otherwise a single tag would seem long if few notes have any.
 */
function averageLength({ rows }: TokenizedDocuments, field: number): number {
  const lengths = rows.map(({ fields }) => fields[field]!.length);
  const counted = field === TAGS ? lengths.filter((length) => length > 0) : lengths;
  const sum = counted.reduce((a, b) => a + b, 0);
  return Math.max(256, Math.round((256 * sum) / Math.max(1, counted.length)));
}

const TAGS = 1;

/** The section `names`. @param documents in the order of the index */
function encodeNames(documents: readonly SearchDocument[]): Uint8Array {
  const names = documents.flatMap(({ aliases = [], formerly = [] }, note) => {
    const keys = aliases.map(aliasKey).filter((key) => key !== "");
    return [...new Set([...formerly, ...keys])].map((name) => ({ name, note }));
  });
  names.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.note - b.note));
  return Buffer.from(names.map(({ name, note }) => `${name}\t${note}\n`).join(""));
}

/** The section `text` and the numbers of `blockOffsets`. */
function encodeText(
  { rows }: TokenizedDocuments,
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: number[] } {
  const bytes = new ByteList();
  const offsets: number[] = [];
  for (let first = 0; first < rows.length; first += INDEX_FORMAT.notesPerBlock) {
    const block = rows.slice(first, first + INDEX_FORMAT.notesPerBlock);
    for (const { route } of block.toReversed()) pushText(bytes, route, lexicon);
    offsets.push(bytes.length);
    for (const { fields } of block) for (const field of fields) pushText(bytes, field, lexicon);
  }
  return { bytes: bytes.toBytes(), offsets };
}

function pushText(
  bytes: ByteList,
  tokens: Uint32Array,
  { frequent, shortCodes, two, wordOfToken }: Lexicon,
): void {
  const endOfTwo = two * 255;
  const one = frequent.length;
  for (const token of tokens) {
    const word = wordOfToken[token]!;
    const short = shortCodes[word]!;
    if (short > 0) bytes.push(short);
    else if (word < endOfTwo) {
      bytes.push(one + 1 + Math.floor(word / 255));
      bytes.push(1 + (word % 255));
    } else {
      const rest = word - endOfTwo;
      bytes.push(one + two + 1 + Math.floor(rest / 65025));
      bytes.push(1 + (Math.floor(rest / 255) % 255));
      bytes.push(1 + (rest % 255));
    }
  }
  bytes.push(0);
}

function columnsOf(numbers: readonly number[]): Uint8Array {
  const columns = new Uint8Array(4 * numbers.length);
  numbers.forEach((number, i) => {
    for (let byte = 0; byte < 4; byte++) {
      columns[byte * numbers.length + i] = number >>> (8 * byte);
    }
  });
  return columns;
}
