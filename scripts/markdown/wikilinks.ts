import { escapeText } from "./escape.ts";
import { isEscaped, type Range, rangeAt } from "./ranges.ts";

/** One `[[target|label]]` in a body, from its first bracket, or from the `!` of an embed. Plain data. */
export interface Wikilink extends Range {
  /** The target, trimmed, no-break spaces as spaces. Empty for `[[|label]]`. */
  target: string;
  /** The label, as Markdown that is valid inside a link's brackets; absent if none was written. */
  label?: string;
  embed: boolean;
  /** Inside a table row, with a bar that is not escaped. */
  bareBar: boolean;
}

/** The text between the brackets, on one line: the target, and the label after the first bar. */
const INNER = /^(.*?)(?:\\?\|(.*))?$/;
/** UTF-16 units. */
const MAX_OUTER_LABEL = 1000;
const BARE_BAR = /(?<!\\)\|/;

/**
 * Reads what the parser takes for a wikilink. The parser ends it at the first `]]`, whatever precedes that.
 * @returns undefined if it is text, because it is blank or spans lines or the brackets in it are not balanced.
 *   `[[]]` occurs in Python and JavaScript
 */
export function readWikilink(
  body: string,
  { start, end: firstEnd }: Range,
  inTable: boolean,
): Wikilink | undefined {
  const embed = body[start] === "!";
  const innerStart = start + (embed ? 3 : 2);
  const end = balancedEnd(body, innerStart, firstEnd);
  const inner = body.slice(innerStart, end - 2);
  const [isOneLine, target = "", label = ""] = INNER.exec(inner) ?? [];
  if (isOneLine === undefined || end === -1) return undefined;
  const bareBar = inTable && BARE_BAR.test(inner);
  const link: Wikilink = {
    start,
    end,
    target: target.trim().replaceAll("\u00a0", " "),
    embed,
    bareBar,
  };
  const mayHoldLink = /[[\]<]|:\/\//.test(label.replace(LITERAL, ""));
  const text = mayHoldLink ? escapeText(label.trim()) : guardEnds(label.trim());
  if (text !== "") link.label = text;
  const isBlank = text === "" && !/[^[\]\s]/.test(target);
  return isBlank ? undefined : link;
}

/** A wikilink as Logseq writes one with a label, `[label]([[page]])`, with all of that. */
export function withOuterLabel(link: Wikilink, body: string): Wikilink {
  const before = body.slice(Math.max(0, link.start - MAX_OUTER_LABEL), link.start);
  const [source, label = ""] = /(?<![!\\])\[([^[\]\n]+)\]\($/.exec(before) ?? [];
  if (source === undefined || body[link.end] !== ")" || link.embed) return link;
  return {
    ...link,
    start: link.start - source.length,
    end: link.end + 1,
    label: guardEnds(label.trim()),
  };
}

/** Code and escapes. The brackets in them do not count. */
const LITERAL = /\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;

/** The end of a wikilink, after the brackets that close those inside it: `[[a [b]]]`. @returns -1 if there is none */
function balancedEnd(body: string, start: number, firstEnd: number): number {
  let open = 0;
  for (const [bracket] of body
    .slice(start, firstEnd - 2)
    .replace(LITERAL, "")
    .match(/[[\]]/g) ?? []) {
    open += bracket === "[" ? 1 : -1;
    if (open < 0) return -1;
  }
  return body.startsWith("]".repeat(open), firstEnd) ? firstEnd + open : -1;
}

/** A label whose first and last characters keep their meaning inside a link. */
function guardEnds(label: string): string {
  // A backslash before a space that was trimmed would escape the closing bracket.
  const closed = isEscaped(label, label.length) ? `${label}\\` : label;
  return closed.startsWith("^") ? `\\${closed}` : closed;
}

/** `t#[Cisco](https://x)`. */
const LINKED_HEADING = /#[^[\]]*\[[^[\]]*\]\(/;

/** Double brackets on one line, around balanced single ones. */
const BRACKETS = /!?\[\[(?:[^[\]\n\r]|\[[^[\]\n\r]*\])*\]\]/g;

/**
 * The wikilinks that the parser leaves as text: those without a name, those that the bare bar of a table divides, and
 * those to a heading that is a link.
 * @param isText whether an offset is in text outside links
 * @param rows the table rows, in order
 */
export function readStrayLinks(
  body: string,
  isText: (offset: number) => boolean,
  rows: readonly Range[],
): Wikilink[] {
  return Array.from(body.matchAll(BRACKETS)).flatMap(({ 0: source, index }) => {
    const open = source.indexOf("[");
    const start = isEscaped(body, index) ? index + open : index;
    const end = index + source.length;
    if (!isText(index + open) || !isText(end - 1) || isEscaped(body, index + open)) return [];
    const link = readWikilink(body, { start, end }, rangeAt(rows, start) !== undefined);
    const isStray =
      link && (link.bareBar || link.target === "" || LINKED_HEADING.test(link.target));
    return isStray ? [link] : [];
  });
}
