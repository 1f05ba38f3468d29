import { ByteWriter } from "./byte-writer.ts";
import { findNotes } from "./find-notes.ts";
import type { SearchIndex } from "./search-index.ts";
import { utf8Of } from "./utf8-of.ts";
import { writeField } from "./write-field.ts";
import { writeRoute } from "./write-route.ts";

/**
 * The body of the response to a search: a `SearchResponse` as JSON, in UTF-8. Results are copied from
 * the index, word by word.
 *
 * @param query decoded and trimmed; echoed as it is
 */
export function searchResponse(index: SearchIndex, query: string): Uint8Array<ArrayBuffer> {
  const notes = findNotes(index, query);
  WRITER.length = 0;
  WRITER.put(bytesOf(`{"query":${JSON.stringify(query)},"count":${notes.length},"results":[`));
  for (let i = 0; i < notes.length; i++) {
    const { note, start } = notes[i]!;
    WRITER.put(i === 0 ? ROUTE : NEXT_ROUTE);
    writeRoute(index, note, WRITER);
    WRITER.put(TITLE);
    const tags = writeField(index, start, WRITER);
    WRITER.put(SUMMARY);
    writeField(index, index.text.indexOf(0, tags) + 1, WRITER);
    WRITER.put(END);
  }
  WRITER.put(END_OF_ALL);
  return WRITER.copy();
}

const WRITER = new ByteWriter();
const ROUTE = bytesOf('{"route":"');
const NEXT_ROUTE = bytesOf(',{"route":"');
const TITLE = bytesOf('","title":"');
const SUMMARY = bytesOf('","summary":"');
const END = bytesOf('"}');
const END_OF_ALL = bytesOf("]}");

/** The text in UTF-8, with 8 spaces behind. */
function bytesOf(text: string): DataView {
  const { buffer, byteOffset, length } = utf8Of(`${text}        `);
  return new DataView(buffer, byteOffset, length);
}
