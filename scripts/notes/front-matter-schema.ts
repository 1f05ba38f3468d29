import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config, FieldRule, ScalarType } from "../note.ts";
import type { KnownKey } from "./fields.ts";

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
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "front matter of a note",
    properties: { ...knownProperties(tags), ...Object.fromEntries(declared) },
  };
}

function knownProperties(tags: Config["tags"]): Record<KnownKey, Schema> {
  const text = (description: string) => ({ description, ...TEXT });
  const list = (description: string, item = TEXT) => ({ description, ...listSchema(item) });
  const names = (description: string) => list(description, tags ? { enum: [...tags] } : TEXT);
  return {
    title: text("Display title. Without it: the first level-1 heading, else the file's name."),
    summary: text(
      "One sentence that makes sense as a search result. Without it: the first paragraph.",
    ),
    description: text("Read where there is no summary."),
    excerpt: text("Read where there is no summary and no description."),
    tags: names("What the note is about: a list, or a text divided by commas or spaces."),
    tag: names("Read where there are no tags."),
    keywords: names("Read where there are no tags and no tag."),
    aliases: list("Other names of the note, which wikilinks may use."),
    alias: list("Read where there are no aliases."),
    draft: { description: "true keeps the note from being published.", ...SWITCH },
    publish: { description: "false keeps the note from being published.", ...SWITCH },
    published: text("false keeps the note from being published; a date does not."),
  };
}

/** @param rules what the collections that have a field ask of it */
function fieldSchema(rules: readonly FieldRule[]): Schema {
  const description = rules.find((rule) => rule.description !== undefined)?.description;
  const schemas = [
    ...new Map(rules.map((rule) => [JSON.stringify(rule), ruleSchema(rule)])).values(),
  ];
  return {
    ...(description !== undefined && { description }),
    ...(schemas.length === 1 ? schemas[0] : { anyOf: schemas }),
  };
}

function ruleSchema({ type, items, values }: FieldRule): Schema {
  if (type === "list") return listSchema(scalarSchema(items, values));
  return scalarSchema(type, values);
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
