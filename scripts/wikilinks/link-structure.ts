import { certainSpans } from "./certain-spans.ts";
import type { Chunk } from "./chunk.ts";
import { ChunkMarks } from "./chunk-marks.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { mayBeAddress } from "./may-be-address.ts";
import { parseChunks } from "./parse-chunks.ts";
import { plainHeading } from "./plain-heading.ts";
import { readStructure, type Span, type Structure } from "./read-structure.ts";

/**
 * What the wikilinks and headings of a body are read by: all its headings, and the blocks and spans
 * where double brackets stand. Only chunks whose lines leave a doubt are given to the parser, and
 * the whole body where it may hold math or definitions, which reach from one chunk to another.
 */
export function linkStructure(body: string): Structure {
  const certain: Structure = { blocks: [], spans: [], headings: [] };
  const doubtful = sortOut(body, certain);
  if (doubtful === undefined) return readStructure(body);
  if (doubtful.length === 0) return certain;
  const parsed = parseChunks(body, doubtful);
  return {
    blocks: merge(certain.blocks, parsed.blocks),
    spans: merge(certain.spans, parsed.spans),
    headings: merge(certain.headings, parsed.headings),
  };
}

/** Adds what is certain to a structure, and gives the chunks in doubt: undefined where all is. */
function sortOut(body: string, certain: Structure): Chunk[] | undefined {
  const reader = new ChunkReader(body);
  const marks = new ChunkMarks(body);
  const doubtful: Chunk[] = [];
  for (let chunk = reader.next(); chunk !== undefined; chunk = reader.next()) {
    if (chunk.kind === "code" || chunk.kind === "break") continue;
    if (marks.reachesOut(chunk)) return undefined;
    if (!addCertain(body, chunk, marks, certain)) doubtful.push(chunk);
  }
  return doubtful;
}

/** Adds what is to be known of a chunk; false where that is in doubt. */
function addCertain(body: string, chunk: Chunk, marks: ChunkMarks, certain: Structure): boolean {
  const { kind, start, end, mayHoldHeading } = chunk;
  if (kind === "heading") {
    const heading = plainHeading(body, start, end);
    if (heading !== undefined) certain.headings.push(heading);
    return heading !== undefined;
  }
  if (!marks.hasBrackets(chunk)) return !mayHoldHeading;
  if (kind === "unsure" || marks.hasDollars(chunk) || mayBeInAddress(body, chunk)) return false;
  const spans: Span[] | undefined = marks.mayHoldSpans(chunk) ? certainSpans(body, chunk) : [];
  if (spans === undefined) return false;
  certain.blocks.push({ start, end, isRow: kind === "table" });
  for (const span of spans) certain.spans.push(span);
  return true;
}

/** Whether any double brackets of a chunk may be part of a bare URL. */
function mayBeInAddress(body: string, { start, end }: Chunk): boolean {
  let at = body.indexOf("[[", start);
  while (at !== -1 && at < end) {
    if (mayBeAddress(body, start, at)) return true;
    at = body.indexOf("[[", at + 2);
  }
  return false;
}

/** Two lists in order of their starts as one. */
function merge<T extends { start: number }>(some: readonly T[], others: readonly T[]): T[] {
  return [...some, ...others].sort((a, b) => a.start - b.start);
}
