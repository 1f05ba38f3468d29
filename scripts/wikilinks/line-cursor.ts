const TAB = 9;
const TAB_WIDTH = 4;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/** The lines of a text, one after the other. They end in LF or CRLF. */
export class LineCursor {
  readonly body: string;
  /** Offset of the line's first character. */
  start = 0;
  /** Offset after its last one, the line end left out. */
  end = 0;
  /** Offset of its first character that is no space or tab; `end` for a blank line. */
  text = 0;
  #next = 0;

  constructor(body: string) {
    this.body = body;
    this.moveTo(0);
  }

  /** Whether all lines are read. */
  get isDone(): boolean {
    return this.start >= this.body.length;
  }

  get isBlank(): boolean {
    return this.text === this.end;
  }

  /** Columns before its text, at least 4 where a tab is among them. */
  get indent(): number {
    const { body, start, text } = this;
    const isTabbed = text > start && body.slice(start, text).includes("\t");
    return isTabbed ? text - start + TAB_WIDTH : text - start;
  }

  /** The first unit of its text; that of a line end for a blank line. */
  get unit(): number {
    return this.body.charCodeAt(this.text);
  }

  advance(): void {
    this.moveTo(this.#next);
  }

  /** @param start of a line */
  moveTo(start: number): void {
    const { body } = this;
    const newline = body.indexOf("\n", start);
    this.start = start;
    this.end = newline === -1 ? body.length : newline;
    this.#next = newline === -1 ? body.length : newline + 1;
    const isLong = newline > start;
    if (isLong && body.charCodeAt(newline - 1) === CARRIAGE_RETURN) this.end--;
    this.text = this.skipSpace(start);
  }

  /** The first offset from `at` on where no space or tab stands: the line's end at most. */
  skipSpace(at: number): number {
    let text = at;
    while (text < this.end && isSpace(this.body.charCodeAt(text))) text++;
    return text;
  }

  /** Whether a sticky pattern matches at an offset. */
  matches(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.body);
  }
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}
