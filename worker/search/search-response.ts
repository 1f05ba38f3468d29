import { findNotes } from "./find-notes.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * The body of a search response: a `SearchResponse` as JSON, in UTF-8.
 *
 * @param query decoded and trimmed; echoed unchanged
 */
export function searchResponse(
  { index, work, results }: SearchEngine,
  query: string,
): Uint8Array<ArrayBuffer> {
  const notes = findNotes(index, work, query);
  const head = `{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`;
  const written = notes.map((note, i) => results.get(note).subarray(i === 0 ? 1 : 0));
  const parts = [UTF8.encode(head), ...written, END];
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

const UTF8 = new TextEncoder();
const END = UTF8.encode("]}");
