import {
  API_BASE,
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  NOTES_FOLDER,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "../../worker/contract/problems.ts";
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

/** The note that makes the best example: of those with the deepest routes the first one. */
export function pickExample<T extends { route: Route }>(notes: readonly T[]): T | undefined {
  const depth = ({ route }: T) => route.split("/").length;
  const isBetter = (note: T, than: T) =>
    depth(note) - depth(than) || compareCodePoints(than.route, note.route);
  return notes.reduce<T | undefined>(
    (best, note) => (best === undefined || isBetter(note, best) > 0 ? note : best),
    undefined,
  );
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
    // Neither this nor what it resolves to ends in a slash, so that appending a path is enough. Above
    // the root there is nothing: it also resolves against the origin alone.
    servers: [{ url: `../..${API_BASE}`, description: "The server that this document is from." }],
    security: [],
    tags: [{ name: "notes", description: "The notes, and the search in them." }],
    paths: paths(example),
    components: {
      schemas: schemas(collections),
      examples: problemExamples(example.note.route),
      headers: HEADERS,
      responses: responses(),
    },
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
      others: { "304": notModified("Link") },
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

function notModified(...own: HeaderName[]): object {
  return {
    description: "The copy that the client named in `If-None-Match` is still good.",
    headers: headers("ETag", ...own),
  };
}

/** Each response that is not of one operation alone. */
function responses(): Record<string, object> {
  return {
    NotModified: notModified(),
    InvalidQuery: problemResponse(["MissingQuery", "OverlongQuery", "UndecodableAddress"]),
    UndecodableAddress: problemResponse(["UndecodableAddress"]),
    NoteNotFound: problemResponse(["NoteNotFound"]),
    AddressNotFound: problemResponse(["AddressNotFound"], "Link"),
    MethodNotAllowed: problemResponse(["MethodNotAllowed"], "Allow"),
    TooManyRequests: problemResponse(["TooManyRequests"], "Retry-After"),
    InternalError: problemResponse(["InternalError"]),
  };
}

/** When each kind of problem is the answer. */
const CONDITIONS: Record<ProblemName, string> = {
  MissingQuery: "`q` is missing or blank.",
  OverlongQuery: `\`q\` has more than ${MAX_QUERY_LENGTH} characters (code points, after trimming).`,
  UndecodableAddress: "The percent-encoding of the path or of `q` is malformed or is not UTF-8.",
  NoteNotFound: "No note has this route. `suggestions` holds the addresses of the nearest ones.",
  AddressNotFound:
    "The API has no such address; `addresses` holds those that exist. Another case, another slash or a missing `.json` is another address.",
  MethodNotAllowed: "The method is not GET, HEAD or OPTIONS.",
  TooManyRequests:
    "The client made more requests than the limit allows. After `Retry-After` seconds a request is accepted.",
  InternalError: "The server failed. The cause is in its log, not in the response.",
};

function problemResponse(names: readonly ProblemName[], ...own: HeaderName[]): object {
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  return {
    description: names.map((name) => CONDITIONS[name]).join(" Or: "),
    headers: headers(...own),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: { $ref: "#/components/schemas/ProblemDetails" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** What the `type` of each problem document refers to. @param route that of a note, which one example misspells */
function problemExamples(route: Route): Record<string, object> {
  const misspelled = `${route}${[...route].at(-1)}` as Route;
  const members: Record<ProblemName, Omit<ProblemDetails, "type" | "title" | "status">> = {
    MissingQuery: { detail: "Put the search text into the parameter q, as in ?q=hash+table." },
    OverlongQuery: {
      detail: `The parameter q must not be longer than ${MAX_QUERY_LENGTH} characters.`,
    },
    UndecodableAddress: {
      detail:
        "Every % in an address must be followed by two hexadecimal digits, and the bytes must be UTF-8.",
    },
    NoteNotFound: {
      detail: `There is no note at ${misspelled}.`,
      instance: noteAddress(misspelled),
      suggestions: [noteAddress(route)],
    },
    AddressNotFound: {
      detail: "There is nothing at this address. `addresses` lists what there is.",
      instance: `${API_BASE}/note.json`,
      addresses: [
        LIST_ADDRESS,
        `${NOTES_FOLDER}{+route}.json`,
        `${SEARCH_ADDRESS}{?q}`,
        OPENAPI_ADDRESS,
        DIGESTS_ADDRESS,
      ],
    },
    MethodNotAllowed: { detail: "The API is read-only. It answers GET, HEAD, OPTIONS." },
    TooManyRequests: {
      detail:
        "The request limit for an IP address, or for an IPv6 /64 network, is 60 in any 60 s. Retry after 12 s.",
    },
    InternalError: { detail: "The server failed to answer. Try again later." },
  };
  const examples = Object.entries(PROBLEM_TYPES).map(([key, { status, title }]) => {
    const name = key as ProblemName;
    const value = { type: problemTypeUri(name), title, status, ...members[name] };
    return [name, { summary: title, value }];
  });
  return Object.fromEntries(examples);
}

const integer = (minimum: number) => ({ type: "integer", minimum });
const text = (example: string) => ({ type: "string", examples: [example] });

const SHARED_HEADERS = {
  "Access-Control-Allow-Origin": header("Pages of any origin may call the API.", { const: "*" }),
  "Access-Control-Expose-Headers": header(
    "The headers that a script on a page of another origin may read.",
    text("ETag, Retry-After"),
  ),
  "X-Content-Type-Options": header("The body is what `Content-Type` says.", { const: "nosniff" }),
  "Cross-Origin-Resource-Policy": header("Pages of any origin may embed the response.", {
    const: "cross-origin",
  }),
  "X-Version": header(
    "The deployed version of the service that answers.",
    text("3f1c2a9e-5b7d-4c80-9e21-7a6b5c4d3e2f"),
  ),
  "X-RateLimit-Limit": header("Requests that a client may make in a minute.", integer(1)),
  "X-RateLimit-Remaining": header("Requests that the client may still make now.", integer(0)),
  "RateLimit-Policy": header(
    "The limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-11).",
    text('"default";q=60;w=60'),
  ),
  RateLimit: header(
    "What is left of the limit: `r` requests, and more in `t` seconds.",
    text('"default";r=59;t=60'),
  ),
  "Cache-Control": header("How long the response may be reused.", text("public, max-age=300")),
};

const HEADERS = {
  ...SHARED_HEADERS,
  ETag: header("Identifies this version of the body.", text('"3a7bd3e2360a3d29"')),
  "Retry-After": header("Seconds after which a request is accepted again.", integer(1)),
  Allow: header("The methods that every address answers.", text("GET, HEAD, OPTIONS")),
  Link: header(
    "Where this document is (RFC 8631).",
    text(`<${OPENAPI_ADDRESS}>; rel="service-desc"`),
  ),
};

function header(description: string, schema: object): object {
  return { description, required: true, schema };
}

type HeaderName = keyof typeof HEADERS;

/** The headers of a response: those of every one, and its own. */
function headers(...own: HeaderName[]): object {
  const names = [...Object.keys(SHARED_HEADERS), ...own];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function reference(response: string): object {
  return { $ref: `#/components/responses/${response}` };
}
