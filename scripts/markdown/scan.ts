import { findTooComplex } from "./complexity.ts";
import { readExcerpt } from "./excerpt.ts";
import { type Range, rangeAt } from "./ranges.ts";
import { type Destination, type Heading, Structure } from "./structure.ts";
import type { Wikilink } from "./wikilinks.ts";

interface InlineTag {
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
  /** The relative paths in Markdown links, images and definitions outside wikilinks, in order. */
  paths: Destination[];
  /** Number of references to blocks, as Logseq writes them, in a Logseq graph. */
  blockReferences?: number;
  /** Where links are not read, if anywhere, and why. */
  unread?: Unread;
}

/**
 * Text whose links are not read:
 * - `complex`: it would take too long to parse. Such a body is not read at all
 * - `open-fence`: a block of code or math that is never closed
 */
interface Unread {
  /** Offset, UTF-16 units. */
  start: number;
  cause: "complex" | "open-fence";
}

/** What is read from a body, including what only its own note needs. */
export interface BodyScan extends MarkdownScan {
  /** The first paragraph that is prose, if it was asked for; or empty. */
  excerpt: string;
  /** The `#tags` of the text, in order, if they were asked for. */
  tags: InlineTag[];
}

/** A destination outside the content, with a scheme or a host, or a fragment or query of the same page. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i;

/**
 * Reads the wikilinks, headings and first paragraph of one body, as a Markdown parser does: nothing
 * that is code, HTML, math, a comment, a definition or the destination of a link counts as a wikilink.
 * Pure, and independent of other notes. Never throws. Takes linear time.
 * @param body Markdown without its front matter
 */
export function scanMarkdown(
  body: string,
  { withExcerpt = true, withTags = false, isLogseq = false } = {},
): BodyScan {
  const complex = findTooComplex(body);
  if (complex !== -1) {
    const unread: Unread = { start: complex, cause: "complex" };
    return { links: [], headings: [], paths: [], excerpt: "", tags: [], unread };
  }
  const structure = new Structure(body, isLogseq);
  const { openFence } = structure;
  const comments = findComments(body, structure);
  const isShown = ({ start }: Range) => rangeAt(comments, start) === undefined;
  return {
    links: structure.links.filter(isShown),
    headings: structure.headings,
    paths: structure.destinations.filter(
      ({ start, end }) =>
        isShown({ start, end }) &&
        !ELSEWHERE.test(body.slice(start, end)) &&
        rangeAt(structure.links, start) === undefined,
    ),
    excerpt: withExcerpt ? readExcerpt(structure) : "",
    tags: withTags ? findTags(body, structure) : [],
    ...(isLogseq && { blockReferences: countBlockReferences(body, structure) }),
    ...(openFence !== undefined && { unread: { start: openFence, cause: "open-fence" } }),
  };
}

/** The comments of Obsidian, each from a `%%` to the next, perhaps over several blocks. A last one without an end is none. */
function findComments(body: string, structure: Structure): Range[] {
  if (!body.includes("%%")) return [];
  const marks = Array.from(body.matchAll(/\\.|(%%)/gs))
    .filter(({ 1: mark, index }) => mark && structure.isText(index))
    .map(({ index }) => index);
  return marks.flatMap((start, i) =>
    i % 2 === 0 && marks[i + 1] !== undefined ? [{ start, end: marks[i + 1]! }] : [],
  );
}

/** A `#tag` after white space or at a line's start: letters, digits, `_`, `-` and `/`, not digits alone. */
const TAG = /(?<![^\s(])#(?=[\p{N}/-]*[\p{L}_])([\p{L}\p{M}\p{N}_-]+(?:\/[\p{L}\p{M}\p{N}_-]+)*)/gu;
/** A cheap test: a body without a match has no tags. The `#` of a heading is followed by a space. */
const MAY_BE_TAG = /#[\p{N}/-]*[\p{L}_]/u;

/** The tags in the text. Code, HTML, links and addresses contain none. */
function findTags(body: string, structure: Structure): InlineTag[] {
  if (!MAY_BE_TAG.test(body)) return [];
  return Array.from(body.matchAll(TAG), ({ 1: tag, index }) => ({
    text: tag!,
    start: index,
  })).filter(({ start }) => structure.isText(start));
}

const BLOCK_REFERENCE = /\(\([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)\)/g;

/** Those in code are text. */
function countBlockReferences(body: string, structure: Structure): number {
  const references = [...body.matchAll(BLOCK_REFERENCE)];
  return references.filter(({ index }) => structure.isText(index)).length;
}
