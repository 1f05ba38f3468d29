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

const OPENING = /---\r?\n/y;
const CLOSING = /---(?:\r?\n|$)/y;
const KEY =
  /([A-Za-z_\u00c0-\u1fff\u3041-\ud7ff][\w\u00c0-\u1fff\u3041-\ud7ff-]*):(?: +|(?=\r?\n))/y;
const LINE_END = / *\r?\n/y;
const ITEM = /( *)-(?: +|(?=\r?\n))/y;
const SPACES = / */y;
const CARRIAGE_RETURN = 13;
const COMMA = 44;
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
  let at = endOf(OPENING, text, 0);
  while (at !== -1 && at <= longest) {
    const bodyStart = endOf(CLOSING, text, at);
    if (bodyStart !== -1) {
      return fields.size > 0 && bodyStart <= longest ? { fields, keyStarts, bodyStart } : undefined;
    }
    KEY.lastIndex = at;
    const name = KEY.exec(text)?.[1];
    if (name === undefined || fields.has(name) || NO_NAME.test(name)) return undefined;
    const value = readValue(text, KEY.lastIndex);
    if (value === undefined) return undefined;
    keyStarts.set(name, at);
    fields.set(name, value.field);
    at = value.next;
  }
  return undefined;
}

function readValue(text: string, at: number): Value | undefined {
  const next = endOf(LINE_END, text, at);
  if (next !== -1) return readLines(text, at, next);
  const field = text.charCodeAt(at) === OPEN ? readList(text, at) : plainScalar(text, at, "line");
  return field && endLine(text, field);
}

function endLine(text: string, field: Field): Value | undefined {
  const next = endOf(LINE_END, text, field.end);
  return next === -1 ? undefined : { field, next };
}

/** A list in brackets. */
function readList(text: string, start: number): Field | undefined {
  const items: Field[] = [];
  let at = endOf(SPACES, text, start + 1);
  while (text.charCodeAt(at) !== CLOSE) {
    const item = plainScalar(text, at, "list");
    if (item === undefined) return undefined;
    items.push(item);
    at = endOf(SPACES, text, item.end);
    if (text.charCodeAt(at) === CLOSE) break;
    if (text.charCodeAt(at) !== COMMA) return undefined;
    at = endOf(SPACES, text, at + 1);
    if (text.charCodeAt(at) === CLOSE) return undefined;
  }
  return toList(items, start, at + 1);
}

/** A list of a line for each item; nothing, where no such line follows. */
function readLines(text: string, keyEnd: number, from: number): Value | undefined {
  const items: Field[] = [];
  let start = keyEnd;
  let next = from;
  let indent: string | undefined;
  for (;;) {
    ITEM.lastIndex = next;
    const spaces = ITEM.exec(text)?.[1];
    if (spaces === undefined) break;
    const at = ITEM.lastIndex;
    const isEmpty = endOf(LINE_END, text, at) !== -1;
    const item = isEmpty ? nothing(at) : plainScalar(text, at, "line");
    const line = item && endLine(text, item);
    if (line === undefined || (indent ?? spaces) !== spaces) return undefined;
    if (indent === undefined) start = next + spaces.length;
    indent = spaces;
    items.push(line.field);
    next = line.next;
  }
  if (items.length === 0) return { field: nothing(keyEnd), next };
  // Where a list ends in an empty item is told by more than its lines.
  if (items.at(-1)!.value === null) return undefined;
  // To YAML, the line end behind a list is the list's, unless all ends there.
  const isLast = endOf(CLOSING, text, next) !== -1;
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

/** The offset after what stands at an offset; -1 where something else does. @param pattern sticky */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
