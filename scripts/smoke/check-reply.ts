import assert from "node:assert/strict";
import { PROBLEM_CONTENT_TYPE } from "../../worker/contract/problems.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import type { Reply } from "./reply.ts";

/**
 * Holds a reply to a status and to what the contract says of every reply of that status.
 * @throws AssertionError with a sentence for the person who reads the log
 */
export function checkReply(reply: Reply, status: number): void {
  assert.ok(reply.status === status, `status ${reply.status}, not ${status}`);
  for (const [name, value] of Object.entries(headersOf(status))) {
    const found = reply.headers.get(name);
    assert.ok(fits(found, value), `${name} is ${found ?? "missing"}, not ${value}`);
  }
}

function headersOf(status: number): Record<string, string | RegExp> {
  const { "Content-Type": type, "Cache-Control": caching, ...onEveryResponse } = SUCCESS_HEADERS;
  const shared = {
    ...onEveryResponse,
    "Access-Control-Expose-Headers": /\bX-RateLimit-Remaining\b/,
    "X-RateLimit-Limit": /^[1-9]\d*$/,
    "X-RateLimit-Remaining": /^\d+$/,
    "RateLimit-Policy": /^"default";q=\d+;w=\d+$/,
    RateLimit: /^"default";r=\d+;t=\d+$/,
  };
  // An edge that compresses a body makes a strong entity tag of it weak.
  const cached = { ...shared, "Cache-Control": caching, ETag: /^(W\/)?"[^"]+"$/ };
  if (status === 200) return { ...cached, "Content-Type": type };
  if (status === 304) return cached;
  if (status === 204) return { ...shared, "Access-Control-Allow-Methods": /\bGET\b/ };
  return { ...shared, "Cache-Control": "no-store", "Content-Type": PROBLEM_CONTENT_TYPE };
}

function fits(found: string | null, value: string | RegExp): boolean {
  return typeof value === "string" ? found === value : value.test(found ?? "");
}
