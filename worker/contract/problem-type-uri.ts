import { OPENAPI_ADDRESS } from "./addresses.ts";
import type { ProblemName } from "./problem-types.ts";

/** The `type` of a problem document: a URI reference to its example in the OpenAPI document. */
export function problemTypeUri(name: ProblemName): string {
  return `${OPENAPI_ADDRESS}#/components/examples/${name}`;
}
