import { findNotes } from "./find-notes.ts";
import { utf8Of } from "./lexicon.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * The body of a search response: a `SearchResponse` as JSON, in UTF-8.
 *
 * @param query decoded and trimmed; echoed unchanged
 */
export function searchResponse(engine: SearchEngine, query: string): Uint8Array<ArrayBuffer> {
  const notes = findNotes(engine, query);
  const head = `{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`;
  const results = notes.map(({ note, start }, i) =>
    engine.texts.result(note, start).subarray(i === 0 ? 1 : 0),
  );
  const parts = [utf8Of(head), ...results, END];
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

const END = utf8Of("]}");
