import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import type { Lexicon } from "./build-lexicon.ts";
import { ByteList } from "./byte-list.ts";
import type { TokenizedDocuments } from "./tokenized-documents.ts";

/** As `INDEX_FORMAT` draws it; the Worker shifts by 4. */
const WORDS_PER_OFFSET = 16;

/** Both lists of every word of the lexicon: the blocks it occurs in, the words it is a part of. */
export function buildPostings(
  documents: TokenizedDocuments,
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const first = new Map<string, number>();
  lexicon.words.forEach((word, i) => {
    if (word.kind !== "separator" && !first.has(word.folded)) first.set(word.folded, i);
  });
  const blocks = listBlocks(documents, lexicon, first);
  const isEmpty = (row: number) => blocks.starts[row] === blocks.starts[row + 1];
  const spellings = new Map<string, number[]>();
  lexicon.words.forEach((word, i) => {
    if (word.kind !== "word" || isEmpty(first.get(word.folded)!)) return;
    spellings.set(word.folded, [...(spellings.get(word.folded) ?? []), i]);
  });
  const wholes = lexicon.words.map((): number[] => []);
  for (const [folded, same] of spellings) {
    const parts = new Set(same.flatMap((i) => wordParts(lexicon.words[i]!.text).map(fold)));
    parts.delete(folded);
    for (const part of parts) wholes[first.get(part)!]?.push(...same);
  }
  const bytes = new ByteList();
  const offsets: number[] = [];
  lexicon.words.forEach((_, i) => {
    if (i % WORDS_PER_OFFSET === 0) offsets.push(bytes.length);
    let last = -1;
    for (let at = blocks.starts[i]!; at < blocks.starts[i + 1]!; at++) {
      const entry = blocks.entries[at]!;
      bytes.pushNumber(((entry >> 2) - last) * 4 + (entry & 3));
      last = entry >> 2;
    }
    if (wholes[i]!.length > 0) bytes.push(INDEX_FORMAT.wholesFollow);
    last = -1;
    for (const whole of wholes[i]!.sort((a, b) => a - b)) {
      bytes.pushNumber(whole - last);
      last = whole;
    }
    bytes.push(0);
  });
  return { bytes: bytes.toBytes(), offsets: Uint32Array.from(offsets) };
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
