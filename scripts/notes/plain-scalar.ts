import type { Field } from "./field.ts";

/** In a line of its own, or between the commas of a list in brackets. */
export type ScalarPlace = "line" | "list";

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

const QUOTED = /"((?:[^"\\\r\n]|\\["\\])*)"|'([^'\r\n]*)'/y;
const TEXT = { line: /[^\r\n]*/y, list: /[^\r\n,[\]]*/y };
/** Words that are nothing but text, wherever they stand. */
const WORDS = /^[a-z][\w .;()/+]*$/i;
/** What may be more than text: a pair, a comment, an item of a list in a list. */
const MORE = { line: /: |:$| #|[-?] +[-?] /, list: /[:#{}"']|[-?] +[-?] / };
/** Controls, odd spaces, marks of byte order, noncharacters. */
const ODD = /[^ -~\u00a1-\u1fff\u2010-\u2027\u2030-\udfff\uf900-\ufdcf\ufdf0-\ufefe\uff01-\uffef]/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const NULL = /^(?:[Nn]ull|NULL)$/;
/** `false` */
const LONGEST_WORD = 5;
/** As long as a number is exact. */
const NUMBER = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,5})?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** What no number holds. */
const UNNUMBERED = /[^\da-fox.+_-]/i;

/**
 * A scalar of YAML on one line that every reader takes for the same; undefined where there is none.
 * @param at where it begins
 */
export function plainScalar(text: string, at: number, place: ScalarPlace): Field | undefined {
  const first = text.charCodeAt(at);
  const isQuoted = first === DOUBLE_QUOTE || first === SINGLE_QUOTE;
  return isQuoted ? quoted(text, at) : unquoted(text, at, place);
}

function quoted(text: string, at: number): Field | undefined {
  QUOTED.lastIndex = at;
  const match = QUOTED.exec(text);
  if (match === null || ODD.test(match[0])) return undefined;
  const [{ length }, double, single] = match;
  const value = single ?? double!.replace(/\\(.)/g, "$1");
  return {
    start: at,
    end: at + length,
    value,
    source: undefined,
    comment: undefined,
    items: undefined,
  };
}

function unquoted(text: string, at: number, place: ScalarPlace): Field | undefined {
  const pattern = TEXT[place];
  pattern.lastIndex = at;
  pattern.test(text);
  let end = pattern.lastIndex;
  while (end > at && text.charCodeAt(end - 1) === SPACE) end--;
  const source = text.slice(at, end);
  const isPlain = WORDS.test(source) || !(MORE[place].test(source) || ODD.test(source));
  if (!isPlain) return undefined;
  const value = typed(source);
  if (value === undefined) return undefined;
  return {
    start: at,
    end: at + source.length,
    value,
    source,
    comment: undefined,
    items: undefined,
  };
}

/** What YAML 1.2 makes of a text without quotes; undefined where that may be other than it looks. */
function typed(source: string): string | number | boolean | undefined {
  if (/^[a-z\u00c0-\uffef]/i.test(source)) {
    if (source.length > LONGEST_WORD) return source;
    if (BOOLEAN.test(source)) return source[0] === "t" || source[0] === "T";
    return NULL.test(source) ? undefined : source;
  }
  if (!/^\d/.test(source)) return undefined;
  if (NUMBER.test(source)) return Number(source);
  return DATE.test(source) || UNNUMBERED.test(source) ? source : undefined;
}
