/**
 * Every kind of error the API answers with. The name is the last part of the problem document's
 * `type`, which is the place of its example in the OpenAPI document.
 */
export const PROBLEM_TYPES = {
  MissingQuery: { status: 400, title: "The query is missing" },
  OverlongQuery: { status: 400, title: "The query is too long" },
  UndecodableAddress: { status: 400, title: "The address cannot be decoded" },
  NoteNotFound: { status: 404, title: "No such note" },
  AddressNotFound: { status: 404, title: "No such address" },
  MethodNotAllowed: { status: 405, title: "The method is not allowed" },
  TooManyRequests: { status: 429, title: "Too many requests" },
  InternalError: { status: 500, title: "Internal error" },
} as const satisfies Record<string, ProblemType>;

export type ProblemName = keyof typeof PROBLEM_TYPES;

interface ProblemType {
  readonly status: number;
  readonly title: string;
}
