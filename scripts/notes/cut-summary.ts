/** A summary made from a text ends at a word, at most this many UTF-16 units in. */
const LONGEST = 300;
/** White space that is not to be seen in one line. */
const UNEVEN = /[^\S ]|^ | {2}/;
/** What no summary ends with. */
const LOOSE_END = " ,;:.\u2013\u2014-";

/** A text in one line, cut at a word where it is longer than a summary. */
export function cutSummary(text: string): string {
  const head = text.slice(0, LONGEST + 2);
  const isEven = !UNEVEN.test(head);
  if (isEven && head.length > LONGEST + 1 && !head.endsWith(" ")) return cut(head);
  const isFlat = isEven && head.length === text.length;
  const flat = (isFlat ? text : text.replace(/\s+/g, " ")).trim();
  return flat.length <= LONGEST ? flat : cut(flat);
}

/** @param flat in one line, longer than a summary */
function cut(flat: string): string {
  const space = flat.lastIndexOf(" ", LONGEST);
  let end = space > LONGEST / 2 ? space : LONGEST;
  // A pair of surrogates is one character.
  if ((flat.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
  while (end > 0 && LOOSE_END.includes(flat[end - 1]!)) end--;
  return `${flat.slice(0, end)}\u2026`;
}
