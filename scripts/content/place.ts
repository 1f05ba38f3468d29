/**
 * The place of an offset (UTF-16 units, 0 to the text's length): line and column from 1. Lines end in LF, CRLF or CR.
 */
export function placeAt(text: string, offset: number) {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      start = i + 1;
    }
  }
  return { line, column: offset - start + 1 };
}

/** The place of a range, and its length within its first line, at least 1. Offsets in UTF-16 units. */
export function placeOf(text: string, start: number, end: number) {
  const [inLine = ""] = text.slice(start, end).split(/[\r\n]/, 1);
  return { ...placeAt(text, start), length: Math.max(1, inLine.length) };
}
