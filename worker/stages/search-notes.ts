import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { MAX_QUERY_LENGTH } from "../contract/search-response.ts";
import { bodyEtag } from "../http/body-etag.ts";
import { formParameter } from "../http/form-parameter.ts";
import { problem } from "../problem.ts";
import { searchResponse } from "../search/search-response.ts";
import type { Service } from "../service.ts";
import { undecodableAddress } from "../undecodable-address.ts";

export function searchNotes(request: ApiRequest, { searchIndex }: Service): Answer {
  const q = formParameter(request.queryString, "q");
  if (q === null) return undecodableAddress();
  const query = q?.trim() ?? "";
  if (query === "") return missingQuery();
  if (isOverlong(query)) return overlongQuery();
  const body = searchResponse(searchIndex(), query);
  return { status: 200, body, etag: bodyEtag(body) };
}

function isOverlong(query: string): boolean {
  // A string has at least as many UTF-16 units as characters.
  return query.length > MAX_QUERY_LENGTH && [...query].length > MAX_QUERY_LENGTH;
}

function missingQuery(): Answer {
  return problem("MissingQuery", "The parameter q holds what to search for, as in ?q=hash+table.");
}

function overlongQuery(): Answer {
  return problem("OverlongQuery", `q has at most ${MAX_QUERY_LENGTH} characters.`);
}
