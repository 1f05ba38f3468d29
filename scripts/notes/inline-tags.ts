import { readStructure } from "../wikilinks/read-structure.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/** A `#tag` after white space or at a line's start: letters, digits, `_`, `-` and `/`, not digits alone. */
const TAG = /(?<![^\s(])#(?=[\p{N}/-]*[\p{L}_])([\p{L}\p{M}\p{N}_-]+(?:\/[\p{L}\p{M}\p{N}_-]+)*)/gu;

/** Without it no tag is anywhere: a heading's `#` has a space behind it. */
const MARK = /#[\p{N}/-]*[\p{L}_]/u;

/** A tag in a body's text. */
export interface InlineTag {
  /** Without its `#`. */
  text: string;
  /** Offset of the `#` in the body, UTF-16 units. */
  start: number;
}

/**
 * The tags in a body's text, in order. What is code, HTML, a link or an address holds none.
 * @param links the wikilinks of the body
 */
export function inlineTags(body: string, links: readonly Wikilink[]): InlineTag[] {
  if (!MARK.test(body)) return [];
  const structure = readStructure(body);
  const { blocks } = structure;
  const spans = [...structure.spans, ...links].sort((a, b) => a.start - b.start);
  const tags: InlineTag[] = [];
  let next = 0;
  let covered = 0;
  for (const { start, end } of blocks) {
    for (const match of body.slice(start, end).matchAll(TAG)) {
      const at = start + match.index;
      // The spans are in order of their starts, and so are the tags.
      for (; next < spans.length && spans[next]!.start <= at; next++) {
        covered = Math.max(covered, spans[next]!.end);
      }
      if (at >= covered) tags.push({ text: match[1]!, start: at });
    }
  }
  return tags;
}
