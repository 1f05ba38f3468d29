import { certainSpans } from "./certain-spans.ts";
import type { Chunk } from "./chunk.ts";
import { ChunkMarks } from "./chunk-marks.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { mayBeAddress } from "./may-be-address.ts";
import { mayRefer } from "./may-refer.ts";
import { parseChunks } from "./parse-chunks.ts";
import { plainHeading } from "./plain-heading.ts";
import { readStructure, type Span, type Structure } from "./read-structure.ts";

const DEFINITION = /^\[[a-z\d_-]+\]:[ \t]+[\w/.:;,?#@%&=+~*!$-]+(?:[ \t]+"[^"\\\r\n]*")?[ \t]*$/i;

/**
 * What the wikilinks and headings of a body are read by: all its headings, and the blocks and spans
 * where double brackets stand, and, where math may reach from one paragraph to another, dollars. Only
 * chunks whose lines leave a doubt are given to the parser, and the whole body where what is defined
 * in one chunk may be of meaning to another.
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
  const defining: Chunk[] = [];
  for (let chunk = reader.next(); chunk !== undefined; chunk = reader.next()) {
    if (chunk.kind === "code" || chunk.kind === "break") continue;
    const isDefining = marks.defines(chunk);
    if (isDefining) defining.push(chunk);
    const isCertain = isDefining
      ? isDefinition(body, chunk) || !(marks.hasLinks(chunk) || chunk.mayHoldHeading)
      : addCertain(body, chunk, marks, certain);
    if (!isCertain) doubtful.push(chunk);
  }
  return defining.length > 0 && mayRefer(body, defining) ? undefined : doubtful;
}

/** Adds what is to be known of a chunk; false where that is in doubt. */
function addCertain(body: string, chunk: Chunk, marks: ChunkMarks, certain: Structure): boolean {
  const { kind, start, end, mayHoldHeading } = chunk;
  if (kind === "heading") {
    if (marks.isDisplayed && marks.hasDollars(chunk)) return false;
    const heading = plainHeading(body, start, end);
    if (heading !== undefined) certain.headings.push(heading);
    return heading !== undefined;
  }
  if (!marks.hasLinks(chunk)) return !mayHoldHeading;
  if (kind === "unsure" || mayBeInAddress(body, chunk)) return false;
  const spans: Span[] | undefined = marks.mayHoldSpans(chunk) ? certainSpans(body, chunk) : [];
  if (spans === undefined) return false;
  // Math ends with its item, of which a chunk may hold many.
  if (kind === "items" && marks.hasDollars(chunk) && !areCovered(body, chunk, spans)) return false;
  certain.blocks.push({ start, end, isRow: kind === "table" });
  for (const span of spans) certain.spans.push(span);
  return true;
}

/** Whether a chunk is a definition in one line, and nothing else. */
function isDefinition(body: string, { start, end }: Chunk): boolean {
  return DEFINITION.test(body.slice(start, end));
}

/** Whether all dollars of a chunk stand in code or HTML. @param spans of the chunk */
function areCovered(body: string, { start, end }: Chunk, spans: readonly Span[]): boolean {
  let next = 0;
  let at = body.indexOf("$", start);
  while (at !== -1 && at < end) {
    while (next < spans.length && spans[next]!.end <= at) next++;
    const span = spans[next];
    if (span === undefined || span.start > at || span.kind !== "opaque") return false;
    at = body.indexOf("$", span.end);
  }
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
