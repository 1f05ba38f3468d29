import {
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import { canonicalAddress } from "../../worker/http/canonical-address.ts";
import { formParameter } from "../../worker/http/form-parameter.ts";
import type { WireReply } from "../edge/http-connection.ts";
import type { ApiDescription } from "../worker/api-description.ts";
import type { Reply } from "../worker/reply.ts";
import { replyFaults } from "../worker/reply-faults.ts";
import { replyOf } from "./reply-of.ts";

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
  const address = canonicalAddress(path);
  const { route, query, openapi } = JSON.parse(body);
  if (route !== undefined) return address === noteAddress(route);
  if (query === undefined) return address === (openapi ? OPENAPI_ADDRESS : LIST_ADDRESS);
  const asked = formParameter(target.slice(path.length + 1), "q");
  return address === SEARCH_ADDRESS && asked?.trim() === query;
}
