import { readStructure, type Structure } from "./read-structure.ts";

interface Range {
  start: number;
  end: number;
}

/** What is put between chunks: it ends lists and quotes, and nothing of it is kept. */
const SEPARATOR = "\n\n***\n\n";

/** Parses some chunks of a body, all at once. @param chunks at least one, in order */
export function parseChunks(body: string, chunks: readonly Range[]): Structure {
  const markdown = chunks.map(({ start, end }) => body.slice(start, end)).join(SEPARATOR);
  const { blocks, spans, headings } = readStructure(markdown);
  for (const ranges of [blocks, spans, headings]) moveBack(ranges, chunks);
  return { blocks, spans, headings };
}

/** Turns offsets into the joined chunks into those into the body. @param ranges in order of their starts */
function moveBack(ranges: readonly Range[], chunks: readonly Range[]): void {
  let next = 0;
  let from = 0;
  for (const range of ranges) {
    let { start, end } = chunks[next]!;
    while (range.start > from + end - start) {
      from += end - start + SEPARATOR.length;
      ({ start, end } = chunks[++next]!);
    }
    range.start += start - from;
    range.end += start - from;
  }
}
