import { ByteWriter } from "./byte-writer.ts";
import type { SearchIndex } from "./search-index.ts";
import { writeField } from "./write-field.ts";

/** The field that begins at `start` of `text`, or what else `write` writes of a number, as a string. */
export function readField(index: SearchIndex, start: number, write: Write = writeField): string {
  WRITER.length = 0;
  write(index, start, WRITER);
  return JSON.parse(`"${UTF8.decode(WRITER.copy())}"`);
}

type Write = (index: SearchIndex, start: number, writer: ByteWriter) => unknown;

const WRITER = new ByteWriter();
const UTF8 = new TextDecoder();
