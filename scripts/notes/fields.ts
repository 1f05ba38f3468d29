import type { FieldValue } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Collection, Config, FieldRule, ScalarType } from "../config/config.ts";
import { showLabels } from "../markdown/labels.ts";
import { nearestNames } from "../problems/nearest.ts";
import { type Finding, placeOf } from "../problems/problems.ts";
import type { RuleName, RuleSeverities } from "../problems/rules.ts";
import { depthOf, routeFields } from "../routes/routes.ts";
import { slugName } from "../routes/slugs.ts";
import type { FrontMatter } from "./front-matter.ts";
import { oldRouteFault } from "./old-routes.ts";
import { type FieldText, readTexts, type TextKind, toScalar } from "./values.ts";
import type { Field } from "./yaml.ts";

/** A note, its front matter, and the rules for its fields. */
interface NoteSource {
  file: string;
  /** The whole file, into which the offsets of the fields point. */
  text: string;
  frontMatter: FrontMatter;
  collection: Collection;
  config: Config;
  severities: RuleSeverities;
}

/** The fields that every note may have, with the keys that tools use for them; the first that is not empty counts. */
const NAMES = {
  title: ["title"],
  summary: ["summary", "description", "desc", "excerpt"],
  tags: ["tags", "tag", "keywords"],
  aliases: ["aliases", "alias"],
  formerly: ["formerly"],
  draft: ["draft"],
  publish: ["publish", "published"],
} as const;
const KNOWN: readonly string[] = Object.values(NAMES).flat();
const EXPECTED = {
  text: "text",
  number: "a number",
  boolean: "true or false",
} as const;
const MAX_LISTED_VALUES = 20;

/** Reads and checks the fields of a note. Title and summary are undefined if the note has none. */
export function readFields(source: NoteSource) {
  const { collection, config } = source;
  const reader = new FieldReader(source);
  const title = reader.read(NAMES.title, "text");
  const summary = reader.read(NAMES.summary, "text");
  if (title === undefined) reader.addMissing("missing-title", "title");
  if (summary === undefined) reader.addMissing("missing-summary", "summary");
  const declared = Object.entries(collection.fields).flatMap(([name, rule]) => {
    const value = reader.declared(name, rule);
    return value === undefined ? [] : [[name, value] as const];
  });
  const tags = (reader.read(NAMES.tags, "words") ?? [])
    .map(({ text, field }) => ({ text: text.replace(/^#+/, ""), field }))
    .filter(({ text }) => text !== "");
  for (const tag of tags) reader.checkAllowed("tag", tag, config.tags);
  const aliases = reader.read(NAMES.aliases, "phrases") ?? [];
  const formerly = (reader.read(NAMES.formerly, "phrases") ?? []).filter(reader.isOldRoute);
  const fields = {
    title: title?.[0]?.text,
    summary: summary?.[0]?.text,
    tags: distinct(tags),
    aliases: distinct(aliases),
    formerly: distinct(formerly).map((old) => old.normalize("NFC") as Route),
    fields: Object.fromEntries(declared),
    unreadKeys: reader.unreadKeys(),
  };
  return { fields, findings: reader.findings };
}

function distinct(items: readonly FieldText[]): string[] {
  return [...new Set(items.map(({ text }) => text))];
}

function withLabels({ text, field }: FieldText): FieldText {
  return { text: showLabels(text), field };
}

/** Reads the fields of one front matter by type and collects the findings. */
class FieldReader {
  readonly findings: Finding[] = [];
  readonly #source: NoteSource;

  constructor(source: NoteSource) {
    this.#source = source;
    const { present, faults } = source.frontMatter;
    for (const { message, fix, ...range } of faults) {
      const fixes = fix === undefined ? {} : { fix, suggestions: [fix] };
      this.#add("front-matter-malformed", range, message, fixes);
    }
    if (present) return;
    const isEmpty = this.#source.text.trim() === "";
    const begin = "Begin it with `---`, a line for each field, and `---`.";
    const message = `The note ${isEmpty ? "is empty" : "has no front matter"}. ${begin}`;
    this.#add("front-matter-missing", { start: 0, end: 1 }, message);
  }

  /** The texts of the first key that is present and not empty; undefined if there is none. */
  read(names: readonly string[], of: TextKind, type: ScalarType = "text") {
    const expected = of === "text" ? EXPECTED[type] : "a list of texts";
    for (const name of names) {
      const field = this.#source.frontMatter.fields.get(name);
      if (!field) continue;
      const { texts, faults } = readTexts(field, of);
      for (const fault of faults) this.#addType(name, fault, expected);
      const shown = name === "title" ? texts : texts.map(withLabels);
      if (shown.length + faults.length > 0) return shown;
    }
    return undefined;
  }

  /** The value of a declared field; undefined if the note has no valid one. */
  declared(name: string, { type, items, values, required }: FieldRule): FieldValue | undefined {
    const before = this.findings.length;
    const isList = type === "list";
    const of = isList ? items : type;
    const found = this.read([name], isList ? "phrases" : "text", of);
    const typed = (found ?? []).flatMap((each) => {
      const isAllowed = this.checkAllowed(name, each, values);
      if (isAllowed && !isList) this.#checkFolder(name, each);
      return this.#typed(name, each, of) ?? [];
    });
    if (typed.length > 0) return isList ? typed : typed[0];
    if (required && this.findings.length === before) this.addMissing("missing-field", name);
    return undefined;
  }

  #typed(name: string, { text, field }: FieldText, type: ScalarType) {
    const value = toScalar(text, type);
    const message = `\`${name}\` must be ${EXPECTED[type]}, but is ${JSON.stringify(text)}.`;
    if (value === undefined) this.#add("field-type", field, message);
    return value;
  }

  readonly isOldRoute = ({ text, field }: FieldText): boolean => {
    const fault = oldRouteFault(text);
    const message = `The old route ${JSON.stringify(text)} ${fault}. Write a route that the note had, such as /old/route.`;
    if (fault !== undefined) this.#add("old-route", field, message);
    return fault === undefined;
  };

  /** Whether a value is allowed; reports it if not. @param values the allowed values; undefined allows any */
  checkAllowed(name: string, { text, field }: FieldText, values?: Iterable<string>): boolean {
    if (values === undefined) return true;
    const allowed = [...values];
    if (allowed.includes(text)) return true;
    const near = nearestNames(text, allowed);
    const more = allowed.length > MAX_LISTED_VALUES ? ", …" : "";
    const listed = allowed.slice(0, MAX_LISTED_VALUES).join(", ") + more;
    const message = `The ${name} ${JSON.stringify(text)} is not among those that collections.yaml allows: ${listed}.`;
    this.#add("value-not-allowed", field, message, { suggestions: near });
    return false;
  }

  /** Checks that a note is in the folder that its route names after a field. */
  #checkFolder(name: string, { text, field }: FieldText): void {
    const { file, collection } = this.#source;
    const { folder, route } = collection;
    const place = routeFields(route).indexOf(name);
    if (place === -1) return;
    const parts = file.split("/");
    const at = place + depthOf(folder);
    const own = (parts[at] ?? "").normalize("NFC");
    const right = slugName(text);
    if (right === own || (route.endsWith("{path}") && right === slugName(own))) return;
    const message = `The ${name} ${JSON.stringify(text)} belongs in the folder ${right}, but the note is in ${parts[at]}. Move the note or correct the ${name}.`;
    this.#add("domain-folder", field, message, { suggestions: [parts.with(at, right).join("/")] });
  }

  /** Reports a missing field, unless the front matter has faults: one problem is enough. */
  addMissing(rule: RuleName, key: string): void {
    const { frontMatter, severities } = this.#source;
    if (severities[rule] === "off" || !frontMatter.present || frontMatter.faults.length > 0) return;
    const message = `The note has no ${key}. Add \`${key}: …\` to its front matter.`;
    this.#add(rule, { start: 0, end: "---".length }, message);
  }

  /** The keys that nothing reads. Each is a finding unless that rule is off. */
  unreadKeys(): string[] {
    const { frontMatter, collection, severities } = this.#source;
    const read = [...KNOWN, ...Object.keys(collection.fields)];
    const unread = [...frontMatter.fields.keys()].filter((key) => !read.includes(key));
    for (const key of severities["unknown-key"] === "off" ? [] : unread) {
      const start = frontMatter.fields.get(key)!.keyStart;
      const message = `Nothing reads the key \`${key}\` in the collection ${collection.name}.`;
      const suggestions = nearestNames(key, read);
      this.#add("unknown-key", { start, end: start + key.length }, message, { suggestions });
    }
    return unread;
  }

  #addType(name: string, field: Field, expected: string): void {
    const { text } = this.#source;
    const [link] = /\[\[[^\]\n]*\]\]/.exec(text.slice(field.start - 1, field.end + 1)) ?? [];
    const message = link
      ? `\`${name}\` must be ${expected}. In YAML, \`${link}\` is a list inside a list: quote it, "${link}".`
      : `\`${name}\` must be ${expected}, but this is ${field.items ? "a list" : "a mapping"}.`;
    this.#add("field-type", field, message);
  }

  #add(
    rule: RuleName,
    { start, end }: { start: number; end: number },
    message: string,
    more?: Pick<Finding, "suggestions" | "fix">,
  ): void {
    const { file, text } = this.#source;
    this.findings.push({ file, ...placeOf(text, start, end), rule, message, ...more });
  }
}
