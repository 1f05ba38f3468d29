import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import schema from "../front-matter.schema.json" with { type: "json" };
import type { Config, FieldRule, ScalarType } from "../note.ts";

type Schema = Readonly<Record<string, unknown>>;

const TEXT = schema.definitions.text;

/** Writes the schema for editors beside the output. */
export function writeFrontMatterSchema(folder: string, config: Config): void {
  const text = `${JSON.stringify(frontMatterSchema(config), null, 2)}\n`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "front-matter.schema.json"), text);
  } catch {
    // A disk may be full. The output is in place, and no build misses this file.
  }
}

/**
 * A JSON Schema for the front matter of the notes, by which editors complete and check it: the keys
 * that every note may have, and the fields and values of all collections together.
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

/** @param rules what the collections that have a field ask of it */
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

/** A list, or a text that is divided. */
function listSchema(items: Schema): Schema {
  return { anyOf: [{ type: "array", items }, TEXT] };
}
