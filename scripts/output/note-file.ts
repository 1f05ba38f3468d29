import { MOST_UTF8_BYTES } from "../content/most-utf8-bytes.ts";
import type { Note } from "../notes/note.ts";
import { outputPath } from "./output-path.ts";
import { toFullNote } from "./to-full-note.ts";
import type { DistFile } from "./write.ts";

/** What `JSON.stringify` puts around a text that is the last or the only field. */
const EMPTY_END = '""}';
const ONLY_FIELD = '{"markdown":';

/** Memory for a text as UTF-8, kept from call to call: nothing runs between. */
let memory = Buffer.allocUnsafeSlow(64 * 1024);

/** The file of one note. Its Markdown is well-formed. */
export function noteFile(note: Note): DistFile {
  const fields = JSON.stringify(toFullNote({ ...note, markdown: "" }));
  const head = fields.slice(0, -EMPTY_END.length);
  // Engines serialize a string of one byte a unit several times as fast as one of two, and a body needs two for a
  // single dash. All that JSON escapes in well-formed text is ASCII, so its UTF-8 may be escaped in its place.
  const markdown = JSON.stringify({ markdown: asUnits(note.markdown) }).slice(ONLY_FIELD.length);
  const headBytes = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(headBytes + markdown.length);
  bytes.write(head);
  bytes.write(markdown, headBytes, "latin1");
  return { path: outputPath(note.route), bytes };
}

/** A string of the bytes of a text, one a unit. */
function asUnits(text: string): string {
  const most = MOST_UTF8_BYTES * text.length;
  if (most > memory.length) memory = Buffer.allocUnsafeSlow(most);
  return memory.toString("latin1", 0, memory.write(text));
}
