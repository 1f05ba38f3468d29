import { type Heading, readLines } from "./markdown-lines.ts";

/**
 * The section of a heading: to the next one of the same or a higher level.
 *
 * @param anchor as the build writes it into links: GitHub's, the second of two equal ones ends in `-1`
 * @returns undefined if there is no such heading
 */
export function sectionOf(markdown: string, anchor: string): string | undefined {
  const wanted = anchor.normalize("NFC").toLowerCase();
  const used = new Map<string, number>();
  let found: Heading | undefined;
  for (const { heading } of readLines(markdown)) {
    if (heading === undefined) continue;
    if (found && heading.depth <= found.depth) return markdown.slice(found.start, heading.start);
    if (!found && anchorOf(heading, used) === wanted) found = heading;
  }
  return found && markdown.slice(found.start);
}

/** @param used from each anchor so far to how many equal ones followed it */
function anchorOf({ source }: Heading, used: Map<string, number>): string {
  const slug = slugOf(plainText(source));
  let anchor = slug;
  while (used.has(anchor)) {
    const number = used.get(slug)! + 1;
    used.set(slug, number);
    anchor = `${slug}-${number}`;
  }
  used.set(anchor, 0);
  return anchor;
}

/** The characters that github-slugger removes from a text, except for letters that are newer than its table. */
const NOT_IN_SLUGS = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu;

function slugOf(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(NOT_IN_SLUGS, "").replaceAll(" ", "-");
}

const CODE = /(?<![\\`])(`+)(?!`)(.*?[^`])\1(?!`)/g;
const PADDED = /^ (.*[^ ].*) $/;

/** What no reader sees, or what is around the text that he sees: the first group. */
const MARKUP: readonly RegExp[] = [
  // Images; where links lead; footnotes.
  /!\[[^\]]*\]\([^)]*\)/g,
  /(?<=\])\((?:[^()\\]|\\.|\([^()]*\))*\)/g,
  /(?<=\])\[[^\]]*\]/g,
  /\[\^[^\]]+\]/g,
  // Addresses and HTML.
  /(?<!\\)<([a-z][a-z\d+.-]+:[^<>\s]*|[^<>\s]+@[^<>\s]+)>/gi,
  /(?<!\\)<(?:\/?[a-z][a-z\d-]*(?:[\s/][^<>]*)?|!--.*?--)>/gi,
  // A slug keeps underscores, and the names of entities.
  /(?<![\p{L}\p{N}\\])_{1,3}(?=\S)(.+?)(?<=[^\s\\])_{1,3}(?![\p{L}\p{N}])/gu,
  /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/gi,
];

/** The text of a heading as a reader sees it, without the signs that are not in slugs. */
function plainText(source: string): string {
  let text = "";
  let at = 0;
  for (const { 0: code, 2: inside = "", index } of source.matchAll(CODE)) {
    text += withoutMarkup(source.slice(at, index)) + inside.replace(PADDED, "$1");
    at = index + code.length;
  }
  return text + withoutMarkup(source.slice(at));
}

function withoutMarkup(source: string): string {
  const inside = (_: string, first: string | number) => (typeof first === "string" ? first : "");
  return MARKUP.reduce((text, markup) => text.replace(markup, inside), source);
}
