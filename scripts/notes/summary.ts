/** A summary made from a text ends at a word, at most this many UTF-16 units in. */
const LONGEST = 300;
/** What no summary ends with. */
const LOOSE_END = " ,;:.\u2013\u2014-";

/** A text in one line, cut at a word where it is longer than a summary. */
export function cutSummary(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= LONGEST) return line;
  const space = line.lastIndexOf(" ", LONGEST);
  const end = space > LONGEST / 2 ? space : LONGEST;
  // A pair of surrogates is one character.
  const whole = (line.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
  let last = whole;
  while (last > 0 && LOOSE_END.includes(line[last - 1]!)) last--;
  return `${line.slice(0, last)}\u2026`;
}
