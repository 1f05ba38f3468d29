import * as v from "valibot";
import { type Document, isMap, isNode, isScalar, visit } from "yaml";
import { RESERVED_FIELDS } from "../../worker/contract/note.ts";
import { CONFIG_FILE } from "../content/paths.ts";
import { type Diagnostic, positionOf } from "../diagnostics/diagnostics.ts";
import { nearestNames } from "../diagnostics/nearest.ts";
import { RULES } from "../diagnostics/rules.ts";
import { explainYamlError, parseYaml } from "../diagnostics/yaml-errors.ts";
import { routeFields } from "../routes/routes.ts";
import { explainUnsafeSegment } from "../routes/slugs.ts";
import type { PublishedFields } from "./config.ts";
import { CONFIG_SCHEMA, type ConfigFile } from "./schema.ts";

/** A key or a value that is wrong. */
interface ConfigError {
  /** Of the wrong value, or of the wrong key. */
  path: readonly string[];
  isKey?: boolean;
  message: string;
  suggestions?: string[];
}

/** Offsets in the text, UTF-16 units. */
type Offsets = readonly [start: number, end: number, ...unknown[]];

/**
 * Checks the text of a `collections.yaml`.
 * @returns `data` is empty if the text does not match the schema
 */
export function checkConfig(text: string): { data: ConfigFile; diagnostics: Diagnostic[] } {
  const options = { prettyErrors: false, resolveKnownTags: false, stringKeys: true } as const;
  const document = parseYaml(text, options);
  const diagnostic = (
    [start, end]: Offsets,
    message: string,
    suggestions: string[] = [],
  ): Diagnostic => {
    return {
      file: CONFIG_FILE,
      ...positionOf(text, start, end),
      rule: "config",
      message,
      suggestions,
    };
  };
  // Later errors usually follow from the first.
  const [error] = document.errors;
  if (error) {
    const { start, end, message } = explainYamlError(error, text);
    return { data: {}, diagnostics: [diagnostic([start, end], message)] };
  }
  let data: unknown;
  try {
    data = document.toJS() ?? {};
  } catch {
    // An alias refers to nothing, or expands to too much.
    const message = "In YAML, a value that begins with `*` refers to another. Quote it.";
    return { data: {}, diagnostics: [diagnostic(firstAlias(document), message)] };
  }
  const { success, output, issues } = v.safeParse(CONFIG_SCHEMA, data);
  const valid = success ? output : {};
  const errors = success ? contradictions(output) : issues.map(toConfigError);
  const diagnostics = Array.from(errors, ({ message, suggestions, ...where }) =>
    diagnostic(nodeRange(document, where), message, suggestions),
  );
  return { data: valid, diagnostics };
}

function firstAlias(document: Document): Offsets {
  const aliases: Offsets[] = [];
  visit(document, { Alias: (_, { range }) => void aliases.push(range ?? START) });
  return aliases[0] ?? START;
}

const START: Offsets = [0, 1];

/** The range of a value or a key; for a key without a value, of the key. */
function nodeRange(
  document: Document,
  { path, isKey }: Pick<ConfigError, "path" | "isKey">,
): Offsets {
  const node = isKey ? undefined : document.getIn(path, true);
  if (isNode(node)) return node.range ?? START;
  const mapping = document.getIn(path.slice(0, -1), true);
  const pairs = isMap(mapping) ? mapping.items : [];
  const pair = pairs.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return (isScalar(pair?.key) && pair.key.range) || START;
}

/** Checks what the schema cannot express. */
function* contradictions(data: ConfigFile): Generator<ConfigError> {
  yield* publishedErrors(data, data.fields, []);
  const folders = new Map<string, string>();
  for (const [name, collection] of Object.entries(data.collections ?? {})) {
    const path = ["collections", name];
    const fields = { ...data.fields, ...collection.fields };
    const folder = collection.folder.normalize("NFC");
    const other = folders.get(folder);
    if (other !== undefined) {
      const message = `The collections ${other} and ${name} share the folder ${collection.folder}. Give each its own.`;
      yield { path: [...path, "folder"], message };
    }
    folders.set(folder, name);
    yield* publishedErrors(collection, fields, path);
    for (const name of routeFields(collection.route)) {
      if (isReserved(name)) yield { path: [...path, "route"], message: reserved(name) };
    }
    for (const segment of collection.route.split("/").slice(1)) {
      const reason = segment.startsWith("{") ? undefined : explainUnsafeSegment(segment);
      const message = `The segment ${JSON.stringify(segment)} ${reason}.`;
      if (reason) yield { path: [...path, "route"], message };
    }
  }
}

function* publishedErrors(
  own: PublishedFields,
  fields: PublishedFields["fields"] = {},
  path: readonly string[],
): Generator<ConfigError> {
  const names = Object.keys(fields);
  for (const name of Object.keys(own.fields ?? {}).filter(isReserved)) {
    yield { path: [...path, "fields", name], isKey: true, message: reserved(name) };
  }
  for (const key of ["list", "full"] as const) {
    for (const [i, name] of (own[key] ?? []).entries()) {
      if (isReserved(name)) yield { path: [...path, key, String(i)], message: reserved(name) };
      const suggestions = names.includes(name) ? [] : nearestNames(name, names);
      if (suggestions.length === 0) continue;
      const message = `${name} is not a declared field. If it is a new one, declare it under \`fields\`.`;
      yield { path: [...path, key, String(i)], message, suggestions };
    }
  }
}

function isFixedRule(name: string): boolean {
  return Object.entries(RULES).some(([rule, { choice }]) => rule === name && choice === "fixed");
}

function isReserved(name: string): boolean {
  return RESERVED_FIELDS.includes(name);
}

function reserved(name: string): string {
  return `The name ${name} is reserved for a field that every note has. Choose another.`;
}

function toConfigError({ message, expected, path: items }: v.BaseIssue<unknown>): ConfigError {
  const path = (items ?? []).map(({ key }) => String(key));
  if (items?.at(-1)?.origin !== "key") {
    return { path, message: `${path.join(".") || CONFIG_FILE}: ${message}.` };
  }
  if (!message.startsWith("Unknown")) return { path, isKey: true, message };
  const [key = "", ...parents] = path.toReversed();
  if (parents.join() === "rules" && isFixedRule(key)) {
    const fixed = `The rule ${key} protects the output and cannot be changed.`;
    return { path, isKey: true, message: fixed };
  }
  const where = parents.length > 0 ? ` in ${parents.toReversed().join(".")}` : "";
  const suggestions = nearestNames(key, expected?.split(" ") ?? []);
  return { path, isKey: true, message: `${message}${where}.`, suggestions };
}
