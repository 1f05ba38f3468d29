import type { Collection, OptionalField } from "../collections/collection.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import type { Finding } from "../report/problems.ts";
import type { RuleSeverities } from "../report/rules.ts";
import { FieldReader } from "./field-reader.ts";
import type { FieldText } from "./field-text.ts";
import type { FrontMatter } from "./front-matter.ts";

/** What the front matter says of a note; undefined where it says nothing. */
export interface NoteFields {
  title: string | undefined;
  summary: string | undefined;
  category: string | undefined;
  domain: string | undefined;
  tags: string[];
  aliases: string[];
  /** Whether its author keeps the note from being published. */
  draft: boolean;
}

/** Every field that is read, under each of the names that tools give it; the first one there counts. */
const NAMES = {
  title: ["title"],
  summary: ["summary", "description", "excerpt"],
  category: ["category"],
  domain: ["domain"],
  tags: ["tags", "tag", "keywords"],
  aliases: ["aliases", "alias"],
  draft: ["draft"],
  publish: ["publish", "published"],
} as const;

/** Reads the fields of a front matter, and says what is wrong with them. */
export function readFields(
  { file, text, frontMatter }: { file: string; text: string; frontMatter: FrontMatter },
  collection: Collection,
  config: ContentConfig,
  severities: RuleSeverities,
): { fields: NoteFields; findings: Finding[] } {
  const reader = new FieldReader(file, text, frontMatter, severities);
  // A front matter that could not be read is one problem, not one for each field it may have held.
  const isComplete = frontMatter.present && frontMatter.findings.length === 0;
  if (!frontMatter.present) reader.addNoFrontMatter();

  const title = reader.text(NAMES.title);
  const summary = reader.text(NAMES.summary);
  if (isComplete && title === undefined) reader.addMissing("missing-title", "title");
  if (isComplete && summary === undefined) reader.addMissing("missing-summary", "summary");
  const optional = (key: OptionalField): FieldText | undefined => {
    const value = reader.text(NAMES[key]);
    const rule = collection.fields[key];
    if (value) reader.checkAllowed(key, value, rule?.values);
    else if (isComplete && value !== null && rule?.required)
      reader.addMissing("missing-field", key);
    return value ?? undefined;
  };
  const category = optional("category");
  const domain = optional("domain");
  if (domain && collection.route.includes("{domain}")) reader.checkFolder(domain, collection);
  const tags = reader.list(NAMES.tags, "words").map(withoutHash).filter(hasText);
  for (const tag of tags) reader.checkAllowed("tag", tag, config.tags);
  const aliases = reader.list(NAMES.aliases, "phrases");
  if (severities["unknown-key"] !== "off") {
    reader.checkKeys(knownKeys(collection, config), collection.name);
  }

  return {
    fields: {
      title: title?.text,
      summary: summary?.text,
      category: category?.text,
      domain: domain?.text,
      tags: distinctTexts(tags),
      aliases: distinctTexts(aliases),
      draft: frontMatter.hidden || reader.is(NAMES.draft, true) || reader.is(NAMES.publish, false),
    },
    findings: reader.findings,
  };
}

function withoutHash<T extends { text: string }>(tag: T): T {
  return tag.text.startsWith("#") ? { ...tag, text: tag.text.replace(/^#+/, "") } : tag;
}

function distinctTexts(items: readonly FieldText[]): string[] {
  const texts = items.map(({ text }) => text);
  return texts.length < 2 ? texts : [...new Set(texts)];
}

function hasText({ text }: { text: string }): boolean {
  return text !== "";
}

/** The keys that are read in a collection: all, but for the optional fields it does not declare. */
function knownKeys(collection: Collection, config: ContentConfig): string[] {
  return Object.entries(NAMES)
    .filter(([key]) => {
      const isOptional = key === "category" || key === "domain";
      return !isOptional || config.mode === "lenient" || isDeclared(key, collection);
    })
    .flatMap(([, names]) => names);
}

/** Whether the collection asks for an optional field, shows it, or has it in its routes. */
function isDeclared(key: OptionalField, { fields, list, full, route }: Collection): boolean {
  return (
    fields[key] !== undefined || [...list, ...full].includes(key) || route.includes(`{${key}}`)
  );
}
