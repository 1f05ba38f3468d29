import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
} from "yaml";
import type { Field } from "./field.ts";
import { guardColons } from "./guard-colons.ts";
import { unguardColons } from "./unguard-colons.ts";
import type { YamlFault } from "./yaml-fault.ts";

/** The top level of a YAML front matter. */
export interface YamlFields {
  fields: Map<string, Field>;
  /** Offset of each key in the file's text. */
  keyStarts: Map<string, number>;
  faults: YamlFault[];
  /** Whether the text is a plain sentence and no data at all. */
  isProse: boolean;
}

type YamlPair = Pair<ParsedNode, ParsedNode | null>;

/** Errors that are traced to the pairs they are in; of more, every pair is taken for faulty. */
const MOST_TRACED = 1000;

const TOO_DEEP = "The front matter is nested too deeply to be read.";

/**
 * Reads a YAML mapping key by key: what is wrong with one value costs no other.
 * @param shift offset of `yaml` in the file's text
 */
export function readYaml(yaml: string, shift: number): YamlFields {
  const read: YamlFields = {
    fields: new Map(),
    keyStarts: new Map(),
    faults: [],
    isProse: false,
  };
  try {
    const { document, faults } = guardColons(yaml, shift, parse);
    read.faults.push(...faults);
    readDocument(document, yaml, shift, read);
  } catch {
    // The parser's stack is its only limit.
    read.faults.push({ start: 0, end: shift, message: TOO_DEEP });
  }
  return read;
}

function parse(yaml: string): Document.Parsed {
  return parseDocument(yaml, {
    logLevel: "error",
    prettyErrors: false,
    stringKeys: false,
  });
}

function readDocument(
  document: Document.Parsed,
  yaml: string,
  shift: number,
  read: YamlFields,
): void {
  const { contents, errors } = document;
  const isBlankFirst = /^[ \t]*\r?\n[ \t]*\r?\n/.test(yaml);
  const isText = isScalar(contents) && contents.value !== null;
  read.isProse = errors.length > 0 ? isBlankFirst : isText;
  if (read.isProse) return;
  // The first error is the fault; what follows is mostly its consequence.
  const [error] = errors;
  if (error) {
    const [start, end] = error.pos;
    const message = messageOf(yaml, start, error.code, error.message);
    read.faults.push({ start: start + shift, end: end + shift, message });
  }
  if (isMap(contents)) readPairs(contents.items, document, shift, read);
  else if (!error && contents !== null && !isScalar(contents)) {
    const message = "The front matter is no list of `key: value` lines. Write each field as one.";
    const [start, end] = contents.range;
    read.faults.push({ start: start + shift, end: end + shift, message });
  }
}

function readPairs(
  pairs: readonly YamlPair[],
  document: Document.Parsed,
  shift: number,
  read: YamlFields,
): void {
  const faulty = faultyPairs(pairs, document.errors);
  for (const pair of pairs) {
    if (faulty.has(pair)) continue;
    const { key, value } = pair;
    const { start } = rangeOf(pair);
    const name = unguardColons(isScalar(key) ? (key.source ?? String(key.value)) : String(key));
    read.keyStarts.set(name, start + shift);
    if (value === null) continue;
    try {
      read.fields.set(name, toField(value, document, shift));
    } catch (error) {
      const message = aliasMessage(name, (error as Error).message);
      read.faults.push({ start: value.range[0] + shift, end: value.range[1] + shift, message });
    }
  }
}

/** The pairs that hold an error. One that follows a value at once is that value's, not the next key's. */
function faultyPairs(
  pairs: readonly YamlPair[],
  errors: Document.Parsed["errors"],
): ReadonlySet<YamlPair | undefined> {
  if (errors.length > MOST_TRACED) return new Set(pairs);
  return new Set(
    errors.map(({ code, pos }) =>
      pairs.find((pair) => {
        const { start, end } = rangeOf(pair);
        return code === "DUPLICATE_KEY" ? start === pos[0] : start <= pos[0] && pos[0] <= end;
      }),
    ),
  );
}

function rangeOf({ key, value }: YamlPair): { start: number; end: number } {
  const start = key?.range?.[0] ?? value?.range[0] ?? 0;
  return { start, end: value?.range[1] ?? start };
}

function toField(node: ParsedNode, document: Document.Parsed, shift: number): Field {
  const [start, end] = node.range;
  const value: unknown = isScalar(node) ? node.value : node.toJS(document);
  return {
    start: start + shift,
    end: end + shift,
    value: typeof value === "string" ? unguardColons(value) : value,
    source: isScalar(node) && node.type === "PLAIN" ? unguardColons(node.source) : undefined,
    comment: isScalar(node) && node.value === null ? (node.comment ?? undefined) : undefined,
    items: isSeq(node)
      ? node.items.map((item) => toField(item as ParsedNode, document, shift))
      : undefined,
  };
}

function aliasMessage(name: string, message: string): string {
  return message.startsWith("Unresolved alias")
    ? `To YAML, a value that begins with \`*\` refers to another. Quote the value of ${name}.`
    : `The value of ${name} cannot be read: ${message.replace(/\.$/, "")}.`;
}

function messageOf(yaml: string, offset: number, code: string, message: string): string {
  const start = yaml.lastIndexOf("\n", offset - 1) + 1;
  const newline = yaml.indexOf("\n", offset);
  const line = yaml.slice(start, newline === -1 ? undefined : newline).trimEnd();
  if (message.includes("call stack")) return TOO_DEEP;
  if (code === "DUPLICATE_KEY") return "This key stands here a second time. Keep one of the two.";
  if (code === "MISSING_CHAR" && /^(?:tags?|keywords):.*#/.test(line)) {
    return "To YAML, a `#` begins a comment. Write the tags without it.";
  }
  // Behind a `?` YAML expects a key of its own.
  if (code === "BAD_SCALAR_START" || (code === "BLOCK_AS_IMPLICIT_KEY" && yaml[offset] === "?")) {
    return `The value cannot begin so in YAML. Quote it${inQuotes(line, offset - start)}.`;
  }
  return `The front matter is not YAML: ${message.replace(/\.$/, "")}.`;
}

/** A line with its value quoted; nothing where it is one of a list in brackets, whose end is not known. */
function inQuotes(line: string, valueStart: number): string {
  const before = line.slice(0, valueStart);
  return /[[{]/.test(before)
    ? ""
    : `: ${before.trimStart()}${JSON.stringify(line.slice(valueStart))}`;
}
