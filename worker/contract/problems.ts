import { OPENAPI_ADDRESS } from "./addresses.ts";
import { MAX_QUERY_LENGTH } from "./search-response.ts";

/** Media type of every error response (RFC 9457). */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** An error as a problem document (RFC 9457). */
export interface ProblemDetails {
  /** A stable URI reference that identifies the problem type. */
  type: string;
  title: string;
  /** The HTTP status of the response. */
  status: number;
  detail: string;
  /** The requested address, where it helps. */
  instance?: string;
  /**
   * 404 for a note: the addresses of up to 3 notes with such an alias or a similar route. Other 404s: that
   * of the note whose page route was requested, or of up to 3 notes with such an alias.
   */
  suggestions?: string[];
  /** 404 at an address that is not a note's: the addresses that exist. */
  addresses?: string[];
}

/** All errors of the API; `detail` is what each says unless a request has one of its own. */
export const PROBLEM_TYPES = {
  MissingQuery: {
    status: 400,
    title: "The query is missing",
    detail: "Put the search text in the parameter q, as in ?q=hash+table.",
  },
  OverlongQuery: {
    status: 400,
    title: "The query is too long",
    detail: `The parameter q must not be longer than ${MAX_QUERY_LENGTH} characters.`,
  },
  UndecodableAddress: {
    status: 400,
    title: "The address cannot be decoded",
    detail:
      "Every % in an address must be followed by two hexadecimal digits, and the bytes must be UTF-8.",
  },
  NoteNotFound: { status: 404, title: "No such note", detail: "There is no note at this route." },
  AddressNotFound: {
    status: 404,
    title: "No such address",
    detail: "There is nothing at this address. `addresses` lists those that exist.",
  },
  MethodNotAllowed: {
    status: 405,
    title: "The method is not allowed",
    detail: "The API is read-only. It answers GET, HEAD, OPTIONS.",
  },
  TooManyRequests: {
    status: 429,
    title: "Too many requests",
    detail: "The request limit for an IP address, or for an IPv6 /64 network, is reached.",
  },
  InternalError: {
    status: 500,
    title: "Internal error",
    detail: "The server failed to answer. Try again later.",
  },
} as const satisfies Record<string, Pick<ProblemDetails, "status" | "title" | "detail">>;

export type ProblemName = keyof typeof PROBLEM_TYPES;

/** The `type` of a problem document: a reference to its example in the OpenAPI document. */
export function problemTypeUri(name: ProblemName): string {
  return `${OPENAPI_ADDRESS}#/components/examples/${name}`;
}
