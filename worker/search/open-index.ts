import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Opens an index that `writeSearchIndex` wrote: views of the buffer, nothing read, decoded or copied.
 *
 * @throws Error that says what does not fit: no search index, another version, cut off, or sections
 * that do not lie within it. The checksum is not computed.
 */
export function openIndex(buffer: ArrayBuffer): SearchIndex {
  if (buffer.byteLength < INDEX_FORMAT.headerBytes) {
    throw new Error(`search index: ${buffer.byteLength} bytes are too few to be one`);
  }
  const header = new DataView(buffer);
  const numberAt = (at: number): number => header.getUint32(at, true);
  if (numberAt(0) !== INDEX_FORMAT.magic) throw new Error("search index: not a search index");
  if (numberAt(4) !== INDEX_FORMAT.version) {
    throw new Error(`search index: version ${numberAt(4)}, expected ${INDEX_FORMAT.version}`);
  }
  if (numberAt(12) !== buffer.byteLength) {
    throw new Error(`search index: ${buffer.byteLength} bytes, expected ${numberAt(12)}`);
  }
  const count = numberAt(16);
  const words = numberAt(20);
  const one = numberAt(24);
  const two = numberAt(28);
  const blocks = Math.ceil(count / INDEX_FORMAT.notesPerBlock);
  const groups = Math.ceil(words / INDEX_FORMAT.wordsPerOffset);
  const starts = INDEX_FORMAT.sections.map((_, i) => numberAt(48 + 4 * i));

  function section(number: number, bytes?: number): [start: number, end: number] {
    const start = starts[number]!;
    const limit = starts[number + 1] ?? buffer.byteLength;
    const end = bytes === undefined ? limit : start + bytes;
    if (
      start % 4 !== 0 ||
      start < INDEX_FORMAT.headerBytes ||
      end > limit ||
      limit > buffer.byteLength
    ) {
      throw new Error(`search index: section ${INDEX_FORMAT.sections[number]} is out of place`);
    }
    return [start, end];
  }
  function longs(number: number, length: number): Uint32Array {
    return new Uint32Array(buffer, section(number, 4 * length)[0], length);
  }
  function bytes(number: number, length?: number): Uint8Array {
    const [start, end] = section(number, length);
    return new Uint8Array(buffer, start, end - start);
  }

  const shelves = [0];
  let size: number = INDEX_FORMAT.firstShelf;
  for (let start = one; start < words; start += size, size *= INDEX_FORMAT.shelfGrowth) {
    shelves.push(start);
  }
  shelves.push(words);

  return {
    count,
    checksum: numberAt(8).toString(16).padStart(8, "0"),
    words,
    one,
    two,
    averages: [numberAt(32) / 256, numberAt(36) / 256, numberAt(40) / 256],
    shelves,
    blocks,
    wordOffsets: longs(0, groups),
    postingOffsets: longs(1, groups),
    blockOffsets: longs(2, blocks),
    facets: new Uint16Array(buffer, section(3, 6 * count)[0], 3 * count),
    facetNames: bytes(4),
    wordLengths: bytes(5, words),
    fourLengths: longs(5, (words + 3) >>> 2),
    pool: bytes(6),
    poolView: new DataView(buffer, section(6)[0]),
    postings: bytes(7),
    text: bytes(8),
    marks: new Uint16Array(words),
    markedCodes: new Uint8Array(256).fill(1, 0, 1),
    blocksSeen: new Uint32Array((blocks + 31) >>> 5),
    blockUnits: new Uint32Array(blocks),
    blockScores: new Float32Array(blocks),
    blockBest: new Float32Array(blocks),
    blockLinks: new Uint8Array(blocks),
    touched: new Uint32Array(blocks),
    places: new Uint32Array(Math.min(words, MOST_PLACES)),
    postingPlaces: new Uint32Array(Math.min(words, MOST_PLACES)),
    letters: new Uint32Array(0),
  };
}

/** So many words, of 255 bytes at most, have offsets of 20 bits. */
const MOST_PLACES = 4096;
