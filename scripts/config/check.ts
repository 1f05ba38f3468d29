import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isMap, isNode, isScalar, parseDocument, visit } from "yaml";
import { CONFIG_FILE } from "../content/paths.ts";
import { nearestNames } from "../problems/nearest.ts";
import { type Finding, placeOf } from "../problems/problems.ts";
import { RULES } from "../problems/rules.ts";
import { yamlFault } from "../problems/yaml-errors.ts";
import { segmentFault } from "../routes/slugs.ts";
import schema from "./collections.schema.json" with { type: "json" };
import type { ConfigFile, PublishedFields } from "./config.ts";

interface Fault {
  /** Of the wrong value, or of the wrong key. */
  path: readonly string[];
  isKey?: boolean;
  message: string;
  suggestions?: string[];
}

/** Offsets in the text, UTF-16 units. */
type Place = readonly [start: number, end: number, ...unknown[]];

/**
 * Checks the text of a `collections.yaml`.
 * @returns `data` is empty if the text does not match the schema
 */
export function checkConfig(text: string): { data: ConfigFile; findings: Finding[] } {
  const options = { prettyErrors: false, resolveKnownTags: false, stringKeys: true } as const;
  const document = parseDocument(text, options);
  const finding = ([start, end]: Place, message: string, suggestions: string[] = []): Finding => {
    return {
      file: CONFIG_FILE,
      ...placeOf(text, start, end),
      rule: "config",
      message,
      suggestions,
    };
  };
  // Later errors are mostly consequences of the first.
  const [error] = document.errors;
  if (error) {
    const { start, end, message } = yamlFault(error, text);
    return { data: {}, findings: [finding([start, end], message)] };
  }
  let data: unknown;
  try {
    data = document.toJS() ?? {};
  } catch {
    // An alias refers to nothing, or expands to too much.
    const message = "In YAML, a value that begins with `*` refers to another. Quote it.";
    return { data: {}, findings: [finding(firstAlias(document), message)] };
  }
  const isConfigFile = new Ajv2020({ allErrors: true, verbose: true }).compile<ConfigFile>(schema);
  const [valid, faults]: [ConfigFile, Iterable<Fault>] = isConfigFile(data)
    ? [data, contradictions(data)]
    : [{}, (isConfigFile.errors ?? []).flatMap(schemaFault)];
  const findings = Array.from(faults, ({ message, suggestions, ...where }) =>
    finding(placeIn(document, where), message, suggestions),
  );
  return { data: valid, findings };
}

function firstAlias(document: Document): Place {
  const found: Place[] = [];
  visit(document, { Alias: (_, { range }) => void found.push(range ?? START) });
  return found[0] ?? START;
}

const START: Place = [0, 1];

/** The place of a value or a key; for a key without a value, of the key. */
function placeIn(document: Document, { path, isKey }: Pick<Fault, "path" | "isKey">): Place {
  const node = isKey ? undefined : document.getIn(path, true);
  if (isNode(node)) return node.range ?? START;
  const mapping = document.getIn(path.slice(0, -1), true);
  const pairs = isMap(mapping) ? mapping.items : [];
  const pair = pairs.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return (isScalar(pair?.key) && pair.key.range) || START;
}

/** Checks what the schema cannot express. */
function* contradictions(data: ConfigFile): Generator<Fault> {
  yield* publishedFaults(data, data.fields, []);
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
    yield* publishedFaults(collection, fields, path);
    for (const segment of collection.route.split("/").slice(1)) {
      const fault = segment.startsWith("{") ? undefined : segmentFault(segment);
      const message = `The segment ${JSON.stringify(segment)} ${fault}.`;
      if (fault) yield { path: [...path, "route"], message };
    }
  }
}

function* publishedFaults(
  own: PublishedFields,
  fields: PublishedFields["fields"] = {},
  path: readonly string[],
): Generator<Fault> {
  const declared = Object.keys(fields);
  for (const key of ["list", "full"] as const) {
    for (const [i, name] of (own[key] ?? []).entries()) {
      const suggestions = declared.includes(name) ? [] : nearestNames(name, declared);
      if (suggestions.length === 0) continue;
      const message = `${name} is not a declared field. If it is a new one, declare it under \`fields\`.`;
      yield { path: [...path, key, String(i)], message, suggestions };
    }
  }
}

function schemaFault(error: ErrorObject): Fault | [] {
  if (error.keyword === "propertyNames") return [];
  // A JSON Pointer (RFC 6901).
  const [, ...parts] = error.instancePath.split("/");
  const path = parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key: unknown = error.params.additionalProperty ?? error.propertyName;
  if (typeof key === "string") {
    return { path: [...path, key], isKey: true, ...keyFault(key, path, error) };
  }
  return { path, message: `${path.join(".") || CONFIG_FILE}: ${expected(error)}.` };
}

function keyFault(key: string, path: readonly string[], error: ErrorObject) {
  if (error.propertyName !== undefined) {
    return { message: `The name ${JSON.stringify(key)} ${expected(error)}.` };
  }
  if (path.join() === "rules" && Object.hasOwn(RULES, key)) {
    return { message: `The rule ${key} protects the output and cannot be changed.` };
  }
  const suggestions = nearestNames(key, Object.keys(error.parentSchema?.properties ?? {}));
  const where = path.length > 0 ? ` in ${path.join(".")}` : "";
  return { message: `Unknown key ${key}${where}.`, suggestions };
}

/** What is wrong with a value, and what to write, as the rest of a sentence. */
function expected({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  const allowed: unknown = params.allowedValues;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(", ")}`;
  if (keyword === "required") return `needs the key \`${params.missingProperty}\``;
  if (keyword === "type") return expectedType(String(params.type), data, parentSchema);
  if (keyword === "uniqueItems") return "has an item twice";
  if (/^min/.test(keyword)) return "must not be empty";
  const description: unknown = parentSchema?.description;
  if (keyword !== "pattern" || typeof description !== "string") return String(message);
  if (/^[^/]+.*\/\{(?:slug|path)\}$/.test(String(data)))
    return `must begin with a slash: write \`/${data}\``;
  return `is not valid: ${description.replace(/\.$/, "")}`;
}

function expectedType(type: string, data: unknown, schema: ErrorObject["parentSchema"]): string {
  const isWord = typeof data === "string" || typeof data === "number";
  if (type === "boolean") return "must be true or false";
  if (type === "array") return `must be a list${isWord ? `: write \`[${data}]\`` : ""}`;
  if (type === "string")
    return `must be text: ${isWord ? `write \`"${data}"\`` : "put it in quotes"}`;
  const mapping = "must be a mapping of keys to values";
  const required: unknown = schema?.required;
  if (Array.isArray(required)) {
    return `${mapping}: write ${required.join(" and ")} below it, indented further`;
  }
  return data === null
    ? `${mapping}: write \`{}\` for the defaults`
    : `${mapping}: write \`key: value\` on a line for each`;
}
