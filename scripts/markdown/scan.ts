import { escapeText } from "./escape.ts";
import type { Heading } from "./headings.ts";
import { labelOf, ownLabel } from "./labels.ts";
import { keepRanges, maskRanges, rangesIn } from "./spans.ts";
import { type Destination, findTooComplex, Structure, type TextBlock } from "./structure.ts";
import { findWikilinks, type Wikilink } from "./wikilinks.ts";

export interface InlineTag {
  /** Without its `#`. */
  text: string;
  /** Offset of the `#` in the body, UTF-16 units. */
  start: number;
}

/** What linking needs to know about a body. Plain data that JSON can store, valid until the body changes. */
export interface MarkdownScan {
  /** In order, none inside another. */
  links: Wikilink[];
  /** In order. */
  headings: Heading[];
  /** The relative paths in Markdown links, images and definitions, in order. */
  paths: Destination[];
  /** Offset of text that would take too long to parse. Such a body is not read, and all else is empty. */
  unread?: number;
}

/** What is read from a body, including what only its own note needs. */
export interface BodyScan extends MarkdownScan {
  /** The text of the first paragraph that is more than `#tags`, wikilinks as their labels; or empty. */
  opening: string;
  /** The `#tags` of the text, in order, if they were asked for. */
  tags: InlineTag[];
}

/** Nothing but tags. Many notes begin with such a paragraph. */
const ONLY_TAGS = /^\s*(?:#(?=[\p{N}/-]*[\p{L}_])[\p{L}\p{M}\p{N}_/-]+[\s,]*)*$/u;

/** Characters that may make a label more than plain text. */
const MARKUP = /[\\`*_[\]<>&!~]/;
/** A destination outside the content, with a scheme or a host, or a fragment or query of the same page. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i;

/**
 * Reads the wikilinks, headings and first paragraph of one body, as a Markdown parser does: nothing
 * that is code, HTML, math, a definition or the text or destination of a link counts as a wikilink.
 * Pure, and independent of other notes. Never throws. Takes linear time.
 * @param body Markdown without its front matter
 */
export function scanMarkdown(body: string, { withTags = false } = {}): BodyScan {
  const unread = findTooComplex(body);
  if (unread !== -1) return { links: [], headings: [], paths: [], opening: "", tags: [], unread };
  const structure = new Structure(body);
  const isRead = withTags || body.includes("[[");
  const text = isRead ? keepRanges(body, structure.blocks) : "";
  const links = text.includes("[[") ? findWikilinks(body, text, structure) : [];
  return {
    links,
    headings: structure.headings.map((heading) => ({
      depth: heading.depth,
      text: readText(body, heading, links, ownLabel),
    })),
    paths: structure.destinations.filter(
      ({ start, end }) => !ELSEWHERE.test(body.slice(start, end)),
    ),
    opening: readOpening(body, structure, links),
    tags: withTags ? findTags(text, structure, links) : [],
  };
}

function readOpening(body: string, structure: Structure, links: readonly Wikilink[]): string {
  // An embed is not part of the sentence around it.
  const label = (link: Wikilink) => (link.embed ? "" : link.label);
  for (const paragraph of structure.paragraphs()) {
    const text = readText(body, paragraph, links, label);
    if (!ONLY_TAGS.test(text)) return text;
  }
  return "";
}

/**
 * The text of a block, with labels in place of its links.
 * @param all the links of the body
 * @param label gives the label of a link, or undefined to make one from the target
 */
function readText(
  body: string,
  block: TextBlock,
  all: readonly Wikilink[],
  label: (link: Wikilink) => string | undefined,
): string {
  const links = rangesIn(all, block);
  let shown = "";
  let at = 0;
  for (const link of links) {
    const source = body.slice(link.start, link.end);
    const found = block.text.indexOf(source, at);
    const own = label(link);
    if (found === -1 || link.conditional || (own !== undefined && MARKUP.test(own))) {
      return parseAgain(body, block, links, label);
    }
    shown += block.text.slice(at, found) + (own ?? labelOf(link.target));
    at = found + source.length;
  }
  return shown + block.text.slice(at);
}

/** Parses a block again with the labels in place, for labels with markup in or around them. */
function parseAgain(
  body: string,
  { start, end, text }: TextBlock,
  links: readonly Wikilink[],
  label: (link: Wikilink) => string | undefined,
): string {
  let source = "";
  let at = start;
  for (const link of links) {
    const own = label(link) ?? escapeText(labelOf(link.target));
    source += body.slice(at, link.start);
    // Written as links, so that labels do not end the emphasis around them.
    source += link.conditional ? body.slice(link.start, link.end) : own && `[${own}](x)`;
    at = link.end;
  }
  // The markers of the quotes around the block precede its first line, and may precede others.
  const marks = body.slice(body.lastIndexOf("\n", start - 1) + 1, start).split(">").length - 1;
  const line = (source + body.slice(at, end)).replace(
    new RegExp(`[\\n\\r]+(?:[ \\t]*>){0,${marks}}`, "g"),
    " ",
  );
  return new Structure(`# ${line}`).headings[0]?.text ?? text;
}

/** A `#tag` after white space or at a line's start: letters, digits, `_`, `-` and `/`, not digits alone. */
const TAG = /(?<![^\s(])#(?=[\p{N}/-]*[\p{L}_])([\p{L}\p{M}\p{N}_-]+(?:\/[\p{L}\p{M}\p{N}_-]+)*)/gu;
/** A cheap test: a body without a match has no tags. The `#` of a heading is followed by a space. */
const MAY_BE_TAG = /#[\p{N}/-]*[\p{L}_]/u;

/** The tags in the text. Code, HTML, links and addresses contain none. */
function findTags(text: string, { spans }: Structure, links: readonly Wikilink[]): InlineTag[] {
  if (!MAY_BE_TAG.test(text)) return [];
  const masked = maskRanges(
    text,
    [...spans, ...links].sort((a, b) => a.start - b.start),
  );
  return Array.from(text.matchAll(TAG), ({ 1: tag, index }) => ({
    text: tag!,
    start: index,
  })).filter(({ start }) => masked[start] === "#");
}
