import type { HeadingBlock } from "./read-structure.ts";

/** A heading's marks, then text whose last character is no `#`, which could close it. */
const HEADING = /(#{1,6})[ \t]+([^\r\n]*?[^\r\n \t#])[ \t]*(?=[\r\n]|$)/y;
/** Code that is shown as it stands. */
const CODE = /`([^`\s](?:[^`]*[^`\s])?)`/g;
/** What may be markup; brackets are none but in links, as long as nothing is defined. */
const MARKUP = /[\\`*~<\0]|\]\(|\[\[|&(?=[#a-z\d])|(?<![a-z\d])_|_(?![a-z\d])/i;

/** A heading of text and code in one line: undefined for one with other markup, or with nothing. */
export function plainHeading(body: string, start: number): HeadingBlock | undefined {
  HEADING.lastIndex = start;
  const [, marks, source] = HEADING.exec(body) ?? [];
  if (marks === undefined || source === undefined || source.trim() !== source) return undefined;
  const hasCode = source.includes("`");
  if (MARKUP.test(hasCode ? source.replace(CODE, " ") : source)) return undefined;
  const text = hasCode ? source.replace(CODE, "$1") : source;
  const from = body.indexOf(source, start + marks.length);
  return { start: from, end: from + source.length, depth: marks.length, text };
}
