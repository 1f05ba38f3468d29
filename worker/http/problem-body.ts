import type { ProblemDetails } from "../contract/problems.ts";
import { underBase } from "./under-base.ts";

const UTF8 = new TextEncoder();

/** A problem document as it is sent: JSON in UTF-8, the base path in front of its addresses. */
export function problemBody(document: ProblemDetails, basePath: string): Uint8Array {
  return UTF8.encode(JSON.stringify(underBase(document, basePath)));
}
