import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config, FieldRule, ScalarType } from "../config/config.ts";
import schema from "./front-matter.schema.json" with { type: "json" };

type Schema = Readonly<Record<string, unknown>>;

const TEXT = schema.definitions.text;

/** Writes the schema, for editors, next to the output. */
export function writeFrontMatterSchema(folder: string, config: Config): void {
  const text = `${JSON.stringify(frontMatterSchema(config), null, 2)}\n`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "front-matter.schema.json"), text);
  } catch {
    // The disk may be full. The output is complete, and no build needs this file.
  }
}

/**
 * A JSON Schema with which editors complete and check front matter: the keys that every note may have,
 * and the fields and values of all collections together.
 */
function frontMatterSchema({ collections, shared, tags }: Config): Schema {
  const rules = (collections ?? [shared]).map(({ fields }) => fields);
  const names = new Set(rules.flatMap((fields) => Object.keys(fields)));
  const declared = [...names].map((name) => {
    const own = rules.flatMap((fields) => (Object.hasOwn(fields, name) ? fields[name]! : []));
    return [name, fieldSchema(own)] as const;
  });
  const properties = { ...schema.properties, ...Object.fromEntries(declared) };
  const ownTags = tags && { tags: { type: "array", items: { enum: [...tags] } } };
  return { ...schema, properties, definitions: { ...schema.definitions, ...ownTags } };
}

/** @param rules the rules that different collections have for one field */
function fieldSchema(rules: readonly FieldRule[]): Schema {
  const description = rules.find((rule) => rule.description !== undefined)?.description;
  const schemas = new Map(rules.map((rule) => [JSON.stringify(rule), ruleSchema(rule)]));
  const [schema, ...others] = schemas.values();
  return { description, ...(others.length === 0 ? schema : { anyOf: [schema, ...others] }) };
}

function ruleSchema({ type, items, values }: FieldRule): Schema {
  const item = scalarSchema(type === "list" ? items : type, values);
  return type === "list" ? listSchema(item) : item;
}

function scalarSchema(type: ScalarType, values?: readonly string[]): Schema {
  if (type === "boolean") return { enum: schema.properties.draft.enum };
  if (type === "number") return { type: ["number", "null"] };
  return values ? { enum: values } : TEXT;
}

/** A list, or text to be split into one. */
function listSchema(items: Schema): Schema {
  return { anyOf: [{ type: "array", items }, TEXT] };
}
