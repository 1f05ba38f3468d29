import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { shelfStarts } from "../contract/search/shelf-starts.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Opens an index that `writeSearchIndex` wrote: views of the buffer, nothing read, decoded or copied.
 *
 * @throws Error that says what does not fit: no search index, another version, cut off, or sections
 * that do not lie within it. The checksum is not computed.
 */
export function openIndex(buffer: ArrayBuffer): SearchIndex {
  const { byteLength } = buffer;
  const header = new DataView(buffer);
  const numberAt = (at: number): number => header.getUint32(at, true);
  if (byteLength < INDEX_FORMAT.headerBytes || numberAt(0) !== INDEX_FORMAT.magic) {
    refuse("not a search index");
  }
  const version = numberAt(4);
  if (version !== INDEX_FORMAT.version) {
    refuse(`version ${version}, expected ${INDEX_FORMAT.version}`);
  }
  if (numberAt(12) !== byteLength) refuse(`${byteLength} bytes, expected ${numberAt(12)}`);
  const count = numberAt(16);
  const words = numberAt(20);
  const one = numberAt(24);
  const two = numberAt(28);
  const blocks = Math.ceil(count / INDEX_FORMAT.notesPerBlock);
  let end = byteLength;
  const views = INDEX_FORMAT.sections.toReversed().map((name, i) => {
    const start = numberAt(INDEX_FORMAT.headerBytes - 4 - 4 * i);
    if (start % 4 !== 0 || start < INDEX_FORMAT.headerBytes || start > end) {
      refuse(`section ${name} is out of place`);
    }
    const section = new Uint8Array(buffer, start, end - start);
    end = start;
    return [name, section];
  });
  const sections: Record<(typeof INDEX_FORMAT.sections)[number], Uint8Array> =
    Object.fromEntries(views);

  return {
    count,
    checksum: numberAt(8),
    words,
    one,
    two,
    averages: [32, 36, 40].map((at) => numberAt(at) / 256),
    shelves: shelfStarts(one, words),
    blocks,
    ...sections,
    facets: new Uint16Array(buffer, sections.facets.byteOffset, 3 * count),
    marks: new Uint16Array(words),
    markedCodes: new Uint8Array(256).fill(1, 0, 1),
    blocksSeen: new Uint32Array((blocks + 31) >>> 5),
    blockUnits: new Uint32Array(blocks),
    blockScores: new Float32Array(blocks),
    blockBest: new Float32Array(blocks),
    blockLinks: new Uint8Array(blocks),
    touched: new Uint32Array(blocks),
    reader: { next: 0, at: 0, bytes: new Uint8Array(512), length: 0, head: 0 },
    spelled: new DataView(new ArrayBuffer(512 + 8 * Math.min(words, MOST_PLACES))),
    spelledLength: 256,
    places: new Uint32Array(Math.min(words, MOST_PLACES)),
    postingPlaces: new Uint32Array(Math.min(words, MOST_PLACES)),
    letters: new Uint32Array(0),
  };
}

function refuse(what: string): never {
  throw new Error(`search index: ${what}`);
}

const MOST_PLACES = 16_384;
