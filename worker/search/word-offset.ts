import type { SearchIndex } from "./search-index.ts";

/** Where a word begins in the pool: where its group of 8 does, and the lengths before it there. */
export function wordOffset(index: SearchIndex, word: number): number {
  const { wordOffsets, fourLengths } = index;
  const four = word >>> 2;
  const before = sumOfBytes(fourLengths[four]! & ((1 << ((word & 3) << 3)) - 1));
  const offset = wordOffsets[word >>> 3]! + before;
  return (four & 1) === 0 ? offset : offset + sumOfBytes(fourLengths[four - 1]!);
}

/** The sum of the four bytes of a number. */
function sumOfBytes(four: number): number {
  const pairs = (four & 0xff00ff) + ((four >>> 8) & 0xff00ff);
  return (pairs & 0xffff) + (pairs >>> 16);
}
