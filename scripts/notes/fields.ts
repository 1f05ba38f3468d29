import { slug } from "github-slugger";
import type { FieldValue } from "../../worker/contract/note.ts";
import { placeOf } from "../content/place.ts";
import type { Collection, Config, FieldRule, ParsedNote, ScalarType } from "../note.ts";
import { nearestNames } from "../report/nearest.ts";
import type { Finding } from "../report/problems.ts";
import type { RuleName, RuleSeverities } from "../report/rules.ts";
import type { FrontMatter } from "./front-matter.ts";
import { slugName } from "./names.ts";
import { routeFields } from "./routes.ts";
import { type FieldText, NO, readList, readText, toScalar, YES } from "./values.ts";
import type { Field } from "./yaml.ts";

/** What the front matter says of a note; undefined where it says nothing. */
export interface NoteFields extends Pick<ParsedNote, "tags" | "aliases" | "fields" | "unreadKeys"> {
  title: string | undefined;
  summary: string | undefined;
  /** Whether its author keeps the note from being published. */
  draft: boolean;
}

interface NoteSource {
  file: string;
  /** The whole note, which the offsets of the fields point into. */
  text: string;
  frontMatter: FrontMatter;
}

/** The fields that every note may have, under the names that tools give them; the first that is not empty counts. */
const NAMES = {
  title: ["title"],
  summary: ["summary", "description", "excerpt"],
  tags: ["tags", "tag", "keywords"],
  aliases: ["aliases", "alias"],
  draft: ["draft"],
  publish: ["publish", "published"],
} as const;
/** A key that is read in every collection. */
export type KnownKey = (typeof NAMES)[keyof typeof NAMES][number];

const KNOWN: readonly string[] = Object.values(NAMES).flat();
const EXPECTED = {
  text: "text",
  number: "a number",
  boolean: "true or false",
} as const;
/** Longer lists of allowed values are cut to the nearest, if any is near. */
const MOST_LISTED = 20;

/** Reads the fields of a front matter, and says what is wrong with them. */
export function readFields(
  source: NoteSource,
  collection: Collection,
  config: Config,
  severities: RuleSeverities,
): { fields: NoteFields; findings: Finding[] } {
  const { frontMatter } = source;
  const reader = new FieldReader(source, severities);
  if (!frontMatter.present) reader.addNoFrontMatter();
  const title = reader.text(NAMES.title);
  const summary = reader.text(NAMES.summary);
  if (title === undefined) reader.addMissing("missing-title", "title");
  if (summary === undefined) reader.addMissing("missing-summary", "summary");
  const declared = Object.entries(collection.fields).flatMap(([name, rule]) => {
    const value = reader.declared(name, rule, collection);
    return value === undefined ? [] : [[name, value] as const];
  });
  const tags = reader
    .list(NAMES.tags, "words")
    .map(withoutHash)
    .filter(({ text }) => text !== "");
  for (const tag of tags) reader.checkAllowed("tag", tag, config.tags);
  const aliases = reader.list(NAMES.aliases, "phrases");
  return {
    fields: {
      title: title?.text,
      summary: summary?.text,
      tags: distinct(tags),
      aliases: distinct(aliases),
      fields: Object.fromEntries(declared),
      unreadKeys: reader.unreadKeys(collection),
      draft: frontMatter.hidden || reader.is(NAMES.draft, YES) || reader.is(NAMES.publish, NO),
    },
    findings: reader.findings,
  };
}

function withoutHash({ text, field }: FieldText): FieldText {
  return { text: text.replace(/^#+/, ""), field };
}

function distinct(items: readonly FieldText[]): string[] {
  return [...new Set(items.map(({ text }) => text))];
}

/** Reads the fields of one front matter by type, and collects what is wrong with them. */
class FieldReader {
  readonly findings: Finding[] = [];
  readonly #source: NoteSource;
  readonly #severities: RuleSeverities;

  constructor(source: NoteSource, severities: RuleSeverities) {
    this.#source = source;
    this.#severities = severities;
  }

  /**
   * A field that holds one text, under the first of its names that is there and not empty: undefined
   * where there is none, `null` where it is no text.
   */
  text(names: readonly string[], expected: string = EXPECTED.text): FieldText | undefined | null {
    for (const name of names) {
      const field = this.#source.frontMatter.fields.get(name);
      const text = field && readText(field);
      if (!field || text === undefined) continue;
      if (text !== null) return { text, field };
      this.#addType(name, field, expected, "is");
      return null;
    }
    return undefined;
  }

  /** A field that holds a list of words or phrases, under the first of its names that is not empty. */
  list(names: readonly string[], of: "words" | "phrases"): FieldText[] {
    for (const name of names) {
      const field = this.#source.frontMatter.fields.get(name);
      if (!field) continue;
      const { texts, faults } = readList(field, of);
      for (const fault of faults) {
        this.#addType(name, fault, "a list of texts", fault === field ? "is" : "holds");
      }
      if (texts.length + faults.length > 0) return texts;
    }
    return [];
  }

  /** The value of a declared field; undefined where the note has none that is right. */
  declared(
    name: string,
    { type, items, values, required }: FieldRule,
    collection: Collection,
  ): FieldValue | undefined {
    const before = this.findings.length;
    const isList = type === "list";
    const of = isList ? items : type;
    const found = isList ? this.list([name], "phrases") : this.text([name], EXPECTED[of]);
    const typed = [found ?? []].flat().flatMap((each) => {
      this.checkAllowed(name, each, values);
      if (!isList) this.#checkFolder(name, each, collection);
      return this.#typed(name, each, of) ?? [];
    });
    if (typed.length > 0) return isList ? typed : typed[0];
    if (required && this.findings.length === before) this.addMissing("missing-field", name);
    return undefined;
  }

  #typed(name: string, { text, field }: FieldText, type: ScalarType) {
    const value = toScalar(text, type);
    if (value !== undefined) return value;
    const message = `\`${name}\` must be ${EXPECTED[type]}, and is ${JSON.stringify(text)}.`;
    this.findings.push({ ...this.#at("field-type", field.start, field.end), message });
    return undefined;
  }

  /** Whether one of the fields is such a word. */
  is(names: readonly string[], word: RegExp): boolean {
    return names.some((name) =>
      word.test(String(this.#source.frontMatter.fields.get(name)?.value)),
    );
  }

  /** Checks that a value is among those allowed; undefined allows any. */
  checkAllowed(name: string, { text, field }: FieldText, values?: Iterable<string>): void {
    if (values === undefined) return;
    const allowed = [...values];
    if (allowed.includes(text)) return;
    const near = nearestNames(text, allowed);
    const isShort = allowed.length > MOST_LISTED && near.length > 0;
    const listed = isShort ? `${near.join(", ")}, …` : allowed.join(", ");
    this.findings.push({
      ...this.#at("value-not-allowed", field.start, field.end),
      message: `The ${name} ${JSON.stringify(text)} is not among those that collections.yaml allows: ${listed}.`,
      suggestions: near,
    });
  }

  /** Checks that a note lies in the folder that is named for a field of its route. */
  #checkFolder(name: string, { text, field }: FieldText, { folder, route }: Collection): void {
    const place = routeFields(route).indexOf(name);
    if (place === -1) return;
    const parts = this.#source.file.split("/");
    const at = place + (folder === "" ? 0 : folder.split("/").length);
    const own = (parts[at] ?? "").normalize("NFC");
    const right = slug(text);
    if (right === own || (route.endsWith("{path}") && right === slugName(own))) return;
    this.findings.push({
      ...this.#at("domain-folder", field.start, field.end),
      message: `The ${name} ${JSON.stringify(text)} belongs in the folder ${right}, and the note lies in ${parts[at]}. Move the note or correct the ${name}.`,
      suggestions: [parts.with(at, right).join("/")],
    });
  }

  /** Says that a field is not there; a front matter that could not be read is one problem, not many. */
  addMissing(rule: RuleName, key: string): void {
    const { present, findings } = this.#source.frontMatter;
    if (this.#severities[rule] === "off" || !present || findings.length > 0) return;
    const message = `The note has no ${key}. Add \`${key}: …\` to its front matter.`;
    this.findings.push({ ...this.#at(rule, 0, "---".length), message });
  }

  addNoFrontMatter(): void {
    const message =
      "The note has no front matter. Begin it with `---`, a line for each field, and `---`.";
    this.findings.push({ ...this.#at("front-matter-missing", 0, 1), message });
  }

  /** The keys that nothing reads, each of which is a finding unless that rule is off. */
  unreadKeys({ name, fields }: Collection): string[] {
    const unread: string[] = [];
    for (const [key, { keyStart }] of this.#source.frontMatter.fields) {
      if (KNOWN.includes(key) || Object.hasOwn(fields, key)) continue;
      unread.push(key);
      if (this.#severities["unknown-key"] === "off") continue;
      this.findings.push({
        ...this.#at("unknown-key", keyStart, keyStart + key.length),
        message: `Nothing reads the key \`${key}\` in the collection ${name}.`,
        suggestions: nearestNames(key, [...KNOWN, ...Object.keys(fields)]),
      });
    }
    return unread;
  }

  #addType(name: string, { start, end, items }: Field, expected: string, is: "is" | "holds"): void {
    const place = this.#at("field-type", start, end);
    const written = this.#source.text.slice(start, start + place.length);
    const message = written.startsWith("[[")
      ? `\`${name}\` must be ${expected}. To YAML, \`${written}\` is a list in a list: quote it, "${written}".`
      : `\`${name}\` must be ${expected}, and ${is} ${items ? "a list" : "a mapping"}.`;
    this.findings.push({ ...place, message });
  }

  #at(rule: RuleName, start: number, end: number) {
    const { file, text } = this.#source;
    return { file, ...placeOf(text, start, end), rule };
  }
}
