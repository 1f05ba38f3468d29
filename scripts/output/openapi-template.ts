import { ADDRESSES } from "../../worker/contract/addresses.ts";
import { PROBLEM_TYPES, type ProblemName, problemTypeUri } from "../../worker/contract/problems.ts";

const ref = (path: string) => ({ $ref: `#/components/${path}` });

const header = (description: string, schema: object = { type: "string" }) => ({
  description,
  required: true,
  schema,
});

/** A successful response. @param name of its schema and of its example */
const success = (description: string, name: string, headers: object = SUCCESS_HEADERS) => ({
  description,
  headers,
  content: {
    "application/json": {
      schema: ref(`schemas/${name}`),
      examples: { [name]: ref(`examples/${name}`) },
    },
  },
});

/** A schema. @param required the names of the properties that it always has; default: all */
const object = (description: string, properties: object, required = Object.keys(properties)) => ({
  description,
  type: "object",
  required,
  properties,
});

const text = (description: string, more: object = {}) => ({ description, type: "string", ...more });

const count = (description: string, more: object = {}) => {
  return { description, type: "integer", minimum: 0, ...more };
};

const list = (description: string, items: object, more: object = {}) => {
  return { description, type: "array", items, ...more };
};

/** An object of any keys. */
const map = (description: string, additionalProperties: object) => {
  return { description, type: "object", additionalProperties };
};

/** An error. @param kinds names of its examples */
const problem = (description: string, headers: object, ...kinds: string[]) => ({
  description,
  headers,
  content: {
    "application/problem+json": {
      schema: ref("schemas/ProblemDetails"),
      examples: Object.fromEntries(kinds.map((kind) => [kind, ref(`examples/${kind}`)])),
    },
  },
});

/** The example of a kind of problem, to which the `type` of a problem document refers. */
const kind = (name: ProblemName, more: object = {}) => {
  const { title, status, detail } = PROBLEM_TYPES[name];
  const value = { type: problemTypeUri(name), title, status, detail, ...more };
  return { [name]: { summary: title, value } };
};

/** Of every response. */
const HEADERS = {
  "X-Version": ref("headers/X-Version"),
  "X-RateLimit-Limit": ref("headers/X-RateLimit-Limit"),
  "X-RateLimit-Remaining": ref("headers/X-RateLimit-Remaining"),
  "Cache-Control": ref("headers/Cache-Control"),
};

/** Of every 200 and 304. */
const SUCCESS_HEADERS = { ...HEADERS, ETag: ref("headers/ETag") };

const LINK = ref("headers/Link");

/** Of every operation, unless it has another one. */
const RESPONSES = {
  "304": ref("responses/NotModified"),
  "404": ref("responses/AddressNotFound"),
  "405": ref("responses/MethodNotAllowed"),
  "429": ref("responses/TooManyRequests"),
  "500": ref("responses/InternalError"),
};

interface Operation {
  summary: string;
  description: string;
  parameters?: object[];
  /** Besides `RESPONSES`. */
  responses: object;
}

/** A GET. */
const operation = (operationId: string, { responses, ...own }: Operation) => ({
  get: { operationId, tags: ["notes"], ...own, responses: { ...RESPONSES, ...responses } },
});

const ROUTE = text(
  "The path that identifies the note, such as `/languages/python`. Without the leading slash, it is the parameter of `getNote`.",
  { pattern: "^/" },
);

const TITLE = text("The display title of the note.");

const COLLECTION = text("The collection that the note belongs to.");

const TAGS = list(
  "The topics of the note, each a word or a few words; empty if it has none. Searching for `tag:` followed by a tag finds the notes that have it.",
  text("A topic."),
);

const SUMMARY = text(
  "A short description of the note in plain text, usually one or a few sentences.",
);

const NOT_MODIFIED = "The copy that `If-None-Match` identifies is still up to date.";

/**
 * The description of the API. Each build fills in what depends on the notes (`openapi.ts`): the fields that collections
 * declare, the owner's description of the API, the examples, and a real note in place of the one that descriptions name.
 */
export const OPENAPI_TEMPLATE = {
  openapi: "3.1.1",
  info: {
    title: "Notes API",
    version: "1.0.0",
    summary: "A public collection of notes as JSON: search, list, read, and see what changed.",
    description: [
      "Read-only access to a public collection of notes. A note is a Markdown text with a title, tags and a short summary, and is identified by its `route`, such as `/languages/python`. Search or list the notes to find routes, then get a note by its route to read its text. No API key and no account are needed.",
      "Every address also answers HEAD, and OPTIONS, which does not count against the rate limit. Scripts on web pages of any origin may call the API and read its headers.",
      "Every 200 has an `ETag`. If you send it back in `If-None-Match`, the response is 304 without a body as long as nothing has changed. The number of requests from one IP address is limited, by default to 60 a minute: `X-RateLimit-Remaining` says how many are left, and after a 429 `Retry-After` says how many seconds to wait. `RateLimit` and `RateLimit-Policy` say the same in the form of an Internet-Draft (draft-ietf-httpapi-ratelimit-headers-11).",
      "The same notes are tools of the Model Context Protocol at `POST /mcp`, beside `/api/v1`.",
      "Every error is a problem document (RFC 9457) whose `detail` says what is wrong with the request. Under `/api/v1/`, fields and addresses may be added; none is removed, renamed or given another type.",
    ].join("\n\n"),
  },
  servers: [{ url: "../../api/v1", description: "The server that this document comes from." }],
  security: [],
  tags: [{ name: "notes", description: "Reading and searching the notes." }],
  paths: {
    "/notes.json": operation("listNotes", {
      summary: "List all notes",
      description:
        "Returns all notes, ordered by route, each with its title, collection, tags and summary but without its text. The list is not paginated: one request returns all of it. To find notes, use `searchNotes` instead, which answers with a small part of this.",
      responses: {
        "200": success("All notes.", "NoteList", { ...SUCCESS_HEADERS, Link: LINK }),
        "304": ref("responses/ListNotModified"),
      },
    }),
    "/notes/{route}.json": operation("getNote", {
      summary: "Get one note with its text",
      description:
        "Use this second, with a route from `searchNotes`. Returns a note with its full text as Markdown, mostly some thousand characters. Links between notes are ordinary Markdown links to routes, such as `[Python](/languages/python)`; to follow one, get the note with that route.",
      parameters: [
        {
          name: "route",
          in: "path",
          description:
            "The note's `route` without its leading slash. Routes are in the list, in search results and in links between notes. Slashes in it may be sent as they are or as `%2F`.",
          required: true,
          schema: { type: "string", minLength: 1, pattern: "^[^/]" },
        },
      ],
      responses: {
        "200": success("The note.", "FullNote"),
        "308": ref("responses/Moved"),
        "400": ref("responses/UndecodableAddress"),
        "404": ref("responses/NoteNotFound"),
      },
    }),
    "/search.json": operation("searchNotes", {
      summary: "Search titles, summaries and tags",
      description:
        "Use this first: it is the way to find notes. Returns the notes that match best, at most 50, best first, each with its title and summary, mostly less than 300 characters. Only titles, summaries and tags are searched, not the text of the notes; to read a note, get it by its route. Case and accents do not matter, a word also matches longer words that begin with it, and misspelled words match the nearest ones. If nothing matches, `results` is empty; that is not an error.",
      parameters: [
        {
          name: "q",
          in: "query",
          description:
            'The words to search for, as a person would type them. `"words in a row"` finds a phrase, `-word` excludes notes with a word, and `tag:word` requires a tag. At most 256 characters.',
          required: true,
          schema: { type: "string", minLength: 1, maxLength: 256 },
        },
      ],
      responses: {
        "200": success("The matching notes.", "SearchResponse"),
        "400": ref("responses/InvalidQuery"),
      },
    }),
    "/digests.json": operation("getDigests", {
      summary: "See which notes changed",
      description:
        "Returns a digest of every note. To keep a copy of the notes up to date, get the notes whose digest is new or different, and delete those whose route is gone. With `If-None-Match`, a single request shows that nothing has changed.",
      responses: { "200": success("The digest of every note.", "Digests") },
    }),
    "/parts/{part}.json": operation("getPart", {
      summary: "Get many notes at once",
      description:
        "Returns consecutive notes in the order of the list, each exactly as `getNote` returns it. The parts in the digests have all notes. Get them for a first copy, check each note by its digest, and from then on get single notes that changed.",
      parameters: [
        {
          name: "part",
          in: "path",
          description: "The number of the part, from 1 to the number of `parts` in the digests.",
          required: true,
          schema: { type: "integer", minimum: 1 },
          example: 1,
        },
      ],
      responses: {
        "200": success("The notes of the part.", "Part"),
        "400": ref("responses/UndecodableAddress"),
      },
    }),
    "/links.json": operation("getLinks", {
      summary: "See which notes link to which",
      description:
        "Returns the links between all notes. Inverted, they give the notes that link to a note, and those to which no note links.",
      responses: { "200": success("The links between notes.", "Links") },
    }),
  },
  components: {
    schemas: {
      FullNote: {
        description: "A note with its text.",
        type: "object",
        required: [],
        properties: {
          route: ROUTE,
          title: TITLE,
          collection: COLLECTION,
          tags: TAGS,
          summary: SUMMARY,
          updated: text("When the note was last changed. Absent if that is not known.", {
            format: "date",
          }),
          markdown: text(
            "The text of the note in Markdown. Links to other notes are Markdown links to their routes.",
          ),
        },
      },
      NoteSummary: { description: "A note without its text.", type: "object", required: [] },
      NoteList: object("All notes.", {
        count: count("Number of notes in `notes`."),
        notes: list(
          "All notes, ordered by the code points of `route`.",
          ref("schemas/NoteSummary"),
        ),
      }),
      SearchResult: object("A note that matches a search.", {
        route: ROUTE,
        title: TITLE,
        summary: SUMMARY,
      }),
      SearchResponse: object("The results of a search.", {
        query: text("The `q` that was searched for, decoded and trimmed."),
        count: count("Number of entries in `results`.", { maximum: 50 }),
        results: list("The matching notes, best first.", ref("schemas/SearchResult"), {
          maxItems: 50,
        }),
      }),
      Digests: object("A digest of every note.", {
        count: count("Number of notes in `digests`."),
        digests: map(
          "Maps the `route` of each note, in the order of the list, to the first 32 hexadecimal digits of the SHA-256 of the response body of `getNote` for it.",
          { type: "string", pattern: "^[0-9a-f]{32}$" },
        ),
        parts: list(
          "References, relative to the address of this response, to the parts, which together have all notes in the order of the list.",
          text("A relative reference.", { format: "uri-reference" }),
        ),
      }),
      Part: object("Some of the notes, in the order of the list.", {
        notes: list(
          "The notes, each with the same bytes as the response body of `getNote` for it. A part has at most 16 MiB.",
          ref("schemas/FullNote"),
        ),
      }),
      Links: object("The links between notes.", {
        count: count("Number of notes in `links`."),
        links: map(
          "Maps the `route` of each note that links to others, in the order of the list, to the routes that its Markdown links to, in order of first appearance, each once, without its own.",
          { type: "array", items: text("A route.", { pattern: "^/" }), minItems: 1 },
        ),
      }),
      Moved: object("Where a note is now.", { location: text("The address of the note.") }),
      ProblemDetails: object(
        "An error, as a problem document (RFC 9457).",
        {
          type: text("Identifies the kind of problem. Refers to an example in this document.", {
            format: "uri-reference",
          }),
          title: text("A short name of the kind of problem, always the same for that kind."),
          status: {
            description: "The HTTP status code of the response.",
            type: "integer",
            minimum: 400,
            maximum: 599,
          },
          detail: text("What is wrong with this request, in a sentence or two."),
          instance: text("The path that was requested."),
          suggestions: list(
            "Paths to try instead, those of notes with such a name or a similar route.",
            text("A path."),
            { maxItems: 3 },
          ),
          addresses: list(
            "All paths that exist, as URI templates (RFC 6570).",
            text("A path or a template for paths."),
          ),
        },
        ["type", "title", "status", "detail"],
      ),
    },
    responses: {
      NotModified: { description: NOT_MODIFIED, headers: SUCCESS_HEADERS },
      ListNotModified: { description: NOT_MODIFIED, headers: { ...SUCCESS_HEADERS, Link: LINK } },
      Moved: {
        description: "A note had this route before; `Location` is its present address.",
        headers: { ...HEADERS, Location: ref("headers/Location") },
        content: { "application/json": { schema: ref("schemas/Moved") } },
      },
      InvalidQuery: problem(
        "`q` is missing or blank, or has more than 256 characters (code points, after trimming).",
        HEADERS,
        "MissingQuery",
        "OverlongQuery",
      ),
      UndecodableAddress: problem(
        "The percent-encoding of the path is malformed or not UTF-8.",
        HEADERS,
        "UndecodableAddress",
      ),
      NoteNotFound: problem(
        "No note has this route. `suggestions` has the addresses of notes with such a name or a similar route.",
        { ...HEADERS, Link: LINK },
        "NoteNotFound",
      ),
      AddressNotFound: problem(
        "There is nothing at this address; `addresses` lists those that exist. A difference in case, an extra slash or a missing `.json` makes a different address.",
        { ...HEADERS, Link: LINK },
        "AddressNotFound",
      ),
      MethodNotAllowed: problem(
        "The method is not GET, HEAD or OPTIONS.",
        { ...HEADERS, Allow: ref("headers/Allow") },
        "MethodNotAllowed",
      ),
      TooManyRequests: problem(
        "The client is over the rate limit. After `Retry-After` seconds, a request is accepted.",
        { ...HEADERS, "Retry-After": ref("headers/Retry-After") },
        "TooManyRequests",
      ),
      InternalError: problem(
        "The server failed. The cause is only in its log.",
        HEADERS,
        "InternalError",
      ),
    },
    headers: {
      "X-Version": header("The deployed version of the service that sent the response."),
      "X-RateLimit-Limit": header(
        "The number of requests that a client may make in one window, by default 60 seconds.",
        { type: "integer", minimum: 0 },
      ),
      "X-RateLimit-Remaining": header(
        "The number of requests that the client can still make now.",
        { type: "integer", minimum: 0 },
      ),
      "Cache-Control": header("How long the response may be cached."),
      ETag: header("Identifies this version of the body."),
      "Retry-After": header("Seconds to wait before the next request.", {
        type: "integer",
        minimum: 1,
      }),
      Allow: header("The methods that every address supports."),
      Location: header("The address to use from now on."),
      Link: header('The address of this document, as `rel="service-desc"` (RFC 8631).'),
    },
    examples: {
      NoteList: { summary: "A list with one note." },
      FullNote: { summary: "A note. Its text is shortened." },
      SearchResponse: { summary: "A search for the title of a note." },
      Digests: { summary: "The digest of one note." },
      Part: { summary: "A part with one note. Its text is shortened." },
      Links: { summary: "A note that links to another." },
      ...kind("MissingQuery"),
      ...kind("OverlongQuery"),
      ...kind("UndecodableAddress"),
      ...kind("NoteNotFound"),
      ...kind("AddressNotFound", { instance: "/api/v1/note.json", addresses: ADDRESSES }),
      ...kind("MethodNotAllowed"),
      ...kind("TooManyRequests", {
        detail:
          "The request limit for an IP address, or for an IPv6 /64 network, is 60 requests in any 60 s. Retry after 12 s.",
      }),
      ...kind("InternalError"),
    },
  },
};
