import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { problem } from "../problem.ts";

/** Every method but those that read. */
export function refuseWriting(request: ApiRequest): Answer | undefined {
  if (request.method === "GET") return undefined;
  return problem(
    "MethodNotAllowed",
    "The API is read-only: GET, HEAD and OPTIONS are answered.",
    {},
    { Allow: "GET, HEAD, OPTIONS" },
  );
}
