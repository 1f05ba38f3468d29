import {
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import { canonicalPath } from "../../worker/http/address.ts";
import { formParameter } from "../../worker/http/form.ts";
import { replyOf, type WireReply } from "../edge/http-connection.ts";
import type { ApiDescription } from "../worker/api-description.ts";
import { type Reply, replyFaults } from "../worker/reply.ts";

/**
 * What of a response is not of the contract, or that it answers another request.
 * @param request its bytes, as Latin-1
 */
export function wireFaults(
  request: string,
  wire: WireReply,
  description: ApiDescription,
): string[] {
  const reply = replyOf(request, wire);
  const faults = replyFaults(reply, description);
  // Of the contract, but no request may bring it about.
  if (reply.status === 500) faults.push("status 500");
  return faults.length > 0 || isAnswer(reply) ? faults : ["the answer to another request"];
}

/** Whether the body of a success is of what was asked for. */
function isAnswer({ method, target, status, body }: Reply): boolean {
  if (method === "HEAD" || status !== 200) return true;
  const [path = ""] = target.split("?", 1);
  const address = canonicalPath(path, "");
  const { route, query, openapi, digests } = JSON.parse(body);
  if (route !== undefined) return address === noteAddress(route);
  if (digests !== undefined) return address === DIGESTS_ADDRESS;
  if (query === undefined) return address === (openapi ? OPENAPI_ADDRESS : LIST_ADDRESS);
  const asked = formParameter(target.slice(path.length + 1), "q");
  return address === SEARCH_ADDRESS && asked?.trim() === query;
}
