import { findNotes } from "./find-notes.ts";
import type { SearchIndex } from "./open-index.ts";
import { jsonAt, routeStart } from "./write-text.ts";

/**
 * The body of the response to a search: a `SearchResponse` as JSON, in UTF-8. Results are put together
 * from the words of the index, which are stored as JSON writes them.
 *
 * @param query decoded and trimmed; echoed as it is
 */
export function searchResponse(index: SearchIndex, query: string): Uint8Array {
  const { text } = index;
  const notes = findNotes(index, query);
  let json = `{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`;
  notes.forEach(({ note, start }, i) => {
    const summary = text.indexOf(0, text.indexOf(0, start) + 1) + 1;
    json += `${i === 0 ? "" : ","}{"route":"${jsonAt(index, routeStart(index, note))}"`;
    json += `,"title":"${jsonAt(index, start)}","summary":"${jsonAt(index, summary)}"}`;
  });
  return UTF8.encode(`${json}]}`);
}

const UTF8 = new TextEncoder();
