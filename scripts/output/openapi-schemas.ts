import { fullNoteFields, RESERVED_FIELDS, summaryFields } from "../../worker/contract/note.ts";
import type { Collection } from "../note.ts";

const JSON_TYPES = { text: "string", number: "number", boolean: "boolean", list: "array" } as const;

/** Of a vault with a collection for each of many folders, descriptions name a few. */
const MOST_NAMES = 12;

/** The schemas of the bodies by their names in the document, with the fields that the collections declare. */
export function schemas(collections: readonly Collection[]) {
  const listed = unique(collections.flatMap(({ list }) => list));
  const shown = unique(collections.flatMap(({ full }) => full));
  const declared = unique([...listed, ...shown]).map((name) => [name, field(name, collections)]);
  const fields: Record<string, object> = {
    ...Object.fromEntries(declared),
    ...commonFields(inWords(collections)),
  };
  const note = (description: string, names: readonly string[]) =>
    object(
      description,
      Object.fromEntries(names.map((name) => [name, fields[name] ?? {}])),
      names.filter((name) => !RESERVED_FIELDS.includes(name)),
    );
  return {
    NoteList: object("All notes.", {
      count: integer("Number of notes in `notes`."),
      notes: list("All notes, ordered by `route`, by code point.", reference("NoteSummary")),
    }),
    NoteSummary: note("A note without its text.", summaryFields(listed)),
    FullNote: note("A note with its text.", fullNoteFields(shown)),
    SearchResponse: object("What a search found.", {
      query: text("The `q` that was searched for, decoded and trimmed."),
      count: { ...integer("Number of entries in `results`."), maximum: 50 },
      results: { ...list("The notes found, best first.", reference("SearchResult")), maxItems: 50 },
    }),
    SearchResult: note("A note that a search found.", ["route", "title", "summary"]),
    Digests: object("A digest of every note.", {
      count: integer("Number of notes in `digests`."),
      digests: {
        description:
          "From the `route` of each note, in the order of the list, to the first 32 hexadecimal digits of the SHA-256 of what `getNote` answers for it, byte for byte.",
        type: "object",
        additionalProperties: { type: "string", pattern: "^[0-9a-f]{32}$" },
      },
    }),
    ProblemDetails: problemDetails(),
  };
}

export type SchemaName = keyof ReturnType<typeof schemas>;

/** @param collections their names in words */
function commonFields(collections: string): Record<string, object> {
  return {
    route: {
      ...text(
        "Identifies the note: its path on the site, such as `/languages/python`. Without the leading slash it is the parameter of `getNote`.",
      ),
      pattern: "^/",
    },
    title: text("The name of the note, as people read it."),
    collection: text(`The collection that the note belongs to: ${collections}.`),
    tags: list(
      "Topics of the note, a word or a few each; empty if it has none. A search for `tag:` and a tag finds the notes that have it.",
      text("A topic."),
    ),
    summary: text("What the note is about, in a sentence or a few, as plain text."),
    markdown: text(
      "The text of the note as Markdown. Links to other notes are Markdown links to their routes.",
    ),
  };
}

/** A schema for a declared field. What several collections declare under one name is merged. */
function field(name: string, collections: readonly Collection[]): object {
  const owners = collections.filter(({ list, full }) => list.includes(name) || full.includes(name));
  const rules = owners.flatMap(({ fields }) => fields[name] ?? []);
  const types = rules.map(({ type }) => JSON_TYPES[type]);
  const items = rules.filter(({ type }) => type === "list").map(({ items }) => JSON_TYPES[items]);
  const values = unique(rules.flatMap(({ values = [] }) => values));
  return {
    ...typed(types.length > 0 ? types : ["string"]),
    ...(items.length > 0 && { items: typed(items) }),
    ...(values.length > 0 && items.length === 0 && { examples: values }),
    description: fieldDescription(name, owners, collections.length),
  };
}

function fieldDescription(name: string, owners: readonly Collection[], count: number): string {
  const saidBy = ({ fields }: Collection) =>
    fields[name]?.description ?? `The \`${name}\` of the note.`;
  const [said = "", ...others] = unique(owners.map(saidBy));
  const isShared = owners.length === count;
  if (others.length > 0) {
    const each = owners.map((owner) => `In \`${owner.name}\`: ${saidBy(owner)}`);
    return [...each, isShared ? "Absent from notes without it." : "Absent elsewhere."].join(" ");
  }
  return `${said} ${isShared ? "Absent from notes without it." : `Only notes of ${inWords(owners)} have it.`}`;
}

function problemDetails(): object {
  const properties = {
    type: {
      ...text("Identifies the kind of problem: refers to its example in this document."),
      format: "uri-reference",
    },
    title: text("The kind of problem in a few words, the same for every problem of this kind."),
    status: { ...integer("The status code of the response."), minimum: 400, maximum: 599 },
    detail: text("What is wrong with this request, in a sentence or two."),
    instance: text("The path that was asked for."),
    suggestions: {
      ...list("Paths to ask for instead: those of the nearest notes.", text("A path.")),
      maxItems: 3,
    },
    addresses: list(
      "The paths that exist, as URI templates (RFC 6570).",
      text("A path, or a template for paths."),
    ),
  };
  const optional = ["instance", "suggestions", "addresses"];
  return object("An error, as a problem document (RFC 9457).", properties, optional);
}

function object(
  description: string,
  properties: Record<string, object>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { description, type: "object", properties, required };
}

function list(description: string, items: object) {
  return { description, type: "array", items };
}

function text(description: string) {
  return { description, type: "string" };
}

function integer(description: string) {
  return { description, type: "integer", minimum: 0 };
}

function typed(types: readonly string[]): object {
  const [first, ...others] = unique(types);
  return { type: others.length > 0 ? [first, ...others] : first };
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` };
}

/** The names as code: "`a`, `b` and `c`". */
function inWords(collections: readonly Collection[]): string {
  const names = collections.slice(0, MOST_NAMES).map(({ name }) => `\`${name}\``);
  if (names.length < collections.length) names.push("others");
  return new Intl.ListFormat("en-GB").format(names);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
