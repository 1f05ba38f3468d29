import { noteAddress, OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import { fullNoteFields, RESERVED_FIELDS, summaryFields } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { ApiInfo, Collection, FieldRule } from "../config/config.ts";
import type { Note } from "../notes/parsed-file.ts";
import { type DistFile, digestsFile, linksFile, listFile, noteFile } from "./dist-files.ts";
import { OPENAPI_TEMPLATE } from "./openapi-template.ts";

interface NoteSchema {
  required: string[];
  properties: Record<string, object>;
}

/** The parts of the document that are filled in. */
interface OpenApiDocument {
  info: ApiInfo & { description: string };
  paths: Record<
    string,
    { get: { description: string; parameters?: { name: string; example: string }[] } }
  >;
  components: {
    schemas: Record<"NoteSummary" | "FullNote", NoteSchema>;
    examples: Record<string, { value: object }>;
  };
}

const JSON_TYPES = { text: "string", number: "number", boolean: "boolean", list: "array" } as const;

const TEXT: FieldRule = { type: "text", items: "text", required: false };

const OPENAPI_PATH = OPENAPI_ADDRESS.slice(1);

/** Maximum number of collections that a description names; a vault may have one for each of many folders. */
const MAX_NAMES = 12;

/**
 * The OpenAPI description of the API: the template with the owner's description of it, with the fields that the
 * collections declare, and with examples from one of the notes.
 *
 * @param collections in the order in which descriptions name them
 * @param digests by route, in the order of the list
 * @param listBytes size of the list
 * @param links from routes to the routes that they link to, of which the first is the example
 */
export function openApiFile(
  { description, site: _, ...api }: ApiInfo,
  collections: readonly Collection[],
  notes: readonly Note[],
  digests: ReadonlyMap<Route, string>,
  links: ReadonlyMap<Route, readonly Route[]>,
  listBytes: number,
): DistFile {
  const note = pickExample(notes);
  // Then nothing is written.
  if (note === undefined) return { path: OPENAPI_PATH, bytes: new Uint8Array() };
  const document = withExample(OPENAPI_TEMPLATE, note);
  const about = description ? `${description}\n\n` : "";
  Object.assign(document.info, api, { description: about + document.info.description });
  const { get } = document.paths["/notes.json"]!;
  get.description += ` It has ${size(notes.length, "note")} and ${size(Math.ceil(listBytes / 1000), "kB")}.`;
  declareFields(document, collections);
  showNote(document, note, digests.get(note.route) ?? "", new Map([...links].slice(0, 1)));
  return { path: OPENAPI_PATH, bytes: Buffer.from(JSON.stringify(document)) };
}

/** A number and what it counts: `1,234 notes`. */
function size(count: number, unit: string): string {
  const plural = unit === "note" && count !== 1 ? "s" : "";
  return `${count.toLocaleString("en-GB")} ${unit}${plural}`;
}

/** Names a real note wherever the text of the document names a made-up one. */
function withExample(document: object, { title, route }: Note): OpenApiDocument {
  const name = (text: string) =>
    text
      .replaceAll("[Python](/languages/python)", () => `[${title}](${route})`)
      .replaceAll("/languages/python", () => route);
  const rename = (_: string, value: unknown) => (typeof value === "string" ? name(value) : value);
  return JSON.parse(JSON.stringify(document, rename));
}

/** The best note for an example: the first of those with the deepest routes. */
function pickExample(notes: readonly Note[]): Note | undefined {
  const depths = notes.map(({ route }) => route.split("/").length);
  const deepest = depths.reduce((most, depth) => Math.max(most, depth), 0);
  return notes[depths.indexOf(deepest)];
}

/** Fills in the examples. */
function showNote(
  { paths, components }: OpenApiDocument,
  note: Note,
  digest: string,
  links: ReadonlyMap<Route, readonly Route[]>,
): void {
  const { route, title, summary } = note;
  const { examples } = components;
  const misspelled = `${route}${[...route].at(-1)}` as Route;
  const full = jsonOf(noteFile(note, `# ${title}\n\n${summary}\n`));
  const values = {
    NoteList: jsonOf(listFile([note])),
    FullNote: full,
    Part: { notes: [full] },
    SearchResponse: { query: title, count: 1, results: [{ route, title, summary }] },
    Digests: jsonOf(digestsFile(new Map([[route, digest]]), 1)),
    Links: jsonOf(linksFile(links)),
    NoteNotFound: {
      ...examples.NoteNotFound?.value,
      detail: `There is no note at ${misspelled}.`,
      instance: noteAddress(misspelled),
      suggestions: [noteAddress(route)],
    },
  };
  for (const [name, value] of Object.entries(values)) examples[name] = { ...examples[name], value };
  const parameters: Record<string, string> = { route: route.slice(1), q: title };
  for (const parameter of Object.values(paths).flatMap(({ get }) => get.parameters ?? [])) {
    parameter.example = parameters[parameter.name] ?? parameter.example;
  }
}

function jsonOf({ bytes }: DistFile) {
  return JSON.parse(Buffer.from(bytes).toString());
}

/**
 * Lists the fields of the two forms of a note, in the order of the responses: the document describes those that every
 * note has, under the full note, and the collections the others.
 */
function declareFields({ components }: OpenApiDocument, collections: readonly Collection[]): void {
  const { NoteSummary, FullNote } = components.schemas;
  const description = `The collection that the note belongs to. Collections: ${inWords(collections)}.`;
  const { properties } = FullNote;
  properties.collection = { ...properties.collection, description };
  const fill = (schema: NoteSchema, names: readonly string[]) => {
    const schemaOf = (name: string) =>
      Object.hasOwn(properties, name) &&
      !collections.some(({ fields }) => Object.hasOwn(fields, name))
        ? properties[name]
        : field(name, collections);
    schema.required = names.filter((name) => RESERVED_FIELDS.includes(name));
    schema.properties = Object.fromEntries(names.map((name) => [name, schemaOf(name)!]));
  };
  fill(NoteSummary, summaryFields(unique(collections.flatMap(({ list }) => list))));
  fill(FullNote, fullNoteFields(unique(collections.flatMap(({ full }) => full))));
}

/** The schema of a declared field, merged from all collections that declare it. */
function field(name: string, collections: readonly Collection[]): object {
  const owners = collections.filter(({ list, full }) => list.includes(name) || full.includes(name));
  // A field that some collections declare and others have without, such as `updated`, is text in the others.
  const rules = owners.map(({ fields }) => fields[name] ?? TEXT);
  const types = unique(rules.map(({ type }) => JSON_TYPES[type]));
  const lists = rules.filter(({ type }) => type === "list");
  const items = unique(lists.map(({ items }) => JSON_TYPES[items]));
  const values = unique(rules.flatMap(({ values = [] }) => values));
  return {
    type: oneOrAll(types),
    ...(items.length > 0 && { items: { type: oneOrAll(items) } }),
    ...(values.length > 0 && items.length === 0 && { examples: values }),
    description: fieldDescription(name, owners, collections.length),
  };
}

function fieldDescription(name: string, owners: readonly Collection[], count: number): string {
  const saidBy = ({ fields }: Collection) =>
    fields[name]?.description ?? `The \`${name}\` of the note.`;
  const [said = "", ...others] = unique(owners.map(saidBy));
  const isOne = others.length === 0;
  const what = isOne ? [said] : owners.map((owner) => `In \`${owner.name}\`: ${saidBy(owner)}`);
  const where = isOne ? `Only notes of ${inWords(owners)} have it.` : "Absent from other notes.";
  return [...what, owners.length === count ? "Absent from notes without it." : where].join(" ");
}

function oneOrAll<T>(values: readonly T[]): T | undefined | readonly T[] {
  return values.length > 1 ? values : values[0];
}

/** The names as code: "`a`, `b` and `c`". */
function inWords(collections: readonly Collection[]): string {
  const names = collections.slice(0, MAX_NAMES).map(({ name }) => `\`${name}\``);
  if (names.length < collections.length) names.push("others");
  return new Intl.ListFormat("en-GB").format(names);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
