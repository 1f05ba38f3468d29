import type { Document } from "yaml";
import { COLON_GUARD } from "./unguard-colons.ts";
import type { YamlFault } from "./yaml-fault.ts";

/** A front matter with more such lines is no front matter. */
const MOST = 50;
/** Nor is one with more errors of any kind; to parse one again and again would take long. */
const MOST_ERRORS = 1000;
/** A key at the left, and a value that begins as plain text and has no comment behind it. */
const PAIR = /^(?<key>[^\s:#][^:\n]*): +(?<value>[^\s'"[\]{}#&*!|>%@`](?:(?! #)[\s\S])*)$/;
/** What YAML takes for the end of a key. */
const COLONS = /:(?=\s|$)/g;

/**
 * Parses YAML and takes a colon in a plain value for the text it was meant for, `title: A: B`, so
 * that the other fields can be read as well.
 * @param shift offset of `yaml` in the file's text
 * @returns the document, its texts still guarded, and a fault for each such value
 */
export function guardColons(
  yaml: string,
  shift: number,
  parse: (yaml: string) => Document.Parsed,
): { document: Document.Parsed; faults: YamlFault[] } {
  const faults: YamlFault[] = [];
  let guarded = yaml;
  let document = parse(yaml);
  while (faults.length < MOST && document.errors.length <= MOST_ERRORS) {
    const error = document.errors.find(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
    const found = error && findValue(guarded, error.pos[0]);
    if (!found) break;
    faults.push(toFault(found, shift));
    const { value, start } = found;
    const colons = value.replace(COLONS, COLON_GUARD);
    guarded = guarded.slice(0, start) + colons + guarded.slice(start + value.length);
    document = parse(guarded);
  }
  return { document, faults };
}

interface Value {
  key: string;
  /** As it is written, over all its lines. */
  value: string;
  start: number;
}

/** The value that an offset is in, where it holds a colon: of its line and those indented below it. */
function findValue(yaml: string, offset: number): Value | undefined {
  const lineStart = yaml.lastIndexOf("\n", offset - 1) + 1;
  const length = yaml.slice(lineStart).search(/\n(?!(?:[ \t\r]*\n)*[ \t]+\S)/);
  const lines = yaml.slice(lineStart, length === -1 ? undefined : lineStart + length);
  const { key, value } = PAIR.exec(lines.trimEnd())?.groups ?? {};
  if (key === undefined || value === undefined || value.search(COLONS) === -1) return undefined;
  return { key, value, start: lineStart + lines.indexOf(value, key.length + 1) };
}

/** A value of several lines is not mended: how it is to be folded is its author's to say. */
function toFault({ key, value, start }: Value, shift: number): YamlFault {
  const place = { start: start + shift, end: start + value.length + shift };
  const message = "The value holds a colon, which YAML takes for another key. Quote it";
  if (value.includes("\n")) return { ...place, message: `${message}, from here to its last line.` };
  const fix = JSON.stringify(value);
  return { ...place, message: `${message}: ${key}: ${fix}.`, fix };
}
