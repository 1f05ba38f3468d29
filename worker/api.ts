import { Router } from "itty-router";
import type { ApiRequest } from "./api-request.ts";
import { API_BASE, LIST_ADDRESS, OPENAPI_ADDRESS, SEARCH_ADDRESS } from "./contract/addresses.ts";
import type { Service } from "./service.ts";
import { answerAgain } from "./stages/answer-again.ts";
import { answerPreflight } from "./stages/answer-preflight.ts";
import { internalError } from "./stages/internal-error.ts";
import { limitRate } from "./stages/limit-rate.ts";
import { notFound } from "./stages/not-found.ts";
import { refuseOddSlashes } from "./stages/refuse-odd-slashes.ts";
import { refuseUndecodable } from "./stages/refuse-undecodable.ts";
import { refuseWriting } from "./stages/refuse-writing.ts";
import { remember } from "./stages/remember.ts";
import { respond } from "./stages/respond.ts";
import { searchNotes } from "./stages/search-notes.ts";
import { serveAsset } from "./stages/serve-asset.ts";

const routes = Router<ApiRequest, [Service], Response>({
  catch: internalError,
  finally: [remember, respond],
})
  .get(SEARCH_ADDRESS, searchNotes)
  .get(`${API_BASE}/notes/:route+.json`, serveAsset)
  .get(LIST_ADDRESS, serveAsset)
  .get(OPENAPI_ADDRESS, serveAsset)
  .get("*", notFound);

/**
 * The whole API. A request goes through the stages until one answers, else through the first route
 * that matches; every answer goes through `respond`. No stage waits, so none costs a promise.
 */
export function api(request: ApiRequest, service: Service): Response | Promise<Response> {
  try {
    const answer =
      answerPreflight(request) ??
      limitRate(request, service) ??
      refuseWriting(request) ??
      answerAgain(request, service) ??
      refuseUndecodable(request) ??
      refuseOddSlashes(request, service);
    if (answer !== undefined) return respond(answer, request, service);
  } catch (error) {
    return internalError(error, request, service);
  }
  return routes.fetch(request, service);
}
