import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";
import { notFound } from "./not-found.ts";

/** Doubled, trailing and encoded slashes: the router and the asset store would overlook them. */
export function refuseOddSlashes(request: ApiRequest, service: Service): Answer | undefined {
  const address = request.address ?? "";
  const odd = address.endsWith("/") || address.includes("//") || address.includes("%2F");
  return odd ? notFound(request, service) : undefined;
}
