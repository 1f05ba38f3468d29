import { fold } from "../../worker/contract/search/fold.ts";
import { INDEX_FORMAT } from "../../worker/contract/search/index-format.ts";
import { wordParts } from "../../worker/contract/search/word-parts.ts";
import type { Lexicon } from "./build-lexicon.ts";
import type { TokenizedDocument } from "./tokenized-document.ts";

/** Both lists of every word of the lexicon: the blocks it occurs in, the words it is a part of. */
export function buildPostings(
  documents: readonly TokenizedDocument[],
  lexicon: Lexicon,
): { bytes: Uint8Array; offsets: Uint32Array } {
  const first = new Map<string, number>();
  lexicon.words.forEach((word, i) => {
    if (word.kind !== "separator" && !first.has(word.folded)) first.set(word.folded, i);
  });
  const blocks = lexicon.words.map((): number[] => []);
  documents.forEach((fields, note) => {
    const block = Math.floor(note / INDEX_FORMAT.notesPerBlock);
    const titleWords = fields[0].filter((token) => token.kind !== "separator").length;
    const inTitle = titleWords === 1 ? 3 : titleWords <= 3 ? 2 : 1;
    for (let field = 0; field < 3; field++) {
      for (const token of fields[field]!) {
        if (token.kind === "separator") continue;
        const list = blocks[first.get(lexicon.words[lexicon.numberOf(token)]!.folded)!]!;
        const last = list.length - 1;
        const place = field === 0 ? inTitle : 0;
        if (last < 0 || list[last]! >> 2 !== block) list.push(block * 4 + place);
        else list[last] = block * 4 + Math.max(list[last]! & 3, place);
      }
    }
  });
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
  const bytes: number[] = [];
  const offsets: number[] = [];
  lexicon.words.forEach((_, i) => {
    if (i % INDEX_FORMAT.wordsPerOffset === 0) offsets.push(bytes.length);
    let last = -1;
    for (const entry of blocks[i]!) {
      pushNumber(bytes, ((entry >> 2) - last) * 4 + (entry & 3));
      last = entry >> 2;
    }
    if (wholes[i]!.length > 0) bytes.push(INDEX_FORMAT.wholesFollow);
    last = -1;
    for (const whole of wholes[i]!.sort((a, b) => a - b)) {
      pushNumber(bytes, whole - last);
      last = whole;
    }
    bytes.push(0);
  });
  return { bytes: Uint8Array.from(bytes), offsets: Uint32Array.from(offsets) };
}

function pushNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}
