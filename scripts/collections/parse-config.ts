import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, isNode, isScalar, parseDocument } from "yaml";
import { placeAt } from "../content/place.ts";
import { nearestNames } from "../report/nearest.ts";
import type { Finding } from "../report/problems.ts";
import { RULES, type RuleName, type Severity } from "../report/rules.ts";
import type { Collection, FieldRule, OptionalField } from "./collection.ts";
import schema from "./collections.schema.json" with { type: "json" };
import { CONFIG_FILE } from "./config-file.ts";
import type { ContentConfig } from "./content-config.ts";
import { LENIENT } from "./lenient.ts";

interface ConfigFile {
  collections?: Record<
    string,
    {
      folder: string;
      route: string;
      fields?: Partial<Record<OptionalField, FieldRule>>;
      list?: OptionalField[];
      full?: OptionalField[];
    }
  >;
  tags?: string[];
  inlineTags?: boolean;
  planned?: string[];
  ignore?: string[];
  rules?: Record<string, Severity>;
}

const isConfigFile = new Ajv2020({
  allErrors: true,
  strict: true,
  verbose: true,
}).compile<ConfigFile>(schema);

/** Checks the text of a `collections.yaml`; one that is wrong gives the defaults and says what is wrong. */
export function parseConfig(text: string): { config: ContentConfig; findings: Finding[] } {
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  // The first error is the fault; what follows is mostly its consequence.
  const [error] = document.errors;
  if (error) {
    const message =
      error.code === "NON_STRING_KEY"
        ? "A key must be a text."
        : `This is not YAML: ${error.message.replace(/\.$/, "")}.`;
    return { config: LENIENT, findings: [configFinding(text, ...error.pos, message)] };
  }

  const data = toData(document);
  if (data === undefined) {
    const message = "The aliases of this file refer to nothing, or to more than can be read.";
    return { config: LENIENT, findings: [configFinding(text, 0, 1, message)] };
  }
  if (!isConfigFile(data)) {
    const errors = (isConfigFile.errors ?? []).filter((error) => error.keyword !== "propertyNames");
    return {
      config: LENIENT,
      findings: errors.map((error) => schemaFinding(text, document, error)),
    };
  }
  return { config: toConfig(data), findings: semanticFindings(text, document, data) };
}

function toData(document: Document): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    return undefined;
  }
}

function toConfig(data: ConfigFile): ContentConfig {
  return {
    mode: "strict",
    collections: data.collections && toCollections(data.collections),
    tags: data.tags && new Set(data.tags),
    inlineTags: data.inlineTags ?? false,
    planned: new Set(data.planned),
    ignore: data.ignore ?? [],
    rules: new Map(Object.entries(data.rules ?? {}) as [RuleName, Severity][]),
  };
}

function toCollections(declared: NonNullable<ConfigFile["collections"]>): Collection[] {
  return Object.entries(declared).map(([name, { folder, route, fields, list, full }]) => ({
    name,
    folder: folder === "." ? "" : folder.normalize("NFC"),
    route,
    fields: fields ?? {},
    list: list ?? [],
    full: full ?? [],
  }));
}

function semanticFindings(text: string, document: Document, data: ConfigFile): Finding[] {
  const findings: Finding[] = [];
  const folders = new Map<string, string>();
  for (const [name, { folder }] of Object.entries(data.collections ?? {})) {
    const key = folder.normalize("NFC");
    const other = folders.get(key);
    folders.set(key, name);
    if (other === undefined) continue;
    const at = rangeOf(document, ["collections", name, "folder"]);
    const message = `The collections ${other} and ${name} share the folder ${folder}. Give each its own.`;
    findings.push(configFinding(text, at[0], at[1], message));
  }
  return findings;
}

function schemaFinding(text: string, document: Document, error: ErrorObject): Finding {
  const path = error.instancePath.split("/").slice(1).map(decodePointer);
  const key: unknown = error.params.additionalProperty ?? error.propertyName;
  if (typeof key === "string") {
    const [start, end] = keyRangeOf(document, path, key);
    const { message, suggestions } = keyFault(key, path, error);
    return configFinding(text, start, end, message, suggestions);
  }
  const [start, end] = rangeOf(document, path);
  return configFinding(text, start, end, `${path.join(".") || CONFIG_FILE}: ${expected(error)}.`);
}

function keyFault(
  key: string,
  path: readonly string[],
  error: ErrorObject,
): { message: string; suggestions: string[] } {
  if (error.propertyName !== undefined) {
    return { message: `The name ${JSON.stringify(key)} ${expected(error)}.`, suggestions: [] };
  }
  const known = Object.keys(error.parentSchema?.properties ?? {});
  const suggestions = nearestNames(key, known);
  if (path.join() !== "rules") {
    const where = path.length > 0 ? ` in ${path.join(".")}` : "";
    return { message: `Unknown key ${key}${where}.`, suggestions };
  }
  const message = Object.hasOwn(RULES, key)
    ? `The rule ${key} protects the output and cannot be changed.`
    : `There is no rule ${key}. The rules are ${known.join(", ")}.`;
  return { message, suggestions: Object.hasOwn(RULES, key) ? [] : suggestions };
}

function expected({ keyword, params, message, parentSchema }: ErrorObject): string {
  const allowed: unknown = params.allowedValues;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(", ")}`;
  const description: unknown = parentSchema?.description;
  if (keyword !== "pattern" || typeof description !== "string") return String(message);
  return `is not as it must be: ${description.replace(/\.$/, "")}`;
}

function configFinding(
  text: string,
  start: number,
  end: number,
  message: string,
  suggestions: string[] = [],
): Finding {
  const [inLine = ""] = text.slice(start, end).split(/[\r\n]/, 1);
  return {
    file: CONFIG_FILE,
    ...placeAt(text, start),
    length: Math.max(1, inLine.length),
    rule: "config",
    message,
    suggestions,
  };
}

/** JSON Pointer escapes (RFC 6901). */
function decodePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function rangeOf(document: Document, path: readonly string[]): [number, number] {
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  return [0, 1];
}

function keyRangeOf(document: Document, path: readonly string[], key: string): [number, number] {
  const map = path.length > 0 ? document.getIn(path, true) : document.contents;
  const items = map && typeof map === "object" && "items" in map ? map.items : [];
  for (const pair of Array.isArray(items) ? items : []) {
    if (isScalar(pair.key) && pair.key.value === key && pair.key.range) {
      return [pair.key.range[0], pair.key.range[1]];
    }
  }
  return [0, 1];
}
