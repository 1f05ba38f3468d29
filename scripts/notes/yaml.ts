import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  visit,
} from "yaml";
import { explainYamlError, parseYaml } from "../diagnostics/yaml-errors.ts";

/** The value of one front matter key, with its position. */
export interface Field {
  /** Offsets in the file's text, UTF-16 units. For an item of a list, `keyStart` equals `start`. */
  keyStart: number;
  start: number;
  end: number;
  /** As typed, even if it is a number or a date; empty for no value, null for a list or a mapping. */
  text: string | null;
  /** The items of a list. */
  items?: Field[] | undefined;
  /** The keys of a mapping, as typed, and their values. */
  entries?: [string, Field][] | undefined;
}

export interface FrontMatterError {
  /** Offsets in the file's text, UTF-16 units. */
  start: number;
  end: number;
  message: string;
  /** The replacement, if only one is right. */
  fix?: string;
}

export interface YamlFields {
  fields: Map<string, Field>;
  errors: FrontMatterError[];
  /** Whether the text is prose instead of data. */
  isProse: boolean;
}

type YamlPair = Pair<ParsedNode, ParsedNode | null>;

/** UTF-16 units. Reading takes time that grows with the square of the number of keys. */
const MAX_LENGTH = 100_000;
/** Maximum number of errors for which the faulty pairs are looked up. */
const MAX_TRACED = 1000;
/** Maximum number of values whose colons are read as text; with more, the errors of the parser are reported. */
const MAX_GUARDED = 50;
/** Maximum number of keys inside keys, as in `{{{a}}}`: writing them as text takes time that doubles with each. */
const MAX_KEY_DEPTH = 10;
/** Maximum number of what may be aliases: each is looked up in all of the block. */
const MAX_ALIASES = 500;
const ALIASES = /[\s,[{]\*[^\s*]/g;
/** Replaces a colon in a value: a noncharacter as long as a colon, so that offsets stay the same. */
const COLON_GUARD = "\ufdd0";
/** A key that is not indented, and a value that begins as plain text and has no comment after it. */
const PAIR = /^(?<key>[^\s:#][^:\n]*): +(?<value>[^\s'"[\]{}#&*!|>%@`](?:(?! #)[\s\S])*)$/;
/** In the failsafe schema every scalar is a string. */
const OPTIONS = {
  schema: "failsafe",
  resolveKnownTags: false,
  logLevel: "error",
  prettyErrors: false,
} as const;
/** What YAML reads as null. */
const NULL = /^(?:~|[Nn]ull|NULL)?$/;
/** What YAML reads as the end of a key. */
const COLONS = /:(?=\s|$)/g;
const TOO_DEEP = "The front matter is nested too deeply to be read.";

/** Why front matter is not read: some that no author writes would take too long to parse. */
export function yamlRefusal(block: string): string | undefined {
  if (block.length > MAX_LENGTH) {
    return `The front matter is longer than ${MAX_LENGTH / 1000} kB, so it is not read. Move the text below it.`;
  }
  if (/(?:[-?][ \t]+){100}/.test(block)) return TOO_DEEP;
  if ((block.match(ALIASES) ?? []).length > MAX_ALIASES) {
    return `The front matter has more than ${MAX_ALIASES} words that begin with \`*\`, so it is not read. Quote them, or move the text below it.`;
  }
  return /(?:(?:\r?[\n\u2028\u2029]|\r(?!\n))[ \t]*){1000}/.test(block)
    ? "The front matter has a thousand blank lines in a row, so it is not read. Remove them."
    : undefined;
}

/**
 * Reads a YAML mapping key by key, so that an error in one value does not affect the others. Never throws.
 * @param yaml the file's text up to the closing fence, with spaces in place of the opening one
 */
export function readYaml(yaml: string): YamlFields {
  const read: YamlFields = { fields: new Map(), errors: [], isProse: false };
  try {
    readDocument(parseGuarded(yaml, read.errors), yaml, read);
  } catch {
    // Too many keys inside keys, or the parser has nested until its stack overflowed.
    read.errors.push({ start: 0, end: yaml.indexOf("\n"), message: TOO_DEEP });
  }
  return read;
}

/**
 * Parses YAML, reading a colon in a plain value, as in `title: A: B`, as text, so that the other fields
 * can be read as well. In the returned document such colons are replaced by guards.
 */
function parseGuarded(yaml: string, found: FrontMatterError[]): Document.Parsed {
  let guarded = yaml;
  for (;;) {
    const document = parseYaml(guarded, OPTIONS);
    const { errors } = document;
    const error = errors.find(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
    const isTooMuch = found.length >= MAX_GUARDED || errors.length > MAX_TRACED;
    const pair = error && !isTooMuch ? findValue(guarded, error.pos[0]) : undefined;
    if (!pair) return document;
    const { key, value, start } = pair;
    const colons = value.replace(COLONS, COLON_GUARD);
    guarded = guarded.slice(0, start) + colons + guarded.slice(start + value.length);
    const range = { start, end: start + value.length };
    const message = "The value contains a colon, which YAML reads as another key. Quote it";
    const fix = JSON.stringify(value);
    // No fix for a value of several lines: only its author knows how to fold it.
    if (value.includes("\n"))
      found.push({ ...range, message: `${message}, from here to its last line.` });
    else found.push({ ...range, message: `${message}: ${key}: ${fix}.`, fix });
  }
}

/** The pair at an offset, if its value contains a colon: its line and the indented lines below it. */
function findValue(yaml: string, offset: number) {
  const lineStart = yaml.lastIndexOf("\n", offset - 1) + 1;
  const length = yaml.slice(lineStart).search(/\n(?!(?:[ \t\r]*\n)*[ \t]+\S)/);
  const lines = yaml.slice(lineStart, length === -1 ? undefined : lineStart + length);
  const { key, value } = PAIR.exec(lines.trimEnd())?.groups ?? {};
  if (key === undefined || value === undefined || value.search(COLONS) === -1) return undefined;
  return { key, value, start: lineStart + lines.indexOf(value, key.length + 1) };
}

function unguarded(text: string): string {
  return text.replaceAll(COLON_GUARD, ":");
}

function readDocument(document: Document.Parsed, yaml: string, read: YamlFields): void {
  checkKeyDepth(document);
  const { contents, errors } = document;
  const isBlankFirst = /^[ \t]*\r?\n[ \t]*\r?\n/.test(yaml);
  const isText = isScalar(contents) && !isNull(contents);
  read.isProse = errors.length > 0 ? isBlankFirst : isText;
  if (read.isProse) return;
  // Later errors are mostly consequences of the first.
  const [error] = errors;
  if (error) read.errors.push(explainYamlError(error, yaml));
  if (isMap(contents)) readPairs(contents.items, document, read);
  else if (!error && contents !== null && !isScalar(contents)) {
    const [start, end] = contents.range;
    const message = "The front matter is not a list of `key: value` lines. Write one per field.";
    read.errors.push({ start, end, message });
  }
}

/** Throws if there are too many keys inside keys. */
function checkKeyDepth(document: Document.Parsed): void {
  visit(document, {
    Collection(_, node, path) {
      const keys = path.filter((each, i) => isPair(each) && each.key === (path[i + 1] ?? node));
      if (keys.length > MAX_KEY_DEPTH) throw new RangeError(TOO_DEEP);
    },
  });
}

function readPairs(
  pairs: readonly YamlPair[],
  document: Document.Parsed,
  { fields, errors }: YamlFields,
): void {
  const faulty = faultyPairs(pairs, document.errors);
  for (const pair of pairs) {
    if (faulty.has(pair)) continue;
    const { key, value } = pair;
    const name = nameOf(pair, document);
    if (isAlias(key) && !key.resolve(document)) {
      const [start, end] = key.range;
      const message = `In YAML, a key that begins with \`*\` refers to a text above it. Quote ${name}.`;
      errors.push({ start, end, message });
    }
    let field = emptyField(pair);
    try {
      // Throws if an alias is undefined, circular, or expands to too much.
      if (value !== null && !isScalar(value)) value.toJS(document);
      field = toField(pair, document);
    } catch {
      const [start = 0, stop = 0] = value?.range ?? [];
      const message = `In YAML, a value that begins with \`*\` refers to another. Quote the value of ${name}.`;
      errors.push({ start, end: stop, message });
    }
    fields.set(name, field);
  }
}

/** The pairs that contain an error. One at the very end of a value belongs to it, not to the next key. */
function faultyPairs(pairs: readonly YamlPair[], errors: Document.Parsed["errors"]) {
  const faulty = errors.slice(0, MAX_TRACED).map(({ code, pos: [at] }) =>
    pairs.find((pair) => {
      const { start, end } = rangeOf(pair);
      return code === "DUPLICATE_KEY" ? start === at : start <= at && at <= end;
    }),
  );
  return new Set(faulty);
}

function rangeOf({ key, value }: YamlPair): { start: number; end: number } {
  const start = key?.range?.[0] ?? value?.range[0] ?? 0;
  return { start, end: value?.range[1] ?? start };
}

function nameOf({ key }: YamlPair, document: Document.Parsed): string {
  const node = isAlias(key) ? key.resolve(document) : key;
  return unguarded(isScalar(node) ? (node.source ?? String(node.value)) : String(key));
}

function emptyField(pair: YamlPair): Field {
  const { start: keyStart, end } = rangeOf(pair);
  return { keyStart, start: end, end, text: "" };
}

function toField(pair: YamlPair, document: Document.Parsed): Field {
  return pair.value === null
    ? emptyField(pair)
    : toValue(pair.value, document, rangeOf(pair).start);
}

function toValue(node: ParsedNode, document: Document.Parsed, keyStart: number): Field {
  const [start, end] = node.range;
  const resolved = isAlias(node) ? node.resolve(document) : node;
  const isText = isScalar(resolved) && typeof resolved.value === "string";
  const text = isText ? unguarded(resolved.value as string) : null;
  const field: Field = { keyStart, start, end, text: isNull(resolved) ? "" : text };
  if (isSeq(node)) {
    const items = node.items as ParsedNode[];
    return { ...field, items: items.map((item) => toValue(item, document, item.range[0])) };
  }
  if (!isMap(node)) return field;
  const pairs = node.items as YamlPair[];
  return {
    ...field,
    entries: pairs.map((each) => [nameOf(each, document), toField(each, document)]),
  };
}

function isNull(node: unknown): boolean {
  return isScalar(node) && node.type === "PLAIN" && NULL.test(node.source ?? "");
}
