import {
  API_BASE,
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import type { Route } from "../../worker/contract/route.ts";
import { MAX_QUERY_LENGTH } from "../../worker/contract/search-response.ts";
import type { Collection } from "../note.ts";
import {
  type DistFile,
  digestsFile,
  listFile,
  noteDigest,
  noteFile,
  type PublishedNote,
} from "./emit.ts";
import { type HeaderName, headers, reference, sharedComponents } from "./openapi-responses.ts";
import { type SchemaName, schemas } from "./openapi-schemas.ts";

/** The note that the examples show, and its file. */
export interface ExampleNote {
  note: PublishedNote;
  file: DistFile;
}

/** Stands in where no note is published. */
const MADE_UP: PublishedNote = {
  route: "/languages/python" as Route,
  title: "Python",
  collection: { name: "languages", list: [], full: [] },
  tags: ["scripting"],
  summary: "A general-purpose language with few rules and many libraries.",
  fields: {},
};

/** Characters of a note's text that the example shows at most: whole paragraphs, if one fits. */
const EXCERPT = /^.{0,500}(?=\n\n|$)|^.{0,500}/su;

const DESCRIPTION = `
A read-only interface to a public collection of notes. A note is a Markdown text with a title, tags and a short summary. Its \`route\`, such as \`/languages/python\`, identifies it: search or list the notes to find routes, then get a note by its route to read its text. There is no key and no account.

Every address also answers HEAD, as GET but without the body, and OPTIONS, which answers 204 with the headers of a CORS preflight and does not count against the limit. Scripts on pages of any origin may call the API and read its headers.

Every 200 has an \`ETag\`. Send it back in \`If-None-Match\`, and the answer is 304 without a body for as long as nothing has changed. A client address may make a limited number of requests a minute, 60 unless the owner chose another limit: \`X-RateLimit-Remaining\` says how many are left, and after a 429 \`Retry-After\` says how many seconds to wait.

Every error is a problem document (RFC 9457) whose \`detail\` says what is wrong with the request. Under \`${API_BASE}/\` fields and addresses may be added; none is removed, renamed or retyped.
`.trim();

/** The note that makes the best example: the first of those with the deepest routes. */
export function pickExample<T extends { route: Route }>(notes: readonly T[]): T | undefined {
  const depth = ({ route }: T) => route.split("/").length;
  let best = notes[0];
  for (const note of notes) if (best && depth(note) > depth(best)) best = note;
  return best;
}

/**
 * The OpenAPI 3.1 description of the API: an operation for each thing one can do, with the fields
 * that the collections declare and examples from the built notes.
 *
 * @param collections in the order in which descriptions name them
 * @param example undefined where no note is published
 */
export function openApiDocument(
  collections: readonly Collection[],
  example: ExampleNote = { note: MADE_UP, file: noteFile(MADE_UP, "It appeared in 1991.\n") },
): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Notes reference API",
      version: "1.0.0",
      summary: "A public collection of notes as JSON: search, list, read, see what changed.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    // What this resolves to does not end in a slash, so appending a path is enough. Resolved against
    // the origin instead of the document's address, it leads to the same place: dots stop at the root.
    servers: [{ url: `../..${API_BASE}`, description: "The server that this document is from." }],
    security: [],
    tags: [{ name: "notes", description: "The notes, and the search in them." }],
    paths: paths(example),
    components: { schemas: schemas(collections), ...sharedComponents(example.note.route) },
  };
}

function paths({ note, file }: ExampleNote): Record<string, object> {
  const { route, title, summary } = note;
  const full: { markdown: string } = parsed(file);
  const markdown = EXCERPT.exec(full.markdown)?.[0];
  return {
    [below(LIST_ADDRESS)]: operation({
      id: "listNotes",
      summary: "List all notes",
      description:
        "Returns every note with its route, title, collection, tags and summary, but without its text, ordered by route. One request is enough: there are no pages.",
      ok: success(
        "NoteList",
        "All notes.",
        "A list of one note.",
        parsed(listFile([note])),
        "Link",
      ),
      others: { "304": reference("ListNotModified") },
    }),
    "/notes/{route}.json": operation({
      id: "getNote",
      summary: "Get one note with its text",
      description:
        "Returns one note with its whole text as Markdown. Links between notes are ordinary Markdown links to routes, such as `[Hash table](/terms/data-structures/hash-table)`: to follow one, get the note with that route.",
      parameter: {
        name: "route",
        in: "path",
        description:
          "The `route` of the note without its leading slash, as in the list, in search results or in a link of another note. It may hold slashes, which may be sent as they are or as `%2F`.",
        schema: { type: "string", minLength: 1, pattern: "^[^/]" },
        example: route.slice(1),
      },
      ok: success("FullNote", "The note.", "A note. A long text is cut short here.", {
        ...full,
        markdown,
      }),
      others: { "400": reference("UndecodableAddress"), "404": reference("NoteNotFound") },
    }),
    [below(SEARCH_ADDRESS)]: operation({
      id: "searchNotes",
      summary: "Search titles, summaries and tags",
      description:
        "Returns the notes that match best, best first, at most 50. Titles, summaries and tags are searched, the texts of the notes are not: to read one, get the note by the route of a result. Case and accents do not matter, words also match as the beginning of longer words, and misspelled words find the nearest ones. No match is not an error: `results` is empty then.",
      parameter: {
        name: "q",
        in: "query",
        description: `The words to search for, as a person would type them. \`"words in a row"\` finds a phrase, \`-word\` excludes notes with a word, \`tag:word\` finds notes by tag. At most ${MAX_QUERY_LENGTH} characters.`,
        schema: { type: "string", minLength: 1, maxLength: MAX_QUERY_LENGTH },
        example: title,
      },
      ok: success("SearchResponse", "The notes found.", "A search for the title of a note.", {
        query: title,
        count: 1,
        results: [{ route, title, summary }],
      }),
      others: { "400": reference("InvalidQuery") },
    }),
    [below(DIGESTS_ADDRESS)]: operation({
      id: "getDigests",
      summary: "See which notes changed",
      description:
        "Returns a digest of every note. A copy of the notes is up to date if it has the same digests: get the notes whose digest is new or different, and delete those whose route is gone. With `If-None-Match`, one request is enough where nothing changed.",
      ok: success(
        "Digests",
        "The digest of every note.",
        "The digest of one note.",
        parsed(digestsFile([{ route, digest: noteDigest(file) }])),
      ),
    }),
  };
}

function parsed({ bytes }: DistFile) {
  return JSON.parse(Buffer.from(bytes).toString());
}

/** An address as a path of the document, which starts below the server's. */
function below(address: string): string {
  return address.slice(API_BASE.length);
}

interface Operation {
  id: string;
  summary: string;
  description: string;
  parameter?: { name: string; in: "path" | "query"; description: string } & Record<string, unknown>;
  ok: object;
  others?: Record<string, object>;
}

function operation({ id, summary, description, parameter, ok, others }: Operation): object {
  return {
    get: {
      operationId: id,
      tags: ["notes"],
      summary,
      description,
      ...(parameter && { parameters: [{ ...parameter, required: true }] }),
      responses: {
        "200": ok,
        "304": reference("NotModified"),
        "404": reference("AddressNotFound"),
        "405": reference("MethodNotAllowed"),
        "414": { description: "The address is longer than the server accepts." },
        "429": reference("TooManyRequests"),
        "500": reference("InternalError"),
        ...others,
      },
    },
  };
}

function success(
  schema: SchemaName,
  description: string,
  summary: string,
  value: unknown,
  ...own: HeaderName[]
): object {
  return {
    description,
    headers: headers("ETag", ...own),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: { [schema]: { summary, value } },
      },
    },
  };
}
