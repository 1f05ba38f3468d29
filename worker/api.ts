import { Router } from "itty-router";
import {
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  NOTES_FOLDER,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "./contract/addresses.ts";
import { serveFile, serveList, serveNote } from "./handlers/asset.ts";
import { notFound, refuseOddSlashes } from "./handlers/not-found.ts";
import { answerPreflight, limitRate, refuseUndecodable, refuseWriting } from "./handlers/refuse.ts";
import { searchNotes } from "./handlers/search.ts";
import type { ApiRequest } from "./request.ts";
import { problem, respond } from "./respond.ts";
import type { Service } from "./service.ts";

/**
 * The whole API. A request goes through the handlers of `before` until one answers, else to the first
 * route that matches; every answer goes through `respond`.
 */
export const api = Router<ApiRequest, [Service], Response>({
  before: [answerPreflight, limitRate, refuseWriting, refuseUndecodable, refuseOddSlashes],
  catch: internalError,
  finally: [respond],
})
  .get(SEARCH_ADDRESS, searchNotes)
  .get(`${NOTES_FOLDER}:route+.json`, serveNote)
  .get(LIST_ADDRESS, serveList)
  .get(OPENAPI_ADDRESS, serveFile)
  .get(DIGESTS_ADDRESS, serveFile)
  .get("*", notFound);

/** Logs what was thrown and answers 500, which says nothing of it. */
function internalError(error: unknown, request: ApiRequest, service: Service): Response {
  service.errors.write(error);
  const answer = problem(request, "InternalError", "The server failed to answer. Try again later.");
  // A whole response, since what `respond` throws comes here too and passes no handler after this.
  return respond(answer, request, service);
}
