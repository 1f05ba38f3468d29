import { findNotes } from "./find-notes.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import type { FoundNote } from "./rank-note.ts";
import { jsonAt, routeStart } from "./write-text.ts";

/**
 * The body of a search response: a `SearchResponse` as JSON, in UTF-8.
 *
 * @param query decoded and trimmed; echoed unchanged
 */
export function searchResponse(index: SearchIndex, query: string): Uint8Array<ArrayBuffer> {
  const notes = findNotes(index, query);
  const head = `{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`;
  const results = notes.map((note, i) => resultOf(index, note).subarray(i === 0 ? 1 : 0));
  const parts = [UTF8.encode(head), ...results, END];
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

/** A note as a result, with a leading comma; cached for other queries that find it. */
function resultOf(index: SearchIndex, { note, start }: FoundNote): Uint8Array {
  const { text, cache } = index;
  const known = cache.results.get(note);
  if (known !== undefined) return known;
  const summary = text.indexOf(0, text.indexOf(0, start) + 1) + 1;
  const route = jsonAt(index, routeStart(index, note));
  const result = UTF8.encode(
    `,{"route":"${route}","title":"${jsonAt(index, start)}","summary":"${jsonAt(index, summary)}"}`,
  );
  if (cache.bytes + result.length > LIMITS.cacheBytes) {
    cache.results.clear();
    cache.bytes = 0;
  }
  cache.results.set(note, result);
  cache.bytes += result.length;
  return result;
}

const UTF8 = new TextEncoder();
const END = UTF8.encode("]}");
