import { fold } from "../../worker/contract/search/fold.ts";
import { INDEX_FORMAT } from "../../worker/contract/search/index-format.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import type { Lexicon } from "./build-lexicon.ts";
import { ByteList } from "./byte-list.ts";
import type { TokenizedDocuments } from "./tokenized-documents.ts";

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
  const spellings = new Map<string, number[]>();
  lexicon.words.forEach((word, i) => {
    if (word.kind !== "word" || blocks[first.get(word.folded)!]!.length === 0) return;
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
    if (i % INDEX_FORMAT.wordsPerOffset === 0) offsets.push(bytes.length);
    let last = -1;
    for (const entry of blocks[i]!) {
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

/** For each word the blocks that hold it in some spelling, each with its best place there. */
function listBlocks(
  documents: TokenizedDocuments,
  { words, wordOfToken }: Lexicon,
  first: ReadonlyMap<string, number>,
): number[][] {
  const blocks = words.map((): number[] => []);
  // The list that a token's notes go to; separators have none.
  const lists = documents.tokens.map(({ kind }, token) =>
    kind === "separator" ? undefined : blocks[first.get(words[wordOfToken[token]!]!.folded)!],
  );
  for (let note = 0; note < documents.length; note++) {
    const block = Math.floor(note / INDEX_FORMAT.notesPerBlock);
    let titleWords = 0;
    for (const token of documents.field(note, 0)) if (lists[token]) titleWords++;
    const inTitle = titleWords === 1 ? 3 : titleWords <= 3 ? 2 : 1;
    for (let field = 0; field < 3; field++) {
      const place = field === 0 ? inTitle : 0;
      for (const token of documents.field(note, field)) {
        const list = lists[token];
        if (list) addPlace(list, block, place);
      }
    }
  }
  return blocks;
}

function addPlace(list: number[], block: number, place: number): void {
  const last = list.length - 1;
  if (last < 0 || list[last]! >> 2 !== block) list.push(block * 4 + place);
  else list[last] = block * 4 + Math.max(list[last]! & 3, place);
}
