import type { Answer } from "./answer.ts";
import {
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "./contract/problems.ts";

interface ProblemAnswer extends Answer {
  readonly problem: ProblemDetails;
}

/**
 * An error as a problem document.
 *
 * @param detail One or two sentences for the person who reads the client's log.
 * @param members What the document says beyond the members that every problem has.
 * @param headers Headers of this answer alone.
 */
export function problem(
  name: ProblemName,
  detail: string,
  members: Pick<ProblemDetails, "instance" | "suggestions" | "addresses"> = {},
  headers: Readonly<Record<string, string>> = {},
): ProblemAnswer {
  const { status, title } = PROBLEM_TYPES[name];
  const type = problemTypeUri(name);
  const document: ProblemDetails = { type, title, status, detail, ...members };
  return { status, body: null, problem: document, headers };
}
