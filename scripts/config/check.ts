import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isMap, isNode, isScalar, parseDocument } from "yaml";
import { CONFIG_FILE, type Extension } from "../content/paths.ts";
import { nearestNames } from "../problems/nearest.ts";
import { type Finding, placeOf } from "../problems/problems.ts";
import { RULES, type Severity } from "../problems/rules.ts";
import { routeFields } from "../routes/routes.ts";
import { segmentFault } from "../routes/slugs.ts";
import schema from "./collections.schema.json" with { type: "json" };
import type { ApiInfo, FieldRule } from "./config.ts";

/** The declared fields and where they are published, as in the file. */
export interface PublishedFields {
  fields?: Record<string, Partial<FieldRule>>;
  list?: string[];
  full?: string[];
}

export interface ConfigFile extends PublishedFields {
  collections?: Record<string, PublishedFields & { folder: string; route: string }>;
  strict?: boolean;
  tags?: string[];
  inlineTags?: boolean;
  markdownLinks?: "keep" | "route";
  extensions?: Extension[];
  attachments?: string;
  api?: ApiInfo;
  logseq?: boolean;
  planned?: string[];
  ignore?: string[];
  rules?: Record<string, Severity>;
}

interface Fault {
  path: readonly string[];
  /** The wrong key in the mapping at `path`; absent if the value at `path` is wrong. */
  key?: string;
  message: string;
  suggestions?: string[];
}

type PlacedFault = Fault | (Omit<Fault, "path"> & { range: readonly [number, number] });

/**
 * Checks the text of a `collections.yaml`.
 * @returns `data` is empty if the text does not match the schema
 */
export function checkConfig(text: string): { data: ConfigFile; findings: Finding[] } {
  const document = parseDocument(text, {
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
  });
  const { data = {}, faults } = checkDocument(document);
  return { data, findings: faults.map((fault) => toFinding(text, document, fault)) };
}

/** Messages in place of the parser's own, which would mean nothing to an owner. */
const YAML_FAULTS: ReadonlyMap<string, string> = new Map([
  ["NON_STRING_KEY", "A key must be text."],
  [
    "MULTIPLE_DOCS",
    "Only one document is read, and a second one begins here. Remove `...` and `---`.",
  ],
]);

function checkDocument(document: Document): { data?: ConfigFile; faults: PlacedFault[] } {
  // Later errors are mostly consequences of the first.
  const [error] = document.errors;
  if (error) {
    const reason = error.message.replace(/\.$/, "");
    const message = YAML_FAULTS.get(error.code) ?? `This is not YAML: ${reason}.`;
    return { faults: [{ range: error.pos, message }] };
  }
  let data: unknown;
  try {
    data = document.toJS() ?? {};
  } catch {
    const message = "An alias in this file refers to nothing, or expands to too much.";
    return { faults: [{ range: [0, 1], message }] };
  }
  const isConfigFile = new Ajv2020({ allErrors: true, verbose: true }).compile<ConfigFile>(schema);
  if (isConfigFile(data)) return { data, faults: [...contradictions(data)] };
  const errors = (isConfigFile.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames");
  return { faults: errors.map(schemaFault) };
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
    for (const message of routeFaults(collection.route, fields)) {
      yield { path: [...path, "route"], message };
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

function* routeFaults(route: string, fields: Record<string, Partial<FieldRule>>) {
  for (const segment of route.split("/").slice(1)) {
    const fault = segment.startsWith("{") ? undefined : segmentFault(segment);
    if (fault) yield `The segment ${JSON.stringify(segment)} ${fault}.`;
  }
  for (const name of routeFields(route)) {
    const { type = "text" } = fields[name] ?? {};
    if (type === "text") continue;
    yield `Only a text field can name a folder, and ${name} has the type ${type}.`;
  }
}

function schemaFault(error: ErrorObject): Fault {
  // A JSON Pointer (RFC 6901).
  const [, ...parts] = error.instancePath.split("/");
  const path = parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key: unknown = error.params.additionalProperty ?? error.propertyName;
  if (typeof key === "string") return { path, key, ...keyFault(key, path, error) };
  return { path, message: `${path.join(".") || CONFIG_FILE}: ${expected(error)}.` };
}

function keyFault(key: string, path: readonly string[], error: ErrorObject) {
  if (error.propertyName !== undefined) {
    return { message: `The name ${JSON.stringify(key)} ${expected(error)}.` };
  }
  const known = Object.keys(error.parentSchema?.properties ?? {});
  const suggestions = nearestNames(key, known);
  if (path.join() !== "rules") {
    const where = path.length > 0 ? ` in ${path.join(".")}` : "";
    return { message: `Unknown key ${key}${where}.`, suggestions };
  }
  if (Object.hasOwn(RULES, key)) {
    return { message: `The rule ${key} protects the output and cannot be changed.` };
  }
  return { message: `There is no rule ${key}. The rules are ${known.join(", ")}.`, suggestions };
}

/** What is wrong with a value, and what to write, as the rest of a sentence. */
function expected({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  const allowed: unknown = params.allowedValues;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(", ")}`;
  if (keyword === "required") return `needs the key \`${params.missingProperty}\``;
  if (keyword === "type") return expectedType(String(params.type), data);
  if (keyword === "uniqueItems") return "has an item twice";
  if (/^min/.test(keyword)) return "must not be empty";
  const description: unknown = parentSchema?.description;
  if (keyword !== "pattern" || typeof description !== "string") return String(message);
  if (/^[^/]+.*\/\{(?:slug|path)\}$/.test(String(data)))
    return `must begin with a slash: write \`/${data}\``;
  return `is not valid: ${description.replace(/\.$/, "")}`;
}

function expectedType(type: string, data: unknown): string {
  const isWord = typeof data === "string" || typeof data === "number";
  if (type === "boolean") return "must be true or false";
  if (type === "array") return `must be a list${isWord ? `: write \`[${data}]\`` : ""}`;
  if (type === "string") return `must be text${isWord ? `: write \`"${data}"\`` : ""}`;
  return `must be a mapping of keys to values${data === null ? ": write `{}` for the defaults" : ""}`;
}

function toFinding(text: string, document: Document, fault: PlacedFault): Finding {
  const [start, end] = "range" in fault ? fault.range : rangeOf(document, fault);
  const { message, suggestions = [] } = fault;
  return { file: CONFIG_FILE, ...placeOf(text, start, end), rule: "config", message, suggestions };
}

function rangeOf(document: Document, { path, key }: Fault): readonly [number, number] {
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  const pairs = isMap(node) ? node.items : [];
  const keys = pairs.map((pair) => pair.key);
  const found =
    key === undefined ? node : keys.find((each) => isScalar(each) && each.value === key);
  return isNode(found) && found.range ? [found.range[0], found.range[1]] : [0, 1];
}
