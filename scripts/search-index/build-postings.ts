import { ByteList } from "../../worker/contract/search/byte-list.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { Lexicon } from "./build-lexicon.ts";
import type { TokenizedDocuments } from "./tokenize-documents.ts";

/** The section `postings` and the numbers of `postingOffsets`. */
export function encodePostings(
  documents: TokenizedDocuments,
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: number[] } {
  const first = firstSpellings(lexicon);
  const blocks = listBlocks(documents, lexicon, first);
  const bytes = new ByteList();
  const offsets: number[] = [];
  blocks.forEach((own, word) => {
    if (word % WORDS_PER_OFFSET === 0) offsets.push(bytes.length);
    pushBlocks(bytes, own);
    bytes.push(0);
  });
  return { bytes: bytes.toBytes(), offsets };
}

const WORDS_PER_OFFSET = 1 << INDEX_FORMAT.postingBits;

/** For each word, the first word with its folded form, which has the posting list; -1 for separators. */
function firstSpellings({ words }: Lexicon): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(words, ({ kind, folded }, word) => {
    if (kind === "separator") return -1;
    if (!first.has(folded)) first.set(folded, word);
    return first.get(folded)!;
  });
}

/** For each word, the blocks with any of its spellings, in order, each as `4 × block + t`. */
function listBlocks(
  { rows }: TokenizedDocuments,
  { words, wordOfToken }: Lexicon,
  first: Int32Array,
): number[][] {
  const lists = words.map((): number[] => []);
  rows.forEach(({ fields }, note) => {
    const block = Math.floor(note / INDEX_FORMAT.notesPerBlock);
    const titleWords = fields[0].filter((token) => first[wordOfToken[token]!] !== -1).length;
    const inTitle = titleWords === 1 ? 3 : titleWords <= 3 ? 2 : 1;
    fields.forEach((tokens, field) => {
      const t = field === 0 ? inTitle : 0;
      for (const token of tokens) {
        const list = lists[first[wordOfToken[token]!]!];
        const last = list?.at(-1) ?? -1;
        if (last >> 2 !== block) list?.push(4 * block + t);
        else if ((last & 3) < t) list![list!.length - 1] = 4 * block + t;
      }
    });
  });
  return lists;
}

function pushBlocks(bytes: ByteList, entries: readonly number[]): void {
  let last = -1;
  for (const entry of entries) {
    bytes.pushNumber(((entry >> 2) - last) * 4 + (entry & 3));
    last = entry >> 2;
  }
}
