import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import type { Lexicon } from "./build-lexicon.ts";
import { ByteList } from "./byte-list.ts";
import type { TokenizedDocuments } from "./tokenized-documents.ts";

const WORDS_PER_OFFSET = 1 << INDEX_FORMAT.postingBits;

/** Both lists of every word of the lexicon: the blocks it occurs in, the words it is a part of. */
export function buildPostings(
  documents: TokenizedDocuments,
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const first = firstSpellings(lexicon);
  const blocks = listBlocks(documents, lexicon, first);
  const wholes = listWholes(lexicon, first, blocks);
  const bytes = new ByteList();
  const offsets: number[] = [];
  wholes.forEach((own, i) => {
    if (i % WORDS_PER_OFFSET === 0) offsets.push(bytes.length);
    pushBlocks(bytes, blocks.entries.subarray(blocks.starts[i], blocks.starts[i + 1]));
    pushWholes(bytes, own);
    bytes.push(0);
  });
  return { bytes: bytes.toBytes(), offsets: Uint32Array.from(offsets) };
}

/** By folded form the first word that has it: the one whose lists are those of all. */
function firstSpellings({ words }: Lexicon): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  words.forEach(({ kind, folded }, i) => {
    if (kind !== "separator" && !first.has(folded)) first.set(folded, i);
  });
  return first;
}

/** For each word those of which it is a part, in order, where they occur. */
function listWholes(
  { words }: Lexicon,
  first: ReadonlyMap<string, number>,
  { starts }: Rows,
): number[][] {
  const isEmpty = (row: number) => starts[row] === starts[row + 1];
  const spellings = new Map<string, number[]>();
  words.forEach(({ kind, folded }, i) => {
    if (kind !== "word" || isEmpty(first.get(folded)!)) return;
    spellings.set(folded, [...(spellings.get(folded) ?? []), i]);
  });
  const wholes = words.map((): number[] => []);
  for (const [folded, same] of spellings) {
    const parts = new Set(same.flatMap((i) => wordParts(words[i]!.text).map(fold)));
    parts.delete(folded);
    for (const part of parts) wholes[first.get(part)!]?.push(...same);
  }
  for (const own of wholes) own.sort((a, b) => a - b);
  return wholes;
}

/** @param entries of a row of `listBlocks` */
function pushBlocks(bytes: ByteList, entries: Uint32Array): void {
  let last = -1;
  for (const entry of entries) {
    bytes.pushNumber(((entry >> 2) - last) * 4 + (entry & 3));
    last = entry >> 2;
  }
}

function pushWholes(bytes: ByteList, wholes: readonly number[]): void {
  if (wholes.length > 0) bytes.push(INDEX_FORMAT.wholesFollow);
  let last = -1;
  for (const whole of wholes) {
    bytes.pushNumber(whole - last);
    last = whole;
  }
}

/** Rows of numbers in memory that all share: row `i` is `entries[starts[i]]` to before `entries[starts[i + 1]]`. */
interface Rows {
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
}

/** For each word the blocks that hold it in some spelling, in order, each as `4 × block + its best place there`. */
function listBlocks(
  documents: TokenizedDocuments,
  { words, wordOfToken }: Lexicon,
  first: ReadonlyMap<string, number>,
): Rows {
  // The row that a token's notes go to; separators have none.
  const rows = Int32Array.from(documents.tokens, ({ kind }, token) =>
    kind === "separator" ? -1 : first.get(words[wordOfToken[token]!]!.folded)!,
  );
  const starts = new Uint32Array(words.length + 1);
  const lastBlocks = new Int32Array(words.length).fill(-1);
  eachPlace(documents, rows, (row, block) => {
    if (lastBlocks[row] !== block) starts[row + 1]!++;
    lastBlocks[row] = block;
  });
  for (let row = 0; row < words.length; row++) starts[row + 1]! += starts[row]!;
  const entries = new Uint32Array(starts[words.length]!);
  const ends = starts.slice();
  eachPlace(documents, rows, (row, block, place) => {
    const last = ends[row]! - 1;
    const isKnown = last >= starts[row]! && entries[last]! >> 2 === block;
    if (!isKnown) entries[ends[row]!++] = block * 4 + place;
    else if ((entries[last]! & 3) < place) entries[last] = block * 4 + place;
  });
  return { starts, entries };
}

/** Tells of every word in title, tags and summary of each note its row, the note's block, and its place. */
function eachPlace(
  documents: TokenizedDocuments,
  rows: Int32Array,
  tell: (row: number, block: number, place: number) => void,
): void {
  for (let note = 0; note < documents.length; note++) {
    const block = Math.floor(note / INDEX_FORMAT.notesPerBlock);
    let titleWords = 0;
    for (const token of documents.field(note, 0)) if (rows[token] !== -1) titleWords++;
    const inTitle = titleWords === 1 ? 3 : titleWords <= 3 ? 2 : 1;
    for (let field = 0; field < 3; field++) {
      const place = field === 0 ? inTitle : 0;
      for (const token of documents.field(note, field)) {
        const row = rows[token]!;
        if (row !== -1) tell(row, block, place);
      }
    }
  }
}
