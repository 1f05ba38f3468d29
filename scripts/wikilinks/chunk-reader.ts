import type { Chunk } from "./chunk.ts";
import { contentStart } from "./content-start.ts";
import { fenceLength } from "./fence-length.ts";
import { htmlEnd } from "./html-end.ts";
import { isHeadingLine } from "./is-heading-line.ts";
import { isThematicBreak } from "./is-thematic-break.ts";
import { LineCursor } from "./line-cursor.ts";
import { tableEnd } from "./table-end.ts";
import { TextChunk } from "./text-chunk.ts";

/** What is indented further is code. */
const MOST_INDENT = 3;

/**
 * Splits a body into chunks, each of which a parser reads alone as it reads it in the whole, as
 * long as the body has no definitions. Linear in the body's length.
 */
export class ChunkReader {
  readonly #line: LineCursor;
  /** Whether the whole body is in doubt. */
  readonly #isOdd: boolean;

  constructor(body: string) {
    this.#line = new LineCursor(body);
    // The parser drops a byte order mark from a text's start; and not all readers end lines at a CR.
    this.#isOdd = body.includes("\ufeff") || (body.includes("\r") && /\r(?!\n)/.test(body));
  }

  /** The next chunk; undefined at the end. */
  next(): Chunk | undefined {
    const line = this.#line;
    if (this.#isOdd && !line.isDone) return this.#readRest(line.start);
    while (!line.isDone && line.isBlank) line.advance();
    if (line.isDone) return undefined;
    if (line.indent > MOST_INDENT) return this.#readIndented();
    if (line.indent > 0) return this.#readText();
    if (isHeadingLine(line, line.start)) return this.#readLine("heading");
    const fence = fenceLength(line, line.start);
    if (fence > 0) return this.#readCode(fence);
    return isThematicBreak(line, line.start)
      ? this.#readLine("break")
      : (this.#readTable() ?? this.#readHtml() ?? this.#readText());
  }

  #readLine(kind: Chunk["kind"]): Chunk {
    const { start, end } = this.#line;
    this.#line.advance();
    return { kind, start, end, mayHoldHeading: false, mayDefine: false };
  }

  #readCode(length: number): Chunk {
    const line = this.#line;
    const { unit } = line;
    const chunk = this.#readLine("code");
    for (let isClosed = false; !isClosed && !line.isDone; line.advance()) {
      chunk.end = line.end;
      isClosed = closes(line, unit, length);
    }
    return chunk;
  }

  /** Code by its indent: nothing before it is an item, which it could go on with. */
  #readIndented(): Chunk {
    const line = this.#line;
    const chunk = this.#readLine("code");
    let isBelowBlank = false;
    for (; !line.isDone && (line.isBlank || line.indent > MOST_INDENT); line.advance()) {
      isBelowBlank = line.isBlank;
      if (!line.isBlank) chunk.end = line.end;
    }
    // Not all items below code are ones to the parser.
    if (line.isDone || contentStart(line) === line.text) return chunk;
    if (isBelowBlank) return { ...chunk, kind: "unsure" };
    line.moveTo(chunk.start);
    return this.#readText();
  }

  #readHtml(): Chunk | undefined {
    const line = this.#line;
    const close = htmlEnd(line);
    if (close === -1) return undefined;
    const chunk = this.#readLine("code");
    for (; !line.isDone && line.start < close; line.advance()) chunk.end = line.end;
    return chunk;
  }

  #readTable(): Chunk | undefined {
    const { start } = this.#line;
    const end = tableEnd(this.#line);
    if (end === -1) return undefined;
    return { kind: "table", start, end, mayHoldHeading: false, mayDefine: false };
  }

  #readText(): Chunk {
    const line = this.#line;
    const text = new TextChunk(line);
    let isBelowBlank = false;
    for (; !line.isDone; line.advance()) {
      if (!line.isBlank) {
        if (line.indent === 0 && (isBelowBlank || text.isEndedBy(line))) break;
        if (isBelowBlank && text.isEndedByBlank) break;
        text.add(line, isBelowBlank);
      } else text.addBlank();
      isBelowBlank = line.isBlank;
      if (text.isEndless) return this.#readRest(text.start);
    }
    return text;
  }

  #readRest(start: number): Chunk {
    const end = this.#line.body.length;
    this.#line.moveTo(end);
    return { kind: "unsure", start, end, mayHoldHeading: true, mayDefine: true };
  }
}

function closes(line: LineCursor, mark: number, length: number): boolean {
  if (line.unit !== mark || line.indent > MOST_INDENT) return false;
  let at = line.text;
  while (at < line.end && line.body.charCodeAt(at) === mark) at++;
  return at - line.text >= length && line.skipSpace(at) === line.end;
}
