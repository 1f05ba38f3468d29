import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { undecodableAddress } from "../undecodable-address.ts";

/** A path with a malformed percent-encoding, or that is not UTF-8. */
export function refuseUndecodable(request: ApiRequest): Answer | undefined {
  return request.address === undefined ? undecodableAddress() : undefined;
}
