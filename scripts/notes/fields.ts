import { type FieldValue, UPDATED_FIELD } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Collection, Config, FieldRule, ScalarType } from "../config/config.ts";
import type { SourceFile } from "../content/read-file.ts";
import { type Diagnostic, positionOf } from "../diagnostics/diagnostics.ts";
import { nearestNames } from "../diagnostics/nearest.ts";
import type { RuleName, RuleSeverities } from "../diagnostics/rules.ts";
import { showLabels } from "../markdown/labels.ts";
import { depthOf, routeFields } from "../routes/routes.ts";
import { slugName } from "../routes/slugs.ts";
import { DATE_KEYS, dateOf, looseKey, toDate } from "./dates.ts";
import type { Field } from "./field.ts";
import type { FrontMatter } from "./front-matter.ts";
import { hiddenBy, isHidingKey } from "./hidden-elsewhere.ts";
import { explainOldRoute } from "./old-routes.ts";
import { titleOf } from "./title.ts";
import { type FieldText, readTexts, type TextKind, toScalar } from "./values.ts";
import { isMark } from "./withholding.ts";

/** What parsing depends on besides the file. */
export interface ParseContext {
  collection: Collection;
  config: Config;
  severities: RuleSeverities;
}

/** A note, its front matter, whose offsets point into the text, and the rules for its fields. */
interface NoteSource extends SourceFile, ParseContext {
  frontMatter: FrontMatter;
}

/** The fields that every note may have, and the keys that tools use for them: the first with a value counts. */
const NAMES = {
  title: ["title"],
  summary: ["summary", "description", "desc", "excerpt"],
  tags: ["tags", "tag", "keywords"],
  aliases: ["aliases", "alias"],
  formerly: ["formerly"],
} as const;
const KNOWN: readonly string[] = [...Object.values(NAMES).flat(), "taxonomies"];
const EXPECTED = {
  text: "text",
  number: "a number",
  boolean: "true or false",
} as const;
const MAX_LISTED_VALUES = 20;
/** A key, perhaps with items of a list, and a comment that looks like a value: no space follows its `#`. */
const COMMENTED =
  /^([^\s:][^:\r\n]*:[ \t]*(?:\r?\n(?:[ \t]*-.*\r?\n)*?[ \t]*-[ \t]+|(?<=\s)))(#[^\s#].*)/;
/** UTF-16 units that are searched for one. */
const MAX_COMMENTED = 1000;

/** Reads and checks the fields of a note. Title and summary are undefined if the note has none. */
export function readFields(source: NoteSource) {
  const { collection, config } = source;
  const reader = new FieldReader(source);
  const title = reader.read(NAMES.title, "text");
  const summary = reader.read(NAMES.summary, "text");
  if (title === undefined) reader.addMissing("missing-title", "title");
  if (summary === undefined) reader.addMissing("missing-summary", "summary");
  const values = Object.entries(collection.fields).flatMap(([name, rule]) => {
    const value = reader.readDeclared(name, rule);
    return value === undefined ? [] : [[name, value] as const];
  });
  const tags = (reader.read(NAMES.tags, "words") ?? [])
    .map(({ text, field }) => ({ text: text.replace(/^#+/, ""), field }))
    .filter(({ text }) => text !== "");
  for (const tag of tags) reader.checkAllowed("tag", tag, config.tags);
  for (const name of KNOWN) reader.checkComment(name);
  const aliases = reader.read(NAMES.aliases, "phrases") ?? [];
  const formerly = (reader.read(NAMES.formerly, "phrases") ?? []).filter(reader.isOldRoute);
  const fields = {
    title: title?.[0]?.text,
    summary: summary?.[0]?.text,
    tags: distinct(tags),
    aliases: distinct(aliases),
    formerly: distinct(formerly).map((old) => old.normalize("NFC") as Route),
    ownDates: reader.readDates(),
    fields: Object.fromEntries(values),
    unreadKeys: reader.unreadKeys(),
    hiddenBy: hiddenBy(source.frontMatter.fields, collection.fields),
    publishedBy: source.frontMatter.publishedBy,
  };
  return { fields, diagnostics: reader.diagnostics };
}

function distinct(items: readonly FieldText[]): string[] {
  return [...new Set(items.map(({ text }) => text))];
}

function withLabels({ text, field }: FieldText): FieldText {
  return { text: showLabels(text), field };
}

/** What is wrong with a value that is not among those allowed. @param values undefined allows any */
export function explainNotAllowed(name: string, text: string, values?: Iterable<string>) {
  const allowed = [...(values ?? [text])];
  if (allowed.includes(text)) return undefined;
  const more = allowed.length > MAX_LISTED_VALUES ? ", …" : "";
  const listed = allowed.slice(0, MAX_LISTED_VALUES).join(", ") + more;
  const message = `The ${name} ${JSON.stringify(text)} is not among those that collections.yaml allows: ${listed}.`;
  return { rule: "value-not-allowed", message, suggestions: nearestNames(text, allowed) } as const;
}

/** Reads the fields of one front matter by type and collects the diagnostics. */
class FieldReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: NoteSource;
  readonly #byLooseKey: ReadonlyMap<string, Field>;

  constructor(source: NoteSource) {
    this.#source = source;
    const { fields } = source.frontMatter;
    // Of several, the first counts.
    this.#byLooseKey = new Map([...fields].reverse().map(([key, field]) => [looseKey(key), field]));
    const { present, errors } = source.frontMatter;
    for (const { message, suggestion, ...range } of errors) {
      const suggestions = suggestion === undefined ? [] : [suggestion];
      this.#add("front-matter-malformed", range, message, { suggestions });
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
      const field = this.#fieldOf(name);
      if (!field) continue;
      const { texts, mistyped } = readTexts(field, of);
      for (const each of mistyped) this.#addType(name, each, expected);
      const plain = name === "title" ? texts : texts.map(withLabels);
      if (plain.length + mistyped.length > 0) return plain;
    }
    return undefined;
  }

  /** The field with a key, or else, for a key of our own, one that differs in case or in spaces, dashes and underscores. */
  #fieldOf(name: string): Field | undefined {
    const { fields } = this.#source.frontMatter;
    return fields.get(name) ?? (KNOWN.includes(name) ? this.#byLooseKey.get(name) : undefined);
  }

  /** Reports a text of our own keys that YAML takes for a comment, as in `tags: #one`. */
  checkComment(name: string): void {
    const field = this.#fieldOf(name);
    const source = field && this.#source.text.slice(field.keyStart, field.keyStart + MAX_COMMENTED);
    const [before = "", comment] = COMMENTED.exec(source ?? "")?.slice(1) ?? [];
    if (field === undefined || comment === undefined) return;
    const start = field.keyStart + before.length;
    const message = `\`${name}\` has a text that YAML takes for a comment, because it begins with #. Quote it: ${JSON.stringify(comment)}.`;
    this.#add("field-type", { start, end: start + comment.length }, message);
  }

  /** The value of a declared field; undefined if the note has no valid one. */
  readDeclared(name: string, { type, items, values, required }: FieldRule): FieldValue | undefined {
    const before = this.diagnostics.length;
    const isList = type === "list";
    const of = isList ? items : type;
    const texts = this.read([name], isList ? "phrases" : "text", of);
    const typed = (texts ?? []).flatMap((each) => {
      const isAllowed = this.checkAllowed(name, each, values);
      if (isAllowed && !isList) this.#checkFolder(name, each);
      return this.#typed(name, each, of) ?? [];
    });
    if (typed.length > 0) return isList ? typed : typed[0];
    if (required && this.diagnostics.length === before) this.addMissing("missing-field", name);
    return undefined;
  }

  /** Whether the note has a date without a declaration. */
  get #isDated(): boolean {
    const { config, collection } = this.#source;
    return config.updated !== false && !Object.hasOwn(collection.fields, UPDATED_FIELD);
  }

  /** The dates in the front matter. */
  readDates(): { updated?: string; date?: string } {
    if (!this.#isDated) return {};
    const dateAt = (keys: readonly string[]) =>
      keys
        .map((key) => this.#byLooseKey.get(key))
        .map((field) => field && dateOf(field))
        .find((date) => date !== undefined);
    const updated = dateAt(DATE_KEYS.updated);
    const date = dateAt(DATE_KEYS.date) ?? toDate(titleOf(this.#source.file));
    return { ...(updated && { updated }), ...(date && { date }) };
  }

  #typed(name: string, { text, field }: FieldText, type: ScalarType) {
    const value = toScalar(text, type);
    const message = `\`${name}\` must be ${EXPECTED[type]}, but is ${JSON.stringify(text)}.`;
    if (value === undefined) this.#add("field-type", field, message);
    return value;
  }

  readonly isOldRoute = ({ text, field }: FieldText): boolean => {
    const reason = explainOldRoute(text);
    const message = `The old route ${JSON.stringify(text)} ${reason}. Write a route that the note had, such as /old/route.`;
    if (reason !== undefined) this.#add("old-route", field, message);
    return reason === undefined;
  };

  /** Whether a value is allowed; reports it if not. @param values the allowed values; undefined allows any */
  checkAllowed(name: string, { text, field }: FieldText, values?: Iterable<string>): boolean {
    const wrong = explainNotAllowed(name, text, values);
    if (wrong === undefined) return true;
    const { rule, message, suggestions } = wrong;
    this.#add(rule, field, message, { suggestions });
    return false;
  }

  /** Checks that a note is in the folder that its route names after a field. */
  #checkFolder(name: string, { text, field }: FieldText): void {
    const { file, collection } = this.#source;
    const { folder, route } = collection;
    const index = routeFields(route).indexOf(name);
    if (index === -1) return;
    const parts = file.split("/");
    const at = index + depthOf(folder);
    const own = (parts[at] ?? "").normalize("NFC");
    const right = slugName(text);
    if (right === own || (route.endsWith("{path}") && right === slugName(own))) return;
    const message = `The ${name} ${JSON.stringify(text)} belongs in the folder ${right}, but the note is in ${parts[at]}. Move the note or correct the ${name}.`;
    this.#add("field-folder", field, message, { suggestions: [parts.with(at, right).join("/")] });
  }

  /** Reports a missing field, unless the front matter has errors or is itself missing: one problem is enough. */
  addMissing(rule: RuleName, key: string): void {
    const { frontMatter, severities } = this.#source;
    const { present, errors } = frontMatter;
    // Where a note needs no front matter, the fields that its collection requires are all the owner asks for.
    const isAsked =
      present || (rule === "missing-field" && severities["front-matter-missing"] === "off");
    if (severities[rule] === "off" || !isAsked || errors.length > 0) return;
    const message = `The note has no ${key}. Add \`${key}: …\` to its front matter.`;
    this.#add(rule, { start: 0, end: "---".length }, message);
  }

  /** The keys that nothing reads. Each is a diagnostic unless that rule is off. */
  unreadKeys(): string[] {
    const { frontMatter, collection, config, severities } = this.#source;
    const dates = this.#isDated ? Object.values(DATE_KEYS).flat() : [];
    const own: string[] = [...KNOWN, ...dates];
    const read = [...own, ...Object.keys(collection.fields)];
    const isRead = (key: string) => read.includes(key) || own.includes(looseKey(key));
    const unread = [...frontMatter.fields.keys()].filter(
      (key) => !(isRead(key) || isMark(key, config) || isHidingKey(key)),
    );
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
    more?: Pick<Diagnostic, "suggestions">,
  ): void {
    const { file, text } = this.#source;
    this.diagnostics.push({ file, ...positionOf(text, start, end), rule, message, ...more });
  }
}
