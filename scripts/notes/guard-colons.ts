import type { Document } from "yaml";
import { COLON_GUARD } from "./unguard-colons.ts";
import type { YamlFault } from "./yaml-fault.ts";

/** A front matter with more such lines is no front matter. */
const MOST = 50;
/** A key at the left, and a value that begins as plain text and has no comment behind it. */
const PAIR = /^(?<key>[^\s:#][^:\n]*): +(?<value>[^\s'"[\]{}#&*!|>%@`](?:(?! #)[^\n])*?)[ \t\r]*$/;

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
  while (faults.length < MOST) {
    const error = document.errors.find(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
    const found = error && findValue(guarded, error.pos[0]);
    if (!found) break;
    const { key, value, start } = found;
    const fix = JSON.stringify(value);
    const message = `The value holds a colon, which YAML takes for another key. Quote it: ${key}: ${fix}.`;
    faults.push({ start: start + shift, end: start + value.length + shift, message, fix });
    const colons = value.replace(/:(?=\s|$)/g, COLON_GUARD);
    guarded = guarded.slice(0, start) + colons + guarded.slice(start + value.length);
    document = parse(guarded);
  }
  return { document, faults };
}

function findValue(
  yaml: string,
  offset: number,
): { key: string; value: string; start: number } | undefined {
  const lineStart = yaml.lastIndexOf("\n", offset - 1) + 1;
  const newline = yaml.indexOf("\n", lineStart);
  const line = yaml.slice(lineStart, newline === -1 ? undefined : newline);
  const { key, value } = PAIR.exec(line)?.groups ?? {};
  if (key === undefined || value === undefined) return undefined;
  return { key, value, start: lineStart + line.indexOf(value, key.length + 1) };
}
