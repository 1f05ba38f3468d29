import type { Chunk } from "./chunk.ts";
import { contentStart } from "./content-start.ts";
import { fenceLength } from "./fence-length.ts";
import { isHeadingLine } from "./is-heading-line.ts";
import { isThematicBreak } from "./is-thematic-break.ts";
import type { LineCursor } from "./line-cursor.ts";

const DASH = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;
const OPEN = 91;
const BAR = 124;
const LETTER_A = 97;
const LETTER_Z = 122;
/** What the small letters have and the large ones have not. */
const LOWER_CASE = 32;

const FIRST_NUMBER = /1[.)]/y;
/** What underlines a heading, or divides a table's head from its rows. */
const LINE_BELOW = /[=|:-][=|: \t-]*(?=[\r\n]|$)/y;
/** HTML that goes on behind a blank line, unless it ends in the line it begins in. */
const LONG_HTML = /<(?:(?!!--.*-->)[!?]|(pre|script|style|textarea)(?![a-z\d-])(?!.*<\/\1>))/iy;
/** A line may be indented so far and still begin a block of its own. */
const MOST_INDENT = 3;

/** A chunk of text, lists, quotes, HTML or a table, line by line. */
export class TextChunk implements Chunk {
  kind: "paragraph" | "items" | "unsure" = "paragraph";
  readonly start: number;
  end: number;
  mayHoldHeading = false;
  mayDefine = false;
  /** Whether a line may begin what ends nobody knows where: code or HTML that holds blank lines. */
  isEndless = false;
  #isEmpty = true;
  #mayBeHtml = false;
  /** The indent from which on a line belongs to the item that began at the left; 0 without one. */
  #itemIndent = 0;

  constructor(line: LineCursor) {
    this.start = line.start;
    this.end = line.end;
    // It may be code.
    if (line.indent > 0) this.kind = "unsure";
  }

  /** Whether a line that is not indented begins a block of its own right below. */
  isEndedBy(line: LineCursor): boolean {
    if (this.#isEmpty || this.#mayBeHtml || isProse(line)) return false;
    if (isHeadingLine(line, line.start) || fenceLength(line, line.start) > 0) return true;
    if (line.unit !== DASH && isThematicBreak(line, line.start)) return true;
    return this.kind === "paragraph" && (line.unit === GREATER_THAN || isItem(line));
  }

  /** Whether nothing below a blank line can go on with it: it has no items, and begins no footnote. */
  get isEndedByBlank(): boolean {
    return this.kind === "paragraph" && !this.mayDefine;
  }

  /** Blank lines end HTML; what is indented below them is code, or goes on with an item. */
  addBlank(): void {
    this.#mayBeHtml = false;
  }

  add(line: LineCursor, isBelowBlank: boolean): void {
    if (isProse(line) && !isBelowBlank) this.#itemIndent = 0;
    else this.#addOther(line, isBelowBlank);
    this.#isEmpty = false;
    this.end = line.end;
  }

  #addOther(line: LineCursor, isBelowBlank: boolean): void {
    const content = contentStart(line);
    if (isBelowBlank) this.kind = "unsure";
    if (line.indent === 0)
      this.#itemIndent = this.#beginsItem(line) ? itemIndent(line, content) : 0;
    else if (line.indent < this.#itemIndent) this.#itemIndent = 0;
    if (content !== line.text) this.#addMark(content);
    this.#addContent(line, content === -1 ? line.text : content);
    if (!this.#isEmpty) this.#addBelow(line, content);
  }

  /** Whether a mark at the left begins an item for certain: some cannot follow a paragraph, and in HTML none does. */
  #beginsItem(line: LineCursor): boolean {
    return !this.#mayBeHtml && (this.#isEmpty || this.#itemIndent > 0 || isItem(line));
  }

  #addMark(content: number): void {
    const isAfterText = !this.#isEmpty && this.kind === "paragraph";
    if (isAfterText || content === -1) this.kind = "unsure";
    else if (this.kind === "paragraph") this.kind = "items";
    if (content !== -1) return;
    this.mayHoldHeading = true;
    this.mayDefine = true;
  }

  #addContent(line: LineCursor, content: number): void {
    const unit = line.body.charCodeAt(content);
    if (unit === OPEN) this.mayDefine = true;
    if (isThematicBreak(line, content)) this.kind = "unsure";
    if (isHeadingLine(line, content)) {
      this.kind = "unsure";
      this.mayHoldHeading = true;
    }
    if (fenceLength(line, content) > 0) {
      this.kind = "unsure";
      if (this.#isAtLeft(line, content)) this.isEndless = true;
    }
    if (unit === LESS_THAN) {
      this.kind = "unsure";
      this.#mayBeHtml = true;
      if (this.#isAtLeft(line, content) && line.matches(LONG_HTML, content)) this.isEndless = true;
    }
  }

  /** Whether a block that begins here may be in no item and no quote, which would end it. */
  #isAtLeft({ text, indent }: LineCursor, content: number): boolean {
    const isInItem = this.#itemIndent > 0 && indent >= this.#itemIndent;
    return content === text && indent <= MOST_INDENT && !isInItem;
  }

  /** What makes a heading or a table of the lines above. */
  #addBelow(line: LineCursor, content: number): void {
    const isLine = isLineBelow(line, line.text) || (content !== -1 && isLineBelow(line, content));
    if (!isLine) return;
    this.kind = "unsure";
    this.mayHoldHeading = true;
  }
}

/** Whether a line begins at the left with a letter, which is no mark of anything. */
function isProse({ body, start }: LineCursor): boolean {
  const unit = body.charCodeAt(start) | LOWER_CASE;
  return unit >= LETTER_A && unit <= LETTER_Z;
}

/** Whether a line is an item that can follow a paragraph: it has text, and is the first of its list. */
function isItem(line: LineCursor): boolean {
  const isNumbered = line.unit >= ZERO && line.unit <= NINE;
  return contentStart(line) > line.text && (!isNumbered || line.matches(FIRST_NUMBER, line.text));
}

function itemIndent(line: LineCursor, content: number): number {
  return content === -1 || line.unit === GREATER_THAN ? 0 : content - line.text;
}

function isLineBelow(line: LineCursor, at: number): boolean {
  const unit = line.body.charCodeAt(at);
  const isMark = unit === EQUALS || unit === DASH || unit === COLON || unit === BAR;
  return isMark && line.matches(LINE_BELOW, at);
}
