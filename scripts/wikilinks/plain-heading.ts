import type { HeadingBlock } from "./read-structure.ts";

/** A heading's marks, then text whose last character is no `#`, which could close it. */
const PLAIN = /(#{1,6})[ \t]+([^\r\n]*?[^\r\n \t#])[ \t]*(?=[\r\n]|$)/y;
/** What in a heading may be markup. */
const MARKUP = /[\\`*_[\]<>&~\0]/;

/** A heading whose text is what stands in its line: undefined for one with markup, or without text. */
export function plainHeading(body: string, start: number): HeadingBlock | undefined {
  PLAIN.lastIndex = start;
  const [, marks, text] = PLAIN.exec(body) ?? [];
  if (marks === undefined || text === undefined || MARKUP.test(text)) return undefined;
  if (text.trim() !== text) return undefined;
  const from = body.indexOf(text, start + marks.length);
  return { start: from, end: from + text.length, depth: marks.length, text };
}
