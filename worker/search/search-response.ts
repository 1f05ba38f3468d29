import { paddedBytes } from "./byte-writer.ts";
import { findNotes } from "./find-notes.ts";
import type { SearchIndex } from "./open-index.ts";
import { routeStart, writeField } from "./write-text.ts";

/**
 * The body of the response to a search: a `SearchResponse` as JSON, in UTF-8. Results are copied from
 * the index word by word.
 *
 * @param query decoded and trimmed; echoed as it is
 */
export function searchResponse(index: SearchIndex, query: string): Uint8Array<ArrayBuffer> {
  const notes = findNotes(index, query);
  const { writer } = index;
  writer.length = 0;
  writer.put(paddedBytes(`{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`));
  notes.forEach(({ note, start }, i) => {
    writer.put(i === 0 ? ROUTE : NEXT_ROUTE);
    writeField(index, routeStart(index, note), writer);
    writer.put(TITLE);
    const tags = writeField(index, start, writer);
    writer.put(SUMMARY);
    writeField(index, index.text.indexOf(0, tags) + 1, writer);
    writer.put(END);
  });
  writer.put(END_OF_ALL);
  return writer.copy();
}

const ROUTE = paddedBytes('{"route":"');
const NEXT_ROUTE = paddedBytes(',{"route":"');
const TITLE = paddedBytes('","title":"');
const SUMMARY = paddedBytes('","summary":"');
const END = paddedBytes('"}');
const END_OF_ALL = paddedBytes("]}");
