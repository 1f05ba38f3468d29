import { Router } from "itty-router";
import {
  DIGESTS_ADDRESS,
  LINKS_ADDRESS,
  LIST_ADDRESS,
  MCP_ADDRESS,
  NOTES_FOLDER,
  OPENAPI_ADDRESS,
  PAGE_ADDRESS,
  PARTS_FOLDER,
  SEARCH_ADDRESS,
} from "./contract/addresses.ts";
import { answerMcp } from "./mcp/answer.ts";
import { answerPreflight, limitRate, refuseUndecodable, refuseWriting } from "./refuse.ts";
import type { ApiRequest } from "./request.ts";
import { type Answer, problem, respond } from "./response.ts";
import { serveFile, serveList, serveNote, serveOptional } from "./routes/asset.ts";
import { notFound, refuseOddSlashes } from "./routes/not-found.ts";
import { servePage } from "./routes/page.ts";
import { searchNotes } from "./routes/search.ts";
import type { Service } from "./service.ts";

/**
 * The whole API. A request passes through the `before` steps until one of them answers; if none does,
 * it goes to the first route that matches. Every answer goes through `respond`.
 */
export const api = Router<ApiRequest, [Service], Answer>({
  before: [answerPreflight, limitRate, refuseWriting, refuseUndecodable, refuseOddSlashes],
  catch: internalError,
  finally: [respond],
})
  .get(SEARCH_ADDRESS, searchNotes)
  .get(`${NOTES_FOLDER}:route+.json`, serveNote)
  .get(LIST_ADDRESS, serveList)
  .get(OPENAPI_ADDRESS, serveFile)
  .get(DIGESTS_ADDRESS, serveFile)
  .get(LINKS_ADDRESS, serveOptional)
  .get(`${PARTS_FOLDER}:part.json`, serveOptional)
  .post(MCP_ADDRESS, answerMcp)
  .get(PAGE_ADDRESS, servePage)
  .get("*", notFound);

/** Logs the error and answers with a 500 that reveals nothing about it. */
function internalError(error: unknown, request: ApiRequest, service: Service): Answer {
  service.errors.write(error);
  return problem(request, "InternalError");
}
