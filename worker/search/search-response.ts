import { ByteWriter } from "./byte-writer.ts";
import { findNotes } from "./find-notes.ts";
import { routeOffset } from "./route-offset.ts";
import type { SearchIndex } from "./search-index.ts";
import { writeField } from "./write-field.ts";

/**
 * The body of the response to a search: a `SearchResponse` as JSON, in UTF-8. Results are copied from
 * the index, word by word.
 *
 * @param query decoded and trimmed; echoed as it is
 */
export function searchResponse(index: SearchIndex, query: string): Uint8Array<ArrayBuffer> {
  const { text } = index;
  const notes = findNotes(index, query);
  WRITER.length = 0;
  WRITER.put(UTF8.encode(`{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`));
  notes.forEach(({ note, start }, i) => {
    WRITER.put(i === 0 ? ROUTE : NEXT_ROUTE);
    writeField(index, routeOffset(index, note), WRITER);
    WRITER.put(TITLE);
    const tags = writeField(index, start, WRITER);
    WRITER.put(SUMMARY);
    writeField(index, text.indexOf(0, tags) + 1, WRITER);
    WRITER.put(END);
  });
  WRITER.put(END_OF_ALL);
  return WRITER.copy();
}

const UTF8 = new TextEncoder();
const WRITER = new ByteWriter();
const ROUTE = UTF8.encode('{"route":"');
const NEXT_ROUTE = UTF8.encode(',{"route":"');
const TITLE = UTF8.encode('","title":"');
const SUMMARY = UTF8.encode('","summary":"');
const END = UTF8.encode('"}');
const END_OF_ALL = UTF8.encode("]}");
