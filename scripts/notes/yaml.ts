import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  visit,
} from "yaml";
import { explainYamlError, parseYaml } from "../diagnostics/yaml-errors.ts";
import { type Field, type FrontMatterError, type ReadFields, TOO_DEEP } from "./field.ts";

/** What reading a node depends on. */
interface Source {
  /** The text to which the offsets of nodes refer. */
  yaml: string;
  /** The nodes that aliases refer to, by name. */
  anchors: ReadonlyMap<string, unknown>;
}
type YamlPair = Pair<ParsedNode, ParsedNode | null>;

/** Maximum number of values whose colons are read as text; with more, the errors of the parser are reported. */
const MAX_GUARDED = 50;
/** The signs of YAML, of which each is replaced in a value by a noncharacter as long, so that offsets stay the same. */
const SIGNS = ":#@[]{}*&!%`|>\"'?,";
const FIRST_GUARD = 0xfdd0;
const COLON_GUARD = String.fromCharCode(FIRST_GUARD);
const GUARDS = new RegExp(
  `[${COLON_GUARD}-${String.fromCharCode(FIRST_GUARD + SIGNS.length - 1)}]`,
  "g",
);
/** A title on one line that begins with a sign of YAML's, but that of a template (`{{`), a text in quotes or a block. */
const TITLE = /^(?<key>title): +(?<value>[@[*&!%`](?:.*\S)?)[ \t]*\r?$/im;
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

/**
 * Reads a YAML mapping key by key, so that an error in one value does not affect the others. Never throws.
 * @param yaml the file's text up to the end of the block, with spaces in place of all that is not in it
 */
export function readYaml(yaml: string): ReadFields {
  const read: ReadFields = { fields: new Map(), errors: [] };
  try {
    readDocument(parseGuarded(guardTitle(yaml, read.errors), read.errors), yaml, read);
  } catch {
    // The parser has nested until its stack overflowed.
    read.errors.push({ start: 0, end: yaml.indexOf("\n"), message: TOO_DEEP });
  }
  return read;
}

/**
 * Guards the signs of a title that begins with a sign of YAML's and that YAML cannot read as a text, as in `title: @x`,
 * `title: [x] y` and `title: *x*`.
 */
function guardTitle(yaml: string, found: FrontMatterError[]): string {
  const { key, value } = TITLE.exec(yaml)?.groups ?? {};
  if (key === undefined || value === undefined) return yaml;
  const document = parseYaml(`a: ${value}`, OPTIONS);
  const node = isMap(document.contents) ? document.get("a", true) : undefined;
  const isRead = isSeq(node) || (isScalar(node) && !node.tag && !node.anchor);
  if (document.errors.length === 0 && isRead) return yaml;
  // A list of several lines, and an alias of a text above.
  const isOpen = value.startsWith("[") && !value.includes("]");
  if (isOpen || (value.startsWith("*") && yaml.includes(`&${value.slice(1)}`))) return yaml;
  const start = yaml.indexOf(value, yaml.search(TITLE) + key.length + 1);
  const end = start + value.length;
  const suggestion = JSON.stringify(value);
  const message = `The title begins with a sign that has a meaning in YAML. Quote it: ${key}: ${suggestion}.`;
  found.push({ start, end, message, suggestion, isRepaired: true });
  const plain = value.replace(/./gu, (sign) =>
    SIGNS.includes(sign) ? String.fromCharCode(FIRST_GUARD + SIGNS.indexOf(sign)) : sign,
  );
  return yaml.slice(0, start) + plain + yaml.slice(end);
}

/**
 * Parses YAML, reading a colon in a plain value, as in `title: A: B`, as text, so that the other fields
 * can be read as well. In the returned document such colons are replaced by guards.
 */
function parseGuarded(yaml: string, found: FrontMatterError[]): Document.Parsed {
  let guarded = yaml;
  for (;;) {
    const document = parseYaml(guarded, OPTIONS);
    const colon = document.errors.find(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
    const pair = colon && found.length < MAX_GUARDED && findValue(guarded, colon.pos[0]);
    if (!pair) return document;
    const { key, value, start } = pair;
    const colons = value.replace(COLONS, COLON_GUARD);
    guarded = guarded.slice(0, start) + colons + guarded.slice(start + value.length);
    const error = { start, end: start + value.length, isRepaired: true };
    const message = "The value contains a colon, which YAML reads as another key. Quote it";
    const suggestion = JSON.stringify(value);
    // None for a value of several lines: only its author knows how to fold it.
    if (value.includes("\n"))
      found.push({ ...error, message: `${message}, from here to its last line.` });
    else found.push({ ...error, message: `${message}: ${key}: ${suggestion}.`, suggestion });
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
  return text.replace(GUARDS, (guard) => SIGNS[guard.charCodeAt(0) - FIRST_GUARD]!);
}

function readDocument(document: Document.Parsed, yaml: string, read: ReadFields): void {
  const { contents, errors } = document;
  // Later errors usually follow from the first.
  const [error] = errors;
  read.isText = !error && isScalar(contents) && !isNull(contents);
  if (error) read.errors.push(explainYamlError(error, yaml));
  if (isMap(contents)) readPairs(contents.items, document, yaml, read);
  else if (!error && contents !== null && !isScalar(contents)) {
    const [start, end] = contents.range;
    const message = "The front matter is not a list of `key: value` lines. Write one per field.";
    read.errors.push({ start, end, message });
  }
}

function readPairs(
  pairs: readonly YamlPair[],
  document: Document.Parsed,
  yaml: string,
  { fields, errors }: ReadFields,
): void {
  const faulty = faultyPairs(pairs, document.errors);
  const anchors = new Map<string, unknown>();
  visit(document, {
    Value: (_, node) => void (node.anchor !== undefined && anchors.set(node.anchor, node)),
  });
  for (const pair of pairs) {
    if (faulty.has(pair)) continue;
    const name = nameOf(pair, yaml);
    fields.set(name, toField(pair, { yaml, anchors }));
    const message = `In YAML, a value that begins with \`*\` refers to another. Quote the value of ${name}.`;
    visit(pair.value, {
      Alias(_, alias) {
        if (anchors.has(alias.source)) return undefined;
        const [start, end] = alias.range ?? [0, 1];
        errors.push({ start, end, message });
        return visit.BREAK;
      },
    });
  }
}

/** The pairs that contain an error. One at the very end of a value belongs to it, not to the next key. */
function faultyPairs(pairs: readonly YamlPair[], errors: Document.Parsed["errors"]) {
  const faulty = errors.map(({ code, pos: [at] }) =>
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

/** A key as text: one that is a list or a mapping as typed. */
function nameOf({ key }: YamlPair, yaml: string): string {
  return isScalar(key)
    ? unguarded(key.source ?? String(key.value))
    : yaml.slice(key.range[0], key.range[1]);
}

function toField(pair: YamlPair, source: Source): Field {
  const { start, end } = rangeOf(pair);
  return pair.value === null
    ? { keyStart: start, start: end, end, text: "" }
    : toValue(pair.value, source, start);
}

function toValue(node: ParsedNode, source: Source, keyStart: number): Field {
  const [start, end] = node.range;
  // An alias of a list or a mapping has neither: no fields are read twice.
  const resolved = isAlias(node) ? source.anchors.get(node.source) : node;
  const isText = isScalar(resolved) && typeof resolved.value === "string";
  const text = isText ? unguarded(resolved.value as string) : null;
  const field: Field = { keyStart, start, end, text: isNull(resolved) ? "" : text };
  if (isSeq(node)) {
    const items = node.items as ParsedNode[];
    return { ...field, items: items.map((item) => toValue(item, source, item.range[0])) };
  }
  if (!isMap(node)) return field;
  const pairs = node.items as YamlPair[];
  return {
    ...field,
    entries: pairs.map((each) => [nameOf(each, source.yaml), toField(each, source)]),
  };
}

function isNull(node: unknown): boolean {
  return isScalar(node) && node.type === "PLAIN" && NULL.test(node.source ?? "");
}
