import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config, FieldRule, ScalarType } from "../note.ts";
import { NAMES } from "./fields.ts";

type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: ["string", "number", "boolean", "null"] };
const SWITCH: Schema = { enum: [true, false, "yes", "no", "on", "off", null] };

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
  const known: Record<keyof typeof NAMES, Schema> = {
    title: TEXT,
    summary: TEXT,
    tags: listSchema(tags ? { enum: [...tags] } : TEXT),
    aliases: listSchema(TEXT),
    draft: SWITCH,
    // A date keeps no note from being published.
    publish: { anyOf: [SWITCH, TEXT] },
  };
  const keys = Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((name) => [name, known[kind as keyof typeof NAMES]] as const),
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "front matter of a note",
    properties: Object.fromEntries([...keys, ...declared]),
  };
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
  if (type === "boolean") return SWITCH;
  if (type === "number") return { type: ["number", "null"] };
  return values ? { enum: values } : TEXT;
}

/** A list, or a text that is divided. */
function listSchema(items: Schema): Schema {
  return { anyOf: [{ type: "array", items }, TEXT] };
}
