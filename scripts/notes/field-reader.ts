import { slug } from "github-slugger";
import type { Collection } from "../collections/collection.ts";
import { placeAt } from "../content/place.ts";
import { nearestNames } from "../report/nearest.ts";
import type { Finding } from "../report/problems.ts";
import type { RuleName, RuleSeverities } from "../report/rules.ts";
import type { Field } from "./field.ts";
import type { FieldText } from "./field-text.ts";
import type { FrontMatter } from "./front-matter.ts";
import { readText } from "./read-text.ts";
import { readTextList } from "./read-text-list.ts";

/** More allowed values than this are not listed where some of them are near. */
const MOST_LISTED = 20;

/**
 * Reads the fields of one note's front matter by type, and keeps what is wrong with them. Of what
 * many notes lack, or hold in excess, rules that are off say nothing.
 */
export class FieldReader {
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #text: string;
  readonly #frontMatter: FrontMatter;
  readonly #severities: RuleSeverities;

  /** @param text the whole note, which the offsets of the fields point into */
  constructor(file: string, text: string, frontMatter: FrontMatter, severities: RuleSeverities) {
    this.#file = file;
    this.#text = text;
    this.#frontMatter = frontMatter;
    this.#severities = severities;
  }

  /**
   * A field that holds one text, under the first of its names that is there and not empty: undefined
   * where there is none, `null` where it is no text.
   */
  text(names: readonly string[]): FieldText | undefined | null {
    for (const name of names) {
      const field = this.#frontMatter.fields.get(name);
      const text = field && readText(field);
      if (!field || text === undefined) continue;
      if (text !== null) return { text, field };
      this.#addType(name, field, "text", true);
      return null;
    }
    return undefined;
  }

  /** A field that holds a list of words or phrases, under the first of its names that is not empty. */
  list(names: readonly string[], of: "words" | "phrases"): FieldText[] {
    for (const name of names) {
      const field = this.#frontMatter.fields.get(name);
      if (!field) continue;
      const { texts, faults } = readTextList(field, of);
      for (const fault of faults) this.#addType(name, fault, "a list of texts", fault === field);
      if (texts.length + faults.length > 0) return texts;
    }
    return [];
  }

  /** Whether one of the fields is this boolean, be it in the words of YAML 1.1: `yes`, `Off`. */
  is(names: readonly string[], value: boolean): boolean {
    const words = value ? /^(?:true|yes|on)$/i : /^(?:false|no|off)$/i;
    return names.some((name) => words.test(String(this.#frontMatter.fields.get(name)?.value)));
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

  /** Checks that a note lies in the folder that is named for its domain. */
  checkFolder({ text, field }: FieldText, { folder }: Collection): void {
    const parts = this.#file.split("/");
    const own = parts.at(-2) ?? "";
    const right = slug(text);
    if (own.normalize("NFC") === right) return;
    this.findings.push({
      ...this.#at("domain-folder", field.start, field.end),
      message: `The domain ${JSON.stringify(text)} belongs in the folder ${right}, and the note lies in ${own}. Move the note or mend the domain.`,
      suggestions: [`${folder}/${right}/${parts.at(-1)}`],
    });
  }

  /** Says that a field is not there. */
  addMissing(rule: RuleName, key: string): void {
    if (this.#severities[rule] === "off") return;
    this.findings.push({
      ...this.#at(rule, 0, this.#frontMatter.present ? 3 : 1),
      message: `The note has no ${key}. Add \`${key}: …\` to its front matter.`,
    });
  }

  /** Says that there is no front matter. */
  addNoFrontMatter(): void {
    if (this.#severities["front-matter-missing"] === "off") return;
    this.findings.push({
      ...this.#at("front-matter-missing", 0, 1),
      message: "The note has no front matter. Begin it with `---`, a line a field, and `---`.",
    });
  }

  /** Says which keys are none of the known ones. */
  checkKeys(known: readonly string[], collection: string): void {
    for (const [key, start] of this.#frontMatter.keyStarts) {
      if (known.includes(key)) continue;
      this.findings.push({
        ...this.#at("unknown-key", start, start + key.length),
        message: `Nothing reads the key \`${key}\` in the collection ${collection}.`,
        suggestions: nearestNames(key, known),
      });
    }
  }

  /** @param isWhole whether the fault is the field itself, and not one of its items */
  #addType(name: string, { start, end, items }: Field, expected: string, isWhole: boolean): void {
    const written = this.#text.slice(start, this.#lineEnd(start, end));
    const found = `${isWhole ? "is" : "holds"} ${items === undefined ? "a mapping" : "a list"}`;
    const message = written.startsWith("[[")
      ? `\`${name}\` must be ${expected}. To YAML, \`${written}\` is a list in a list: quote it, "${written}".`
      : `\`${name}\` must be ${expected}, and ${found}.`;
    this.findings.push({ ...this.#at("field-type", start, end), message });
  }

  #at(rule: RuleName, start: number, end: number) {
    const length = Math.max(1, this.#lineEnd(start, end) - start);
    return { file: this.#file, ...placeAt(this.#text, start), length, rule };
  }

  #lineEnd(start: number, end: number): number {
    const newline = this.#text.indexOf("\n", start);
    return newline === -1 ? end : Math.min(end, newline);
  }
}
