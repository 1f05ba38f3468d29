import type { Field } from "./field.ts";
import { plainScalar } from "./plain-scalar.ts";

/** A front matter that every reader of YAML takes for the same. */
export interface PlainFrontMatter {
  fields: Map<string, Field>;
  /** Offset of each key in the file's text. */
  keyStarts: Map<string, number>;
  /** Offset after the line of the closing fence. */
  bodyStart: number;
}

/** The value of a key, and the offset of the line after it. */
interface Value {
  field: Field;
  next: number;
}

const FENCE = "---";
const KEY = /[A-Za-z_\u00c0-\u1fff\u3041-\ud7ff][\w\u00c0-\u1fff\u3041-\ud7ff-]*(?=:)/y;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const COMMA = 44;
const DASH = 45;
const OPEN = 91;
const CLOSE = 93;
/** Keys that YAML makes values of, so that two of them can be one. */
const NO_NAME = /^(?:true|false|null)$/i;

/**
 * Reads the front matter that most notes have: keys at the left, and behind them a text, a number, a
 * boolean, nothing, or a list of those. It gives to the letter what the YAML parser gives, or
 * undefined where anything else is in it. Linear in the front matter's length.
 * @param text the note without a byte order mark
 * @param longest UTF-16 units that a front matter may have
 */
export function plainFrontMatter(text: string, longest: number): PlainFrontMatter | undefined {
  const fields = new Map<string, Field>();
  const keyStarts = new Map<string, number>();
  let at = text.startsWith(FENCE) ? afterLineEnd(text, FENCE.length) : -1;
  while (at !== -1 && at <= longest) {
    const bodyStart = afterClosing(text, at);
    if (bodyStart !== -1) {
      return fields.size > 0 && bodyStart <= longest ? { fields, keyStarts, bodyStart } : undefined;
    }
    KEY.lastIndex = at;
    if (!KEY.test(text)) return undefined;
    const name = text.slice(at, KEY.lastIndex);
    const start = afterMark(text, KEY.lastIndex + 1);
    if (start === -1 || fields.has(name) || NO_NAME.test(name)) return undefined;
    const value = readValue(text, start);
    if (value === undefined) return undefined;
    keyStarts.set(name, at);
    fields.set(name, value.field);
    at = value.next;
  }
  return undefined;
}

function readValue(text: string, at: number): Value | undefined {
  const next = afterLine(text, at);
  if (next !== -1) return readLines(text, at, next);
  const field = text.charCodeAt(at) === OPEN ? readList(text, at) : plainScalar(text, at, "line");
  return field && endLine(text, field);
}

function endLine(text: string, field: Field): Value | undefined {
  const next = afterLine(text, field.end);
  return next === -1 ? undefined : { field, next };
}

/** A list in brackets. */
function readList(text: string, start: number): Field | undefined {
  const items: Field[] = [];
  let at = skipSpaces(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE) {
    const item = plainScalar(text, at, "list");
    if (item === undefined) return undefined;
    items.push(item);
    at = skipSpaces(text, item.end);
    if (text.charCodeAt(at) === CLOSE) break;
    if (text.charCodeAt(at) !== COMMA) return undefined;
    at = skipSpaces(text, at + 1);
    if (text.charCodeAt(at) === CLOSE) return undefined;
  }
  return toList(items, start, at + 1);
}

/** A list of a line for each item; nothing, where no such line follows. */
function readLines(text: string, keyEnd: number, from: number): Value | undefined {
  const items: Field[] = [];
  let start = keyEnd;
  let next = from;
  let indent = -1;
  for (;;) {
    const dash = skipSpaces(text, next);
    const at = text.charCodeAt(dash) === DASH ? afterMark(text, dash + 1) : -1;
    if (at === -1) break;
    const spaces = dash - next;
    const isEmpty = afterLine(text, at) !== -1;
    const item = isEmpty ? nothing(at) : plainScalar(text, at, "line");
    const line = item && endLine(text, item);
    if (line === undefined || (indent !== -1 && indent !== spaces)) return undefined;
    if (indent === -1) start = dash;
    indent = spaces;
    items.push(line.field);
    next = line.next;
  }
  if (items.length === 0) return { field: nothing(keyEnd), next };
  // Where a list ends in an empty item is told by more than its lines.
  if (items.at(-1)!.value === null) return undefined;
  // To YAML, the line end behind a list is the list's, unless all ends there.
  const isLast = afterClosing(text, next) !== -1;
  return { field: toList(items, start, isLast ? beforeLineEnd(text, next) : next), next };
}

function beforeLineEnd(text: string, next: number): number {
  return next - (text.charCodeAt(next - 2) === CARRIAGE_RETURN ? 2 : 1);
}

function toList(items: Field[], start: number, end: number): Field {
  const value = items.map((item) => item.value);
  return { start, end, value, source: undefined, comment: undefined, items };
}

function nothing(at: number): Field {
  return { start: at, end: at, value: null, source: "", comment: undefined, items: undefined };
}

/** The offset after the line of a closing fence; -1 where none stands. */
function afterClosing(text: string, at: number): number {
  if (!text.startsWith(FENCE, at)) return -1;
  const end = at + FENCE.length;
  return end === text.length ? end : afterLineEnd(text, end);
}

/** The offset after the spaces behind a mark, of which there is one at least if its line goes on; else -1. */
function afterMark(text: string, at: number): number {
  if (text.charCodeAt(at) === SPACE) return skipSpaces(text, at);
  return afterLineEnd(text, at) === -1 ? -1 : at;
}

/** The offset after a line of which only spaces are left; else -1. */
function afterLine(text: string, at: number): number {
  return afterLineEnd(text, skipSpaces(text, at));
}

/** The offset after a line end, LF or CRLF; -1 where none stands. */
function afterLineEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === LINE_FEED) return at + 1;
  return unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : -1;
}

function skipSpaces(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === SPACE) end++;
  return end;
}
