import {
  createMdastHandle,
  dropHandle,
  type Features,
  MdastReader,
  serializeHandle,
} from "satteri";
import { labelOf, ownLabel } from "./labels.ts";
import { type Range, rangeAt } from "./ranges.ts";
import { readStrayLinks, readWikilink, type Wikilink, withOuterLabel } from "./wikilinks.ts";

export interface Destination extends Range {
  isImage: boolean;
}

/** Hugo's shortcodes `ref` and `relref`. The group is the path, perhaps in quotes. */
const REF =
  /\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?("[^"\n]*"|`[^`\n]*`|[^\s"`<>%{}]+)(?:\s[^<>%{}\n]*)?[>%]\}/;
/** Jekyll's tag `link`. The group is the path, which may have spaces in it. */
const LINK = /%-?\s*link\s+([^\s<>%{}](?:[^\n<>%{}]*?[^\s<>%{}-])?)\s*-?%/;
/** A destination as Hugo or Jekyll writes it. The groups are those of either, and a heading after it. */
export const SHORTCODE = new RegExp(`\\{(?:${REF.source}|${LINK.source})\\}(#[^\\s()"']*)?`);

export interface Heading {
  /** 1 to 6. */
  depth: number;
  /** Its text as a reader sees it: no Markdown, entities decoded, wikilinks as their labels. */
  text: string;
  /** Its source, if that has a link with a label. */
  source?: string;
}

/** The numbers that the parser gives to the types of nodes, by their mdast names. */
export const NODE = {
  paragraph: 1,
  heading: 2,
  html: 7,
  code: 8,
  definition: 9,
  text: 10,
  inlineCode: 13,
  break: 14,
  link: 15,
  image: 16,
  linkReference: 17,
  footnoteDefinition: 19,
  footnoteReference: 20,
  tableRow: 22,
  math: 27,
  inlineMath: 28,
} as const;

/** A single `$` is a letter. */
export const FEATURES: Features = {
  frontmatter: false,
  wikilinks: true,
  math: { singleDollarTextMath: false },
};

const LINKS: readonly number[] = [NODE.link, NODE.linkReference, NODE.footnoteReference];
/** The nodes of which `Structure` keeps where they are. */
const PLACED = new Set<number>([
  ...LINKS,
  ...[NODE.code, NODE.math, NODE.image, NODE.definition, NODE.tableRow],
]);

/** A label at the beginning of a line, or the term of a definition list, and `#tags`. */
const LABELS_AND_TAGS = /^[ \t]*[\p{L}\p{N}_ -]{1,30}(?:\r?\n[ \t]*)?[:：]|#\S+/gmu;
const LABELED = /\[\[[^[|\r\n]*\||\]\(/;
/** Characters that may make a label more than plain text. */
const MARKUP = /[\\`*_[\]<>&!~]/;

/** What the parser may change in text: escapes, entities, line breaks with the spaces around them. */
const NOT_AS_WRITTEN = /[\\&\n\r\0]/;

/** A destination, in angle brackets or bare, with what precedes it. */
const DESTINATION = /^(\s*<)((?:[^<>\\\n]|\\.)*)>|^(\s*)((?:[^\s()\\]|\\.|\([^\s()]*\))+)/s;

function findDestination(body: string, from: number, limit: number): Range | undefined {
  const source = body.slice(from, limit);
  const shortcode = source.includes("{") ? SHORTCODE.exec(source) : null;
  if (shortcode !== null && source.slice(0, shortcode.index).trim() === "") {
    const start = from + shortcode.index;
    return { start, end: start + shortcode[0].length };
  }
  const match = DESTINATION.exec(source);
  if (match === null) return undefined;
  const start = from + (match[1] ?? match[3]!).length;
  return { start, end: start + (match[2] ?? match[4]!).length };
}

/** The structure of a body, from a single parse. All lists are in order. */
export class Structure {
  readonly links: Wikilink[] = [];
  readonly headings: Heading[] = [];
  readonly destinations: Destination[] = [];
  /** Offset of the first fence that is never closed, if links follow it: the parser takes all the rest for code or math. */
  openFence: number | undefined;
  readonly #rows: Range[] = [];
  readonly #body: string;
  readonly #isLogseq: boolean;
  readonly #reader: MdastReader;
  /** The wikilinks by the ids of their nodes. */
  readonly #wikilinks = new Map<number, Wikilink>();
  /** Whether a definition is one of those that Foam writes for wikilinks, for other programs. */
  #isFoams = false;
  #texts: readonly Range[] | undefined;

  /** @param isLogseq whether bullets that tabs indent are always a list, and `[label]([[page]])` is a wikilink */
  constructor(body: string, isLogseq = false) {
    this.#body = body;
    this.#isLogseq = isLogseq;
    const handle = createMdastHandle(toParsed(body, isLogseq), FEATURES);
    this.#reader = new MdastReader(serializeHandle(handle));
    dropHandle(handle);
    const headings: number[] = [];
    this.#reader.walk((id, type) => {
      if (PLACED.has(type)) this.#add(id, type);
      else if (type === NODE.heading) headings.push(id);
    });
    if (body.includes("[[")) {
      this.links.push(...readStrayLinks(body, (offset) => this.isText(offset), this.#rows));
    }
    this.links.sort((a, b) => a.start - b.start);
    for (const id of headings) {
      const { start, end } = this.#rangeOf(id);
      const source = body.slice(start, end);
      this.headings.push({
        depth: this.#reader.fieldU8(id, 0, 1),
        text: this.textOf(id, ownLabel),
        ...(LABELED.test(source) && { source }),
      });
    }
  }

  #add(id: number, type: number): void {
    const range = this.#rangeOf(id);
    if (type === NODE.tableRow) this.#rows.push(range);
    if ((type === NODE.code || type === NODE.math) && isOpenFence(this.#body, range)) {
      this.openFence ??= range.start;
    }
    if (this.#isWikilink(type, range)) {
      const inTable = rangeAt(this.#rows, range.start) !== undefined;
      const read = readWikilink(this.#body, range, inTable);
      const link = read && this.#isLogseq ? withOuterLabel(read, this.#body) : read;
      if (link) {
        this.links.push(link);
        this.#wikilinks.set(id, link);
      }
    } else this.#addDestination(id, type, range);
  }

  /** Whether an offset is in text outside links and code. Few notes need to know. */
  isText(offset: number): boolean {
    if (rangeAt(this.links, offset) !== undefined) return false;
    this.#texts ??= this.#findTexts();
    return rangeAt(this.#texts, offset) !== undefined;
  }

  #findTexts(): Range[] {
    const texts: Range[] = [];
    let linkEnd = 0;
    this.#reader.walk((id, type) => {
      const link = this.#wikilinks.get(id);
      const { start, end } = link ?? this.#rangeOf(id);
      if (link || LINKS.includes(type)) linkEnd = Math.max(linkEnd, end);
      else if (type === NODE.text && end > linkEnd) {
        texts.push({ start: Math.max(start, linkEnd), end });
      }
    });
    return texts;
  }

  /** The parser makes links and images of wikilinks, which only their source tells from others. */
  #isWikilink(type: number, { start, end }: Range): boolean {
    const open = type === NODE.link ? "[[" : type === NODE.image ? "![[" : undefined;
    const body = this.#body;
    return open !== undefined && body.startsWith(open, start) && body.startsWith("]]", end - 2);
  }

  #addDestination(id: number, type: number, { start, end }: Range): void {
    const mark = this.#destinationMark(id, type, { start, end });
    const destination = mark === undefined ? undefined : findDestination(this.#body, mark, end);
    if (destination) this.destinations.push({ ...destination, isImage: type === NODE.image });
  }

  /** The offset at which the destination of a link, an image or a definition may begin. */
  #destinationMark(id: number, type: number, { start, end }: Range): number | undefined {
    const body = this.#body;
    if (type === NODE.image) return body.lastIndexOf("](", end) + 2;
    if (type === NODE.link && body[start] === "[") {
      const last = this.#reader.getChildIds(id).at(-1);
      return (last === undefined ? start + 1 : this.#rangeOf(last).end) + 2;
    }
    const name =
      type === NODE.definition && /^\[((?:[^\\\]]|\\.)*)\]:/s.exec(body.slice(start, end));
    if (!name) return undefined;
    if (/^\/\/(?:begin|end)$/.test(name[1]!)) this.#isFoams = name[1] === "//begin";
    return this.#isFoams ? undefined : start + name[0].length;
  }

  #rangeOf(id: number): Range {
    const { start, end } = this.#reader.getPosition(id) ?? {};
    return { start: start?.offset ?? 0, end: end?.offset ?? 0 };
  }

  /** Whether a paragraph is nothing but code. */
  isCode(id: number): boolean {
    const inside = this.#reader.getChildIds(id).map((child) => this.#reader.getNodeType(child));
    return inside.every((type) => type === NODE.inlineCode);
  }

  /** Whether a paragraph begins with a picture or an embed. */
  beginsWithPicture(id: number): boolean {
    const [first] = this.#reader.getChildIds(id);
    return first !== undefined && this.#reader.getNodeType(first) === NODE.image;
  }

  /** Whether a paragraph has words besides its links and tags and what labels those, as in `see: [[x]]`. */
  hasWords(root: number): boolean {
    let text = "";
    this.#reader.walk((id, type) => {
      const { start, end } = this.#rangeOf(id);
      if (type === NODE.text) text += this.#body.slice(start, end);
      return !LINKS.includes(type);
    }, root);
    return /\p{L}/u.test(text.replace(LABELS_AND_TAGS, ""));
  }

  /** The text of a node as `linesOf` gives it, on one line. */
  textOf(root: number, labelIn: (link: Wikilink) => string | undefined): string {
    return this.linesOf(root, labelIn).replace(/[\n\r]+/g, " ");
  }

  /**
   * The text of a node as a reader sees it, on the lines of its source; HTML and images have none.
   * @param labelIn gives the label of a wikilink, as Markdown, or undefined to make one from its target
   * @param codeIn gives the text of inline code
   */
  linesOf(
    root: number,
    labelIn: (link: Wikilink) => string | undefined,
    codeIn = (code: string) => code,
  ): string {
    const reader = this.#reader;
    let text = "";
    let readTo = 0;
    reader.walk((id, type) => {
      const { start, end } = this.#rangeOf(id);
      const link = this.#wikilinks.get(id);
      if (link) {
        const label = labelIn(link);
        readTo = link.end;
        if (link.start < start) text = withoutLabel(text, start - link.start);
        if (label !== undefined && !link.embed && MARKUP.test(label)) readTo = 0;
        else text += label ?? labelOf(link.target);
        return readTo === 0;
      }
      if (end <= readTo) return false;
      const isMath =
        type === NODE.inlineMath || (type === NODE.inlineCode && this.#body[start] === "$");
      if (isMath || this.#isWikilink(type, { start, end })) text += this.#body.slice(start, end);
      else if (type === NODE.text || type === NODE.inlineCode) {
        const source = this.#body.slice(start, end);
        // The parser decodes all its strings when the first one is read, which few notes need.
        const isAsWritten = type === NODE.text && !NOT_AS_WRITTEN.test(source);
        const value = isAsWritten ? source : reader.getTextValue(id);
        const rest = value.slice(Math.max(0, readTo - start));
        text += type === NODE.inlineCode ? codeIn(rest) : rest;
      } else if (type === NODE.break) text += "\n";
      else return type !== NODE.html;
      return false;
    }, root);
    return text;
  }

  /** The paragraphs at the top level, then those in lists and quotes, by their ids; not those of footnotes. */
  *paragraphs(): Generator<number> {
    const reader = this.#reader;
    for (const isTop of [true, false]) {
      for (let id = 1; id < reader.nodeCount; id++) {
        if (reader.getNodeType(id) !== NODE.paragraph) continue;
        const parent = reader.getParentId(id);
        const isFootnote = reader.getNodeType(parent) === NODE.footnoteDefinition;
        if ((parent === 0) === isTop && !isFootnote) yield id;
      }
    }
  }
}

const FENCE = /^(`{3,}(?!`)|~{3,}(?!~)|\${2,}(?!\$))[\s\S]*?\[\[[^[\]\r\n]+\]\]/;

/** Whether a block of code or math has no closing fence, and holds what may be a link. */
function isOpenFence(body: string, { start, end }: Range): boolean {
  const source = body.slice(start, end);
  const [, fence] = FENCE.exec(source) ?? [];
  const lastLine = source.slice(source.lastIndexOf("\n") + 1).replace(/^[ \t>]+|\s+$/g, "");
  return fence !== undefined && !(lastLine.startsWith(fence) && /^(.)\1*$/.test(lastLine));
}

/** Bullets of a Logseq graph that follow a line without a bullet: to Markdown, tabs would make code of them. */
const TAB_BULLETS = /^(?![ \t\r\n]|[-*+] ).+(?:\r?\n(?:\t.*|(?=\r?\n|$)))+/gm;

/** The label of Logseq's `[label]([[page]])`, which to Markdown is a link to the address `[[page]]`. */
const OUTER_LABEL = /(?<![!\\])\[[^[\]\n]+\]\((?=\[\[[^[\]\n]+\]\]\))/g;

/** The text before `[label](`, whose first bracket the parser may have left out. */
function withoutLabel(text: string, length: number): string {
  const rest = text.slice(0, 1 - length);
  return rest.endsWith("[") ? rest.slice(0, -1) : rest;
}

const DESTINATIONS = new RegExp(
  `(\\]\\(|\\]:)[ \\t]*${SHORTCODE.source}(?=[ \\t]*(?:["')]|$))`,
  "gm",
);

/** The body as the parser is to read it, with the same offsets. */
function toParsed(body: string, isLogseq: boolean): string {
  const outline = isLogseq
    ? body
        .replace(TAB_BULLETS, (block) => block.replace(/^\t/gm, " "))
        .replace(OUTER_LABEL, (label) => label.replace(/[[\]()]/g, " "))
    : body;
  // With spaces in it, a shortcode is no destination to the parser.
  const plain = outline.replace(DESTINATIONS, (all, open: string) => open.padEnd(all.length, "x"));
  // The parser drops a leading byte order mark and counts offsets from after it, but counts a blank line.
  return closeFormulas(plain).replace(/^\ufeff/, "\n");
}

/** A formula that begins a block, after nothing but the markers of quotes and list items, and may go on over lines. */
const FORMULA =
  /^(?<markers>(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)\$\$(?<inner>(?:[^$]|\$(?!\$))*)\$\$(?=(?<after>.*))/gm;

/**
 * The parser ends a formula that begins a block only at a line with nothing but `$$`. One that ends elsewhere, as
 * in `$$a\nb$$`, is handed to it as code on one line, which has as many characters and nothing that could end it.
 */
function closeFormulas(body: string): string {
  if (!body.includes("$$")) return body;
  return body.replace(FORMULA, (formula, markers: string, inner: string, after: string) => {
    const lastLine = inner.slice(inner.lastIndexOf("\n") + 1);
    // `$$ com$$` ends one formula and begins another, which the parser takes for one.
    const rest = after.includes("$$") ? "" : after;
    const endsInText = lastLine !== inner && /[^\s>]/.test(lastLine + rest);
    return endsInText ? `${markers}\`\`${"x".repeat(inner.length)}\`\`` : formula;
  });
}
