import type { Wikilink } from "./find.ts";
import type { Structure } from "./markdown.ts";
import { maskRanges } from "./spans.ts";

/** A tag in a body's text. */
export interface InlineTag {
  /** Without its `#`. */
  text: string;
  /** Offset of the `#` in the body, UTF-16 units. */
  start: number;
}

/** A `#tag` after white space or at a line's start: letters, digits, `_`, `-` and `/`, not digits alone. */
const TAG = /(?<![^\s(])#(?=[\p{N}/-]*[\p{L}_])([\p{L}\p{M}\p{N}_-]+(?:\/[\p{L}\p{M}\p{N}_-]+)*)/gu;
/** Without it no tag is anywhere: a heading's `#` has a space behind it. */
const MAY_BE_TAG = /#[\p{N}/-]*[\p{L}_]/u;

/** The tags in the text. What is code, HTML, a link or an address holds none. */
export function findTags(
  body: string,
  { blocks, spans }: Structure,
  links: readonly Wikilink[],
): InlineTag[] {
  if (!MAY_BE_TAG.test(body)) return [];
  const text = maskRanges(
    body,
    [...spans, ...links].sort((a, b) => a.start - b.start),
  );
  return blocks.flatMap(({ start, end }) =>
    Array.from(body.slice(start, end).matchAll(TAG), (match) => ({
      text: match[1]!,
      start: start + match.index,
    })).filter((tag) => text[tag.start] === "#"),
  );
}
