import type { ApiRequest } from "../api-request.ts";
import { problem } from "../problem.ts";
import type { Service } from "../service.ts";
import { respond } from "./respond.ts";

/** Logs what was thrown and answers 500, which says nothing of it. */
export function internalError(error: unknown, request: ApiRequest, service: Service): Response {
  console.error(error);
  const answer = problem("InternalError", "The server failed. Asking again later may help.");
  // A whole response, since what `respond` throws comes here too and passes no stage after this.
  return respond(answer, request, service);
}
