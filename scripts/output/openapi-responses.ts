import { ADDRESSES, API_BASE, noteAddress } from "../../worker/contract/addresses.ts";
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "../../worker/contract/problems.ts";
import type { Route } from "../../worker/contract/route.ts";
import { MAX_QUERY_LENGTH } from "../../worker/contract/search-response.ts";

/**
 * The components of the document that operations refer to, but for the schemas: responses, their headers, and
 * the examples that the `type` of a problem document refers to.
 *
 * @param route of a note, which one example misspells
 */
export function sharedComponents(route: Route) {
  const problems = problemTable(route);
  const examples = Object.entries(PROBLEM_TYPES).map(([key, { status, title }]) => {
    const name = key as ProblemName;
    const { when: _, ...members } = problems[name];
    const value = { type: problemTypeUri(name), title, status, ...members };
    return [name, { summary: title, value }];
  });
  const response = (names: readonly ProblemName[], ...own: HeaderName[]) => ({
    description: names.map((name) => problems[name].when).join(" Or: "),
    headers: headers(...own),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: { $ref: "#/components/schemas/ProblemDetails" },
        examples: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
        ),
      },
    },
  });
  const kept = "The copy that the client named in `If-None-Match` is still good.";
  const responses = {
    NotModified: { description: kept, headers: headers("ETag") },
    ListNotModified: { description: kept, headers: headers("ETag", "Link") },
    InvalidQuery: response(["MissingQuery", "OverlongQuery", "UndecodableAddress"]),
    UndecodableAddress: response(["UndecodableAddress"]),
    NoteNotFound: response(["NoteNotFound"]),
    AddressNotFound: response(["AddressNotFound"], "Link"),
    MethodNotAllowed: response(["MethodNotAllowed"], "Allow"),
    TooManyRequests: response(["TooManyRequests"], "Retry-After"),
    InternalError: response(["InternalError"]),
  };
  return { examples: Object.fromEntries(examples), headers: HEADERS, responses };
}

interface Problem extends Omit<ProblemDetails, "type" | "title" | "status"> {
  /** The condition under which it is the answer. */
  when: string;
}

/** Each kind of problem, as the service tells it. @param route of a note, which one of them misspells */
function problemTable(route: Route): Record<ProblemName, Problem> {
  const misspelled = `${route}${[...route].at(-1)}` as Route;
  return {
    MissingQuery: {
      when: "`q` is missing or blank.",
      detail: "Put the search text into the parameter q, as in ?q=hash+table.",
    },
    OverlongQuery: {
      when: `\`q\` has more than ${MAX_QUERY_LENGTH} characters (code points, after trimming).`,
      detail: `The parameter q must not be longer than ${MAX_QUERY_LENGTH} characters.`,
    },
    UndecodableAddress: {
      when: "The percent-encoding of the path or of `q` is malformed or is not UTF-8.",
      detail:
        "Every % in an address must be followed by two hexadecimal digits, and the bytes must be UTF-8.",
    },
    NoteNotFound: {
      when: "No note has this route. `suggestions` holds the addresses of the nearest ones.",
      detail: `There is no note at ${misspelled}.`,
      instance: noteAddress(misspelled),
      suggestions: [noteAddress(route)],
    },
    AddressNotFound: {
      when: "The API has no such address; `addresses` holds those that exist. Another case, another slash or a missing `.json` is another address.",
      detail: "There is nothing at this address. `addresses` lists what there is.",
      instance: `${API_BASE}/note.json`,
      addresses: [...ADDRESSES],
    },
    MethodNotAllowed: {
      when: "The method is not GET, HEAD or OPTIONS.",
      detail: "The API is read-only. It answers GET, HEAD, OPTIONS.",
    },
    TooManyRequests: {
      when: "The client is over the limit. After `Retry-After` seconds a request is accepted.",
      detail:
        "The request limit for an IP address, or for an IPv6 /64 network, is 60 in any 60 s. Retry after 12 s.",
    },
    InternalError: {
      when: "The server failed. The cause is in its log, not in the response.",
      detail: "The server failed to answer. Try again later.",
    },
  };
}

const INTEGER = { type: "integer", minimum: 0 };
const TEXT = { type: "string" };

const SHARED_HEADERS = {
  "Access-Control-Allow-Origin": header("Pages of any origin may call the API.", { const: "*" }),
  "Access-Control-Expose-Headers": header("What scripts of other origins may read.", TEXT),
  "X-Content-Type-Options": header("The body is what `Content-Type` says.", { const: "nosniff" }),
  "Cross-Origin-Resource-Policy": header("Any page may embed it.", { const: "cross-origin" }),
  "X-Version": header("The deployed version of the service that answers.", TEXT),
  "X-RateLimit-Limit": header("Requests that a client may make in a minute.", INTEGER),
  "X-RateLimit-Remaining": header("Requests that the client may still make now.", INTEGER),
  "RateLimit-Policy": header('The limit, such as `"default";q=60;w=60`: 60 in 60 seconds.', TEXT),
  RateLimit: header('What is left, as `"default";r=59;t=60`: 59, more in 60 seconds.', TEXT),
  "Cache-Control": header("How long the response may be reused.", TEXT),
};

const HEADERS = {
  ...SHARED_HEADERS,
  ETag: header("Identifies this version of the body.", TEXT),
  "Retry-After": header("Seconds to wait.", { type: "integer", minimum: 1 }),
  Allow: header("The methods that every address answers.", TEXT),
  Link: header('Where this document is: `rel="service-desc"` (RFC 8631).', TEXT),
};

function header(description: string, schema: object): object {
  return { description, required: true, schema };
}

export type HeaderName = keyof typeof HEADERS;

/** The headers of a response: those of every one, and its own. */
export function headers(...own: HeaderName[]): object {
  const names = [...Object.keys(SHARED_HEADERS), ...own];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function reference(response: string): object {
  return { $ref: `#/components/responses/${response}` };
}
