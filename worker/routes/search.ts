import { MAX_QUERY_LENGTH } from "../contract/search-response.ts";
import { matchesEtag } from "../http/etag.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, notModified, problem, success } from "../response.ts";
import { searchResponse } from "../search/write-response.ts";
import type { Service } from "../service.ts";

export function searchNotes(request: ApiRequest, service: Service): Answer {
  const query = new URLSearchParams(request.queryString).get("q")?.trim() ?? "";
  if (query === "") return problem(request, "MissingQuery");
  if (isOverlong(query)) return problem(request, "OverlongQuery");
  const engine = service.searchEngine();
  // The answer to a query depends only on the index and the code, so these two make the tag.
  const etag = `"${engine.index.checksum.toString(16)}-${service.version}"`;
  if (matchesEtag(request.ifNoneMatch, etag)) return notModified(etag);
  return success(searchResponse(engine, query), etag);
}

/** Whether a trimmed query has too many characters. */
export function isOverlong(query: string): boolean {
  // A string never has fewer UTF-16 units than characters.
  return query.length > MAX_QUERY_LENGTH && [...query].length > MAX_QUERY_LENGTH;
}
