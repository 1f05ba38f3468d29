import type { Field, YamlFields } from "./yaml.ts";

/** A key that is not indented or an item of a list, and the rest of its line. */
const LINE = /\r?\n(?:([a-z_][\w.-]*(?: [\w.-]+)*):|( *)-)(?: +|(?=[\r\n]|$))(.*)/iy;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;
/** What makes a value more than plain text: a pair or a comment; in brackets, also the end of an item. */
const MORE = { line: /: |:$| #/, list: /[:#{}[\]"']/ };
/** Control characters, unusual spaces, byte order marks, noncharacters. */
const ODD =
  /[^\r\n -~\u00a1-\u1fff\u2010-\u2027\u2030-\udfff\uf900-\ufdcf\ufdf0-\ufefe\uff01-\uffef]/;
/** YAML reads some of these spellings as null. */
const NULL = /^null$/i;

/**
 * Reads the kind of front matter that most notes have, with the results of the YAML parser: keys that are
 * not indented, whose values are text, empty, or lists of those. Returns undefined for any other.
 *
 * Reading the front matter of 14,128 pages of documentation takes 0.07 s with it and 0.9 s without.
 * @param yaml as for `readYaml`
 */
export function readPlainYaml(yaml: string): YamlFields | undefined {
  const fields = new Map<string, Field>();
  let last: Field | undefined;
  let lastIndent: number | undefined;
  LINE.lastIndex = yaml.search(/\r?\n/);
  while (LINE.lastIndex < yaml.length) {
    const keyStart = LINE.lastIndex + (yaml[LINE.lastIndex] === "\r" ? 2 : 1);
    const [, key, indent = "", rest = ""] = LINE.exec(yaml) ?? [];
    const start = LINE.lastIndex - rest.length;
    const field = LINE.lastIndex === 0 ? undefined : readValue(rest.trimEnd(), start, keyStart);
    if (!field) return undefined;
    if (key !== undefined) {
      if (fields.has(key)) return undefined;
      fields.set(key, field);
      last = field;
      lastIndent = undefined;
      continue;
    }
    if (last?.text === "" && last.start === last.end) {
      Object.assign(last, { start: keyStart + indent.length, text: null, items: [] });
      lastIndent = indent.length;
    }
    if (!last?.items || lastIndent !== indent.length) return undefined;
    last.items.push({ ...field, keyStart: start });
    last.end = field.end;
  }
  return fields.size > 0 && !ODD.test(yaml) ? { fields, faults: [], isProse: false } : undefined;
}

/** Reads a value on one line. */
function readValue(text: string, start: number, keyStart: number): Field | undefined {
  if (text === "") return { keyStart, start, end: start, text: "" };
  if (!text.startsWith("[")) return readScalar(text, start, keyStart, MORE.line);
  const items: Field[] = [];
  let at = start + 1;
  for (const part of text === "[]" ? [] : text.slice(1, -1).split(",")) {
    const itemStart = at + part.length - part.trimStart().length;
    const item = readScalar(part.trim(), itemStart, itemStart, MORE.list);
    if (!item) return undefined;
    items.push(item);
    at += part.length + 1;
  }
  if (!text.endsWith("]")) return undefined;
  return { keyStart, start, end: start + text.length, text: null, items };
}

function readScalar(text: string, start: number, keyStart: number, more: RegExp) {
  const place = { keyStart, start, end: start + text.length };
  const [isQuoted, double, single] = QUOTED.exec(text) ?? [];
  if (isQuoted) return { ...place, text: double ?? single ?? "" };
  const isText = /^[a-z\d\u00c0-\uffef]/i.test(text) && !NULL.test(text) && !more.test(text);
  return isText ? { ...place, text } : undefined;
}
