import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isMap, isNode, isScalar, parseDocument, visit } from "yaml";
import { CONFIG_FILE } from "../content/paths.ts";
import { nearestNames } from "../problems/nearest.ts";
import { type Finding, placeOf } from "../problems/problems.ts";
import { RULES } from "../problems/rules.ts";
import { yamlMessage } from "../problems/yaml-errors.ts";
import { routeFields } from "../routes/routes.ts";
import { segmentFault } from "../routes/slugs.ts";
import schema from "./collections.schema.json" with { type: "json" };
import type { ConfigFile, FieldRule, PublishedFields } from "./config.ts";

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

function checkDocument(document: Document): { data?: ConfigFile; faults: PlacedFault[] } {
  // Later errors are mostly consequences of the first.
  const [error] = document.errors;
  if (error) return { faults: [{ range: error.pos, message: yamlMessage(error) }] };
  let data: unknown;
  try {
    data = document.toJS() ?? {};
  } catch {
    return { faults: [aliasFault(document)] };
  }
  const isConfigFile = new Ajv2020({ allErrors: true, verbose: true }).compile<ConfigFile>(schema);
  if (isConfigFile(data)) return { data, faults: [...contradictions(data)] };
  const errors = (isConfigFile.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames");
  return { faults: errors.map(schemaFault) };
}

/** The fault of a file with aliases that refer to nothing, or expand to too much. */
function aliasFault(document: Document): PlacedFault {
  let range: readonly [number, number] = [0, 1];
  visit(document, {
    Alias(_, { range: found }) {
      if (found) range = [found[0], found[1]];
      return visit.BREAK;
    },
  });
  const message = "In YAML, a value that begins with `*` refers to another. Quote it.";
  return { range, message };
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

function toFinding(text: string, document: Document, fault: PlacedFault): Finding {
  const [start, end] = "range" in fault ? fault.range : rangeOf(document, fault);
  const { message, suggestions = [] } = fault;
  return { file: CONFIG_FILE, ...placeOf(text, start, end), rule: "config", message, suggestions };
}

function rangeOf(document: Document, { path, key, message }: Fault): readonly [number, number] {
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  if (key === undefined && path.length > 0 && !isNode(node))
    return rangeOf(document, { path: path.slice(0, -1), key: path.at(-1)!, message });
  const pairs = isMap(node) ? node.items : [];
  const keys = pairs.map((pair) => pair.key);
  const found =
    key === undefined ? node : keys.find((each) => isScalar(each) && each.value === key);
  return isNode(found) && found.range ? [found.range[0], found.range[1]] : [0, 1];
}
