import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isNode, isScalar, parseDocument } from "yaml";
import { OPTIONAL_FIELDS, RESERVED_FIELDS } from "../worker/contract/note.ts";
import schema from "./collections.schema.json" with { type: "json" };
import { placeAt } from "./content/place.ts";
import type { Collection, FieldRule } from "./note.ts";
import { routeFields, segmentFault } from "./notes/names.ts";
import { ContentError } from "./report/errors.ts";
import { nearestNames } from "./report/nearest.ts";
import type { Finding } from "./report/problems.ts";
import { RULES, type RuleName, type Severity } from "./report/rules.ts";

/** The file at the root of a content folder that declares its collections. */
export const CONFIG_FILE = "collections.yaml";

/** What `collections.yaml` says, or what holds without one. */
export interface Config {
  mode: "strict" | "lenient";
  /** The declared collections; undefined where each folder at the top is one. */
  collections: readonly Collection[] | undefined;
  /** What the collections that folders make publish. */
  shared: Published;
  /** The allowed tags; undefined allows any. */
  tags: ReadonlySet<string> | undefined;
  inlineTags: boolean;
  /** Whether Markdown links to notes stay as they are or become links to routes. */
  markdownLinks: "keep" | "route";
  /** Names that wikilinks may hold before their notes exist. */
  planned: ReadonlySet<string>;
  /** Glob patterns of files that are no notes. */
  ignore: readonly string[];
  rules: ReadonlyMap<RuleName, Severity>;
}

/** The declared fields, and where they are published. */
type Published = Pick<Collection, "fields" | "list" | "full">;

interface PublishedFile {
  fields?: Record<string, Partial<FieldRule>>;
  list?: string[];
  full?: string[];
}

interface ConfigFile extends PublishedFile {
  collections?: Record<string, PublishedFile & { folder: string; route: string }>;
  strict?: boolean;
  tags?: string[];
  inlineTags?: boolean;
  markdownLinks?: "keep" | "route";
  planned?: string[];
  ignore?: string[];
  rules?: Record<string, Severity>;
}

/** What is wrong with a value of the file, or with a key of it. */
interface Fault {
  path: readonly string[];
  /** The key at `path` that is wrong; absent where its value is. */
  key?: string;
  message: string;
  suggestions?: string[];
}

/**
 * Reads `collections.yaml` of a content folder and checks it.
 * A folder without one gets the defaults; one that is wrong gives the defaults and says what is wrong.
 * @returns `text` is what the findings point into
 * @throws ContentError where there is no such folder, or the file cannot be read
 */
export function readConfig(contentDir: string): {
  config: Config;
  findings: Finding[];
  text: string | undefined;
} {
  if (!existsSync(contentDir)) throw new ContentError(`There is no folder ${contentDir}.`);
  const path = join(contentDir, CONFIG_FILE);
  if (!existsSync(path)) return { config: toConfig({}), findings: [], text: undefined };
  const text = readText(path);
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  const checked = checkDocument(document);
  const config = toConfig("data" in checked ? checked.data : {});
  const findings = checked.faults.map((fault) => toFinding(text, document, fault));
  return { config, findings, text };
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ContentError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

type PlacedFault = Fault | (Omit<Fault, "path"> & { range: readonly [number, number] });

function checkDocument(
  document: Document,
): { faults: PlacedFault[] } | { data: ConfigFile; faults: Fault[] } {
  // The first error is the fault; what follows is mostly its consequence.
  const [error] = document.errors;
  if (error) {
    const isKey = error.code === "NON_STRING_KEY";
    const reason = error.message.replace(/\.$/, "");
    const message = isKey ? "A key must be a text." : `This is not YAML: ${reason}.`;
    return { faults: [{ range: error.pos, message }] };
  }
  const data = toData(document);
  if (data === undefined) {
    const message = "The aliases of this file refer to nothing, or to more than can be read.";
    return { faults: [{ range: [0, 1], message }] };
  }
  const isConfigFile = new Ajv2020({ allErrors: true, verbose: true }).compile<ConfigFile>(schema);
  if (isConfigFile(data)) return { data, faults: [...contradictions(data)] };
  const errors = (isConfigFile.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames");
  return { faults: errors.map(schemaFault) };
}

function toData(document: Document): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    return undefined;
  }
}

function toConfig(data: ConfigFile): Config {
  const collections = data.collections && Object.entries(data.collections);
  const isStrict = data.strict ?? collections !== undefined;
  const optional = Object.fromEntries(OPTIONAL_FIELDS.map((name) => [name, {}]));
  return {
    mode: isStrict ? "strict" : "lenient",
    collections: collections?.map(([name, { folder, route, ...own }]) => ({
      name,
      folder: folder === "." ? "" : folder.normalize("NFC"),
      route,
      ...toPublished(own, data, routeFields(route)),
    })),
    shared: toPublished({ list: [...OPTIONAL_FIELDS], ...data }, { fields: optional }, []),
    tags: data.tags && new Set(data.tags),
    inlineTags: data.inlineTags ?? false,
    markdownLinks: data.markdownLinks ?? "keep",
    planned: new Set(data.planned),
    ignore: data.ignore ?? [],
    rules: new Map(Object.entries(data.rules ?? {}) as [RuleName, Severity][]),
  };
}

/** @param folders fields that the route takes from the names of folders */
function toPublished(own: PublishedFile, shared: PublishedFile, folders: string[]): Published {
  const declared = { ...shared.fields, ...own.fields };
  const list = own.list ?? shared.list ?? [];
  const full = own.full ?? shared.full ?? [...new Set([...Object.keys(declared), ...list])];
  const names = new Set([...Object.keys(declared), ...list, ...full, ...folders]);
  const fields = [...names].map((name) => [name, toRule(declared, name)]);
  return { fields: Object.fromEntries(fields), list, full };
}

/** A field that is shown, or in a route, is one of text unless it is declared otherwise. */
function toRule(declared: Record<string, Partial<FieldRule>>, name: string): FieldRule {
  const rule = Object.hasOwn(declared, name) ? declared[name] : undefined;
  return { type: "text", items: "text", required: false, ...rule };
}

/** What the schema cannot tell. */
function* contradictions(data: ConfigFile): Generator<Fault> {
  yield* publishedFaults(data, data, []);
  const folders = new Map<string, string>();
  for (const [name, collection] of Object.entries(data.collections ?? {})) {
    const path = ["collections", name];
    const folder = collection.folder.normalize("NFC");
    const other = folders.get(folder);
    if (other !== undefined) {
      const message = `The collections ${other} and ${name} share the folder ${collection.folder}. Give each its own.`;
      yield { path: [...path, "folder"], message };
    }
    folders.set(folder, name);
    yield* publishedFaults(collection, data, path);
    yield* routeFaults(collection, data, path);
  }
}

function* publishedFaults(
  own: PublishedFile,
  shared: PublishedFile,
  path: readonly string[],
): Generator<Fault> {
  for (const [name, { type = "text", items, values }] of Object.entries(own.fields ?? {})) {
    const at = [...path, "fields", name];
    if (isReserved(name)) yield { path: [...path, "fields"], key: name, message: reserved(name) };
    if (items && type !== "list") {
      yield {
        path: [...at, "items"],
        message: `Only a field of the type list has items, and ${name} is of the type ${type}.`,
      };
    }
    if (values && (type === "list" ? (items ?? "text") : type) !== "text") {
      yield {
        path: [...at, "values"],
        message: `Only texts are limited to values, and ${name} is of another type.`,
      };
    }
  }
  const declared = Object.keys({ ...shared.fields, ...own.fields });
  for (const key of ["list", "full"] as const) {
    for (const [i, name] of (own[key] ?? []).entries()) {
      const at = [...path, key, String(i)];
      if (isReserved(name)) yield { path: at, message: reserved(name) };
      if (declared.includes(name)) continue;
      const suggestions = nearestNames(name, declared);
      if (suggestions.length === 0) continue;
      const message = `${name} is not among the fields that are declared. If it is another one, declare it under \`fields\`.`;
      yield { path: at, message, suggestions };
    }
  }
}

function isReserved(name: string): boolean {
  return RESERVED_FIELDS.includes(name) || name === "__proto__";
}

function reserved(name: string): string {
  return `Every note has a field ${name} already. Choose another name.`;
}

function* routeFaults(
  { route, fields }: { route: string; fields?: PublishedFile["fields"] },
  shared: PublishedFile,
  path: readonly string[],
): Generator<Fault> {
  const at = [...path, "route"];
  for (const segment of route.split("/").slice(1)) {
    const fault = segment.startsWith("{") ? undefined : segmentFault(segment);
    if (fault) yield { path: at, message: `The segment ${JSON.stringify(segment)} ${fault}.` };
  }
  for (const name of routeFields(route)) {
    const { type } = toRule({ ...shared.fields, ...fields }, name);
    if (isReserved(name)) yield { path: at, message: reserved(name) };
    else if (type !== "text") {
      yield {
        path: at,
        message: `Folders are named for a field of text, and ${name} is of the type ${type}.`,
      };
    }
  }
}

function schemaFault(error: ErrorObject): Fault {
  const path = error.instancePath.split("/").slice(1).map(decodePointer);
  const key: unknown = error.params.additionalProperty ?? error.propertyName;
  if (typeof key === "string") return { path, key, ...keyFault(key, path, error) };
  return { path, message: `${path.join(".") || CONFIG_FILE}: ${expected(error)}.` };
}

/** JSON Pointer escapes (RFC 6901). */
function decodePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function keyFault(
  key: string,
  path: readonly string[],
  error: ErrorObject,
): Pick<Fault, "message" | "suggestions"> {
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

function expected({ keyword, params, message, parentSchema }: ErrorObject): string {
  const allowed: unknown = params.allowedValues;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(", ")}`;
  const description: unknown = parentSchema?.description;
  if (keyword !== "pattern" || typeof description !== "string") return String(message);
  return `is not as it must be: ${description.replace(/\.$/, "")}`;
}

function toFinding(text: string, document: Document, fault: PlacedFault): Finding {
  const [start, end] = "range" in fault ? fault.range : rangeOf(document, fault);
  const [inLine = ""] = text.slice(start, end).split(/[\r\n]/, 1);
  return {
    file: CONFIG_FILE,
    ...placeAt(text, start),
    length: Math.max(1, inLine.length),
    rule: "config",
    message: fault.message,
    suggestions: fault.suggestions ?? [],
  };
}

function rangeOf(document: Document, { path, key }: Fault): readonly [number, number] {
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  if (key === undefined)
    return isNode(node) && node.range ? [node.range[0], node.range[1]] : [0, 1];
  const items = node && typeof node === "object" && "items" in node ? node.items : [];
  for (const pair of Array.isArray(items) ? items : []) {
    if (isScalar(pair.key) && pair.key.value === key && pair.key.range) {
      return [pair.key.range[0], pair.key.range[1]];
    }
  }
  return [0, 1];
}
