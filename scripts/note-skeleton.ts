import { stringify } from "yaml";
import { OPTIONAL_FIELDS } from "../worker/contract/note.ts";
import { lastPart, withoutExtension } from "./content/paths.ts";
import { scanMarkdown } from "./links/scan.ts";
import type { Collection, Config, FieldRule } from "./note.ts";

/** Columns of a comment, at most. */
const WIDTH = 100;
/** A heading is usual from this part of the notes on, and from two notes on. */
const SHARE = 0.4;

/** Where a note that is yet to be written will lie. */
export interface NotePlace {
  /** Path relative to the content folder, with `/` and `.md`. */
  file: string;
  collection: Collection;
  /** The fields that the folders of its path stand for. */
  fields: ReadonlyMap<string, string>;
}

/**
 * The text of a note that is yet to be written. What follows from its place is filled in, the rest
 * is left empty, with the allowed values as comments of the YAML.
 * @param title undefined for one made from the file's name
 * @param headings of its body, level 2
 */
export function noteSkeleton(
  { file, collection, fields }: NotePlace,
  config: Config,
  title: string | undefined,
  headings: readonly string[],
): string {
  const isAsked = (name: string) => config.collections || !OPTIONAL_FIELDS.includes(name);
  const declared = Object.entries(collection.fields).filter(([name]) => isAsked(name));
  return [
    "---\n",
    stringify({ title: title ?? nameToTitle(lastPart(withoutExtension(file))) }, { lineWidth: 0 }),
    "summary:\n",
    ...declared.map(([name, rule]) => fieldLines(name, rule, fields.get(name))),
    valuesComment("Some of", config.tags),
    "tags: []\n",
    "aliases: []\n",
    "---\n",
    ...headings.map((heading) => `\n## ${heading}\n`),
  ].join("");
}

/** A name written out: `hash-table` gives `Hash table`, `c++` gives `C++`. A date stays one, and so does a name with spaces. */
export function nameToTitle(name: string): string {
  const words = /\s/.test(name)
    ? name.trim()
    : name.replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, " ").trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

function fieldLines(name: string, { type, values }: FieldRule, value: string | undefined): string {
  if (value !== undefined) return stringify({ [name]: value });
  const isList = type === "list";
  const key = stringify({ [name]: isList ? [] : null }, { nullStr: "" }).replace(/ +\n/, "\n");
  return valuesComment(isList ? "Some of" : "One of", values) + key;
}

/** Comment lines that list the allowed values; none where any is allowed. */
function valuesComment(intro: string, values: Iterable<string> | undefined): string {
  if (values === undefined) return "";
  const lines = [`# ${intro}:`];
  for (const value of [...values].join(", ").split(/(?<=,) /)) {
    const line = lines.at(-1)!;
    if (line.length + 1 + value.length <= WIDTH) lines[lines.length - 1] = `${line} ${value}`;
    else lines.push(`#   ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * The level-2 headings that are usual in a collection, in their usual order. So what a note looks
 * like is written down once, in the notes themselves.
 * @param bodies the bodies of the collection's notes
 */
export function usualHeadings(bodies: readonly string[]): string[] {
  /** `places` is the sum of its places in the notes: 0 for a first heading, 1 for a last. */
  const counts = new Map<string, { notes: number; places: number }>();
  for (const body of bodies) {
    const second = scanMarkdown(body).headings.filter(({ depth }) => depth === 2);
    const headings = [...new Set(second.map(({ text }) => text))];
    for (const [i, heading] of headings.entries()) {
      const { notes, places } = counts.get(heading) ?? { notes: 0, places: 0 };
      const place = i / Math.max(1, headings.length - 1);
      counts.set(heading, { notes: notes + 1, places: places + place });
    }
  }
  const least = Math.max(2, bodies.length * SHARE);
  return [...counts]
    .filter(([, { notes }]) => notes >= least)
    .sort(([, a], [, b]) => a.places / a.notes - b.places / b.notes)
    .map(([heading]) => heading);
}
