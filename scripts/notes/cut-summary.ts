/** A summary made from a text ends at a word, at most this many UTF-16 units in. */
const LONGEST = 300;

/** A text in one line, cut at a word where it is longer than a summary. */
export function cutSummary(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= LONGEST) return flat;
  const space = flat.lastIndexOf(" ", LONGEST);
  const end = space > LONGEST / 2 ? space : LONGEST;
  // A pair of surrogates is one character.
  const whole = (flat.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
  return `${flat.slice(0, whole).replace(/[\s,;:.–—-]+$/, "")}…`;
}
