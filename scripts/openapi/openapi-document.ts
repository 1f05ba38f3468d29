import {
  API_BASE,
  LIST_ADDRESS,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEM_TYPES,
  type ProblemName,
  problemTypeUri,
} from "../../worker/contract/problems.ts";
import { MAX_QUERY_LENGTH } from "../../worker/contract/search-response.ts";
import { HEADERS, type HeaderName } from "./headers.ts";
import { SCHEMAS } from "./schemas.ts";

const ALWAYS: readonly HeaderName[] = [
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "X-Content-Type-Options",
  "Cross-Origin-Resource-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "RateLimit-Policy",
  "RateLimit",
];
const CACHED: readonly HeaderName[] = [...ALWAYS, "ETag", "Cache-Control"];
const UNCACHED: readonly HeaderName[] = [...ALWAYS, "Cache-Control"];

/** What a caller has to know of each kind of problem, beside its title. */
const PROBLEM_DESCRIPTIONS: Record<ProblemName, string> = {
  MissingQuery: "`q` is missing or blank.",
  OverlongQuery: `\`q\` has more than ${MAX_QUERY_LENGTH} characters (code points, after trimming).`,
  UndecodableAddress: "The percent-encoding of the path or of `q` is malformed or is not UTF-8.",
  NoteNotFound: "No note has this route; `suggestions` holds the addresses of the nearest ones.",
  AddressNotFound:
    "The API has no such address. Another case, another slash or a missing `.json` is another address. `addresses` holds those there are.",
  MethodNotAllowed: "A method other than GET, HEAD and OPTIONS, at any address.",
  TooManyRequests: "The caller's address is over the limit. Wait for `Retry-After` seconds.",
  InternalError: "The server failed. The cause is in its log, not here.",
};

/** The OpenAPI 3.1 description of the API: every address, status, header and body. */
export function openApiDocument(): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Notes reference API",
      version: "1.0.0",
      summary: "A static collection of reference notes as JSON: list, fetch, search.",
      description:
        "Read-only, public, without key or account. Every spelling of an address that RFC 3986 calls equivalent reaches the same note. `/api/v1/` only gains: fields and addresses may be added, none is removed, renamed or retyped.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "../..", description: "The server that this document came from." }],
    security: [],
    tags: [{ name: "notes", description: "The collection, its notes and the search in it." }],
    paths: {
      [LIST_ADDRESS]: listPath(),
      [`${API_BASE}/notes/{route}.json`]: notePath(),
      [SEARCH_ADDRESS]: searchPath(),
      [OPENAPI_ADDRESS]: documentPath(),
    },
    components: components(),
  };
}

function listPath(): object {
  return path(
    "Notes",
    "List all notes",
    "Every note with its route and light metadata, ordered by route, by code point.",
    success("NoteList", "All notes."),
  );
}

function notePath(): object {
  return path(
    "Note",
    "Get one note",
    "The full note. To build its address, take the route of a note and append `.json` under `/api/v1/notes`.",
    {
      ...success("FullNote", "The note."),
      "400": response("UndecodableAddress"),
      "404": response("NoteNotFound"),
    },
    [
      {
        name: "route",
        in: "path",
        required: true,
        description:
          "The route without its leading slash, possibly several segments. The slashes between them are not encoded; `+` and `%2B` are the same letter.",
        schema: { type: "string" },
        example: "terms/data-structures/hash-table",
      },
    ],
  );
}

function searchPath(): object {
  return path(
    "Search",
    "Search notes",
    'Matches titles, summaries and tags, best first, at most 50. The text of the notes is not searched. `q` may hold "exact phrases", `-word`, `tag:`, `collection:`, `domain:` and `category:`.',
    {
      ...success("SearchResponse", "The matching notes; none is not an error."),
      "400": {
        description: `${PROBLEM_DESCRIPTIONS.MissingQuery} Or: ${PROBLEM_DESCRIPTIONS.OverlongQuery} Or: ${PROBLEM_DESCRIPTIONS.UndecodableAddress}`,
        headers: references(UNCACHED),
        content: problemContent(["MissingQuery", "OverlongQuery", "UndecodableAddress"]),
      },
    },
    [
      {
        name: "q",
        in: "query",
        required: true,
        description: `The search text, a form value: \`+\` is a space. At most ${MAX_QUERY_LENGTH} characters. Given twice, the first counts.`,
        schema: { type: "string", minLength: 1 },
        example: "hash table",
      },
    ],
  );
}

function documentPath(): object {
  return path("OpenApi", "Get this document", "The description of the API.", {
    "200": {
      description: "This document.",
      headers: references(CACHED),
      content: { "application/json": { schema: { type: "object" } } },
    },
  });
}

function components(): object {
  return {
    schemas: SCHEMAS,
    examples: Object.fromEntries(problemNames().map((name) => [name, problemExample(name)])),
    headers: HEADERS,
    responses: {
      ...Object.fromEntries(SHARED_PROBLEMS.map((name) => [name, problemResponse(name)])),
      NotModified: {
        description: "The client's copy, named in `If-None-Match`, is still good.",
        headers: references(CACHED),
      },
      Preflight: {
        description: "Answers a browser's preflight. It does not count against the limit.",
        headers: references([
          ...UNCACHED,
          "Access-Control-Allow-Methods",
          "Access-Control-Allow-Headers",
          "Access-Control-Max-Age",
        ]),
      },
    },
  };
}

/** The problems that are a response of their own; those of `q` share one. */
const SHARED_PROBLEMS = [
  "UndecodableAddress",
  "NoteNotFound",
  "AddressNotFound",
  "MethodNotAllowed",
  "TooManyRequests",
  "InternalError",
] as const satisfies ProblemName[];

/** Answers that have nothing to do with what is asked for. */
const ANYWHERE = {
  "405": response("MethodNotAllowed"),
  "414": { description: "The address is longer than the platform takes; the API never sees it." },
  "429": response("TooManyRequests"),
  "500": response("InternalError"),
};

function path(
  name: string,
  summary: string,
  description: string,
  own: Record<string, object>,
  parameters: object[] = [],
): object {
  const responses = {
    "404": response("AddressNotFound"),
    ...own,
    "304": response("NotModified"),
    ...ANYWHERE,
  };
  const operation = { tags: ["notes"], summary, description, responses };
  const withoutBody = Object.fromEntries(
    Object.entries(responses).map(([status, of]) => [status, bodiless(of)]),
  );
  return {
    ...(parameters.length > 0 && { parameters }),
    get: { operationId: `get${name}`, ...operation },
    head: {
      operationId: `head${name}`,
      ...operation,
      summary: `${summary}: headers only`,
      responses: withoutBody,
    },
    options: {
      operationId: `options${name}`,
      tags: ["notes"],
      summary: `${summary}: preflight`,
      description: "What a browser asks before a request that is not simple.",
      responses: { "204": response("Preflight"), "414": ANYWHERE["414"] },
    },
  };
}

function bodiless(of: object): object {
  if (!("$ref" in of)) return { ...of, content: undefined };
  return of;
}

function success(schema: keyof typeof SCHEMAS, description: string): Record<string, object> {
  return {
    "200": {
      description,
      headers: references(CACHED),
      content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
    },
  };
}

function problemResponse(name: ProblemName): object {
  const extra: HeaderName[] =
    name === "TooManyRequests" ? ["Retry-After"] : name === "MethodNotAllowed" ? ["Allow"] : [];
  return {
    description: PROBLEM_DESCRIPTIONS[name],
    headers: references([...UNCACHED, ...extra]),
    content: problemContent([name]),
  };
}

function problemContent(names: readonly ProblemName[]): object {
  const examples = names.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  return {
    [PROBLEM_CONTENT_TYPE]: {
      schema: { $ref: "#/components/schemas/ProblemDetails" },
      examples: Object.fromEntries(examples),
    },
  };
}

/** What the `type` of a problem document refers to. */
function problemExample(name: ProblemName): object {
  const { status, title } = PROBLEM_TYPES[name];
  const detail = PROBLEM_DESCRIPTIONS[name];
  return {
    summary: title,
    description: detail,
    value: { type: problemTypeUri(name), title, status, detail },
  };
}

function problemNames(): ProblemName[] {
  return Object.keys(PROBLEM_TYPES) as ProblemName[];
}

function references(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function response(name: ProblemName | "NotModified" | "Preflight"): object {
  return { $ref: `#/components/responses/${name}` };
}
