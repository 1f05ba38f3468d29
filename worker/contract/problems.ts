import { OPENAPI_ADDRESS } from "./addresses.ts";

/** The media type of every error's body (RFC 9457). */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** An error as a problem document (RFC 9457). */
export interface ProblemDetails {
  /** A stable URI reference that names the kind of problem. */
  type: string;
  title: string;
  /** The HTTP status, as in the response. */
  status: number;
  detail: string;
  /** The address that was asked for, where it helps. */
  instance?: string;
  /**
   * Up to 3 addresses of the nearest notes (404 for a note); the address of the note whose page route
   * was asked for (404 elsewhere).
   */
  suggestions?: string[];
  /** The addresses that exist (404 elsewhere). */
  addresses?: string[];
}

/** Every kind of error that the API answers with. */
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

/** The `type` of a problem document: a URI reference to its example in the OpenAPI document. */
export function problemTypeUri(name: ProblemName): string {
  return `${OPENAPI_ADDRESS}#/components/examples/${name}`;
}
