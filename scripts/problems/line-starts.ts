/** The offset (UTF-16 units) of every line of a text. Lines end in LF, CRLF or CR. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}
