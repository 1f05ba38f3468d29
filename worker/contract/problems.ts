import { OPENAPI_ADDRESS } from "./addresses.ts";

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

/** All errors of the API. */
export const PROBLEM_TYPES = {
  MissingQuery: { status: 400, title: "The query is missing" },
  OverlongQuery: { status: 400, title: "The query is too long" },
  UndecodableAddress: { status: 400, title: "The address cannot be decoded" },
  NoteNotFound: { status: 404, title: "No such note" },
  AddressNotFound: { status: 404, title: "No such address" },
  MethodNotAllowed: { status: 405, title: "The method is not allowed" },
  TooManyRequests: { status: 429, title: "Too many requests" },
  InternalError: { status: 500, title: "Internal error" },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemName = keyof typeof PROBLEM_TYPES;

/** The `type` of a problem document: a reference to its example in the OpenAPI document. */
export function problemTypeUri(name: ProblemName): string {
  return `${OPENAPI_ADDRESS}#/components/examples/${name}`;
}
