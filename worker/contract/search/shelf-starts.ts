import * as INDEX_FORMAT from "./index-format.ts";

/**
 * The first word of each shelf of an index, and behind them the number of words.
 *
 * @param one how many words have codes of one byte
 */
export function shelfStarts(one: number, words: number): number[] {
  const starts = [0];
  let size: number = INDEX_FORMAT.firstShelf;
  for (let start = one; start < words; start += size, size *= INDEX_FORMAT.shelfGrowth) {
    starts.push(start);
  }
  starts.push(words);
  return starts;
}
