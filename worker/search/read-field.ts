import { ByteWriter } from "./byte-writer.ts";
import type { SearchIndex } from "./search-index.ts";
import { writeField } from "./write-field.ts";

/** The field that begins at `start` of `text`, as a string. */
export function readField(index: SearchIndex, start: number): string {
  WRITER.length = 0;
  writeField(index, start, WRITER);
  return JSON.parse(`"${UTF8.decode(WRITER.copy())}"`);
}

const WRITER = new ByteWriter();
const UTF8 = new TextDecoder();
