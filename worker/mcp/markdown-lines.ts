/** A heading of a Markdown text. */
export interface Heading {
  /** Where its first line begins. */
  readonly start: number;
  /** 1 to 6. */
  readonly depth: number;
  /** Its text as Markdown, on one line; what exceeds 1,000 characters is cut off. */
  readonly source: string;
}

export interface Line {
  readonly start: number;
  /** After its line break. */
  readonly end: number;
  /** Whether it is blank, and not in a fence or a comment. */
  readonly isBlank: boolean;
  /** The heading that ends with this line. */
  readonly heading?: Heading | undefined;
}

const MAX_HEADING = 1000;

/** The markers of list items and quotes. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/;
const HEADING = /^#{1,6}(?=[ \t]|$)/;
const UNDERLINE = /^(?:=+|-+)$/;
const BREAK = /^([-*_])(?:[ \t]*\1){2,}$/;
const FENCE = /^(`{3,}|~{3,})(.*)$/;

/** A line without its line break, taken apart. */
interface Parts {
  readonly start: number;
  readonly text: string;
  /** One `>` for each quote that its markers begin or continue. */
  readonly quotes: string;
  readonly isItem: boolean;
  /** Width of the white space between the markers and the content. */
  readonly indent: number;
  readonly content: string;
}

/** Lines of text, which the next line makes a heading if it underlines them. */
type Paragraph = Pick<Heading, "start" | "source"> & Pick<Parts, "quotes">;

/**
 * Reads the lines of a Markdown text so that it can be divided. The headings are those that a parser finds, except for a
 * few in HTML and in lists with odd indentation.
 */
export function* readLines(markdown: string): Generator<Line> {
  const reader = new LineReader();
  for (let start = 0; start < markdown.length; ) {
    const newline = markdown.indexOf("\n", start);
    const end = newline === -1 ? markdown.length : newline + 1;
    yield { start, end, ...reader.read(start, markdown.slice(start, end).trimEnd()) };
    start = end;
  }
}

/** Reads lines one by one, and remembers what they have left open. */
class LineReader {
  #fence: { readonly marks: string; readonly quotes: string; readonly indent: number } | undefined;
  #isComment = false;
  #paragraph: Paragraph | undefined;
  /** How far text is indented that belongs to the list item before it. */
  #listIndent = 0;

  read(start: number, text: string): Pick<Line, "isBlank" | "heading"> {
    const line = partsOf(start, text);
    if (this.#isInFence(line) || this.#isInComment(text)) return { isBlank: false };
    const before = this.#paragraph;
    this.#paragraph = undefined;
    if (line.content === "") return { isBlank: text === "" };
    if (line.isItem) this.#listIndent = widthOf(text.slice(0, -line.content.length));
    else if (!before) this.#listIndent = Math.min(this.#listIndent, line.indent);
    const heading = this.#headingIn(line, before);
    if (heading === undefined) this.#open(line, before);
    return { isBlank: false, heading };
  }

  #isInFence({ text, quotes }: Parts): boolean {
    const fence = this.#fence;
    if (fence === undefined) return false;
    const isOutside = fence.quotes !== "" && quotes === "";
    const inside = text.replace(fence.quotes === "" ? /^[ \t]+/ : /^[ \t>]+/, "");
    const [, marks = "", info = ""] = FENCE.exec(inside) ?? [];
    const isEnd =
      marks.startsWith(fence.marks) &&
      info.trim() === "" &&
      text.length - inside.length <= fence.indent + 3;
    if (isOutside || isEnd) this.#fence = undefined;
    return !isOutside;
  }

  #isInComment(text: string): boolean {
    if (!this.#isComment) return false;
    this.#isComment = !text.includes("-->");
    return true;
  }

  #headingIn(line: Parts, before: Paragraph | undefined): Heading | undefined {
    const { start, quotes, isItem, indent, content } = line;
    const isUnderline =
      UNDERLINE.test(content) && !isItem && indent >= this.#listIndent && quotes === before?.quotes;
    if (isUnderline) return { ...before, depth: content.startsWith("=") ? 1 : 2 };
    const [marks] = HEADING.exec(content) ?? [];
    if (marks === undefined || this.#isCode(line)) return undefined;
    const source = content.slice(marks.length, MAX_HEADING).trim();
    return { start, depth: marks.length, source: source.replace(/(?:^|[ \t]+)#+$/, "") };
  }

  #open(line: Parts, before: Paragraph | undefined): void {
    const { start, text, quotes, isItem, content } = line;
    const isCode = this.#isCode(line);
    const [, marks = "", info = ""] = (!isCode && FENCE.exec(content)) || [];
    if (marks !== "" && !(marks.startsWith("`") && info.includes("`"))) {
      this.#fence = { marks, quotes, indent: text.length - content.length };
    } else if (content.startsWith("<!--")) {
      this.#isComment = !content.includes("-->");
    } else if (before && !isItem) {
      const source = `${before.source} ${content}`.slice(0, MAX_HEADING);
      this.#paragraph = { ...before, source };
    } else if (!isCode && !BREAK.test(content)) {
      this.#paragraph = { start, quotes, source: content.slice(0, MAX_HEADING) };
    }
  }

  #isCode({ isItem, indent }: Parts): boolean {
    return !isItem && indent > this.#listIndent + 3;
  }
}

function partsOf(start: number, text: string): Parts {
  const [markers = ""] = MARKERS.exec(text) ?? [];
  const rest = text.slice(markers.length);
  const content = rest.trimStart();
  return {
    start,
    text,
    quotes: markers.replace(/[^>]/g, ""),
    isItem: /[^> \t]/.test(markers),
    indent: widthOf(rest.slice(0, rest.length - content.length)),
    content,
  };
}

function widthOf(indentation: string): number {
  return indentation.replaceAll("\t", "    ").length;
}
