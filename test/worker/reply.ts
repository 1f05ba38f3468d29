import type { ApiDescription } from "./api-description.ts";

/** A response as received, with the request that it answers. */
export interface Reply {
  readonly method: string;
  /** The request target: path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const STATUSES = [200, 204, 304, 308, 400, 404, 405, 429, 500];

/** Headers of every response. */
const SHARED: [name: string, value: RegExp][] = [
  ["access-control-allow-origin", /^\*$/],
  ["access-control-expose-headers", /\bX-RateLimit-Remaining\b/],
  ["cross-origin-resource-policy", /^cross-origin$/],
  ["x-content-type-options", /^nosniff$/],
  ["x-version", /^[\w-]+$/],
  ["x-ratelimit-limit", /^[1-9]\d*$/],
  ["x-ratelimit-remaining", /^\d+$/],
  ["ratelimit-policy", /^"default";q=[1-9]\d*;w=[1-9]\d*$/],
  ["ratelimit", /^"default";r=\d+;t=\d+$/],
];

/**
 * Where a reply violates the rules that hold for every response to every request.
 * @param description Checked as well; absent if a test makes up the files.
 */
export function replyFaults(reply: Reply, description?: ApiDescription): string[] {
  return [
    ...(STATUSES.includes(reply.status) ? [] : [`status ${reply.status}`]),
    ...SHARED.filter(([name, value]) => !value.test(reply.headers[name] ?? "")).map(
      ([name]) => `${name}: ${reply.headers[name]}`,
    ),
    ...cachingFaults(reply),
    ...bodyFaults(reply),
    ...(description?.faults(reply) ?? []),
  ];
}

function cachingFaults({ status, headers }: Reply): string[] {
  const isTagged = status === 200 || status === 304;
  const lifetime = isTagged || status === 308 ? "public, max-age=300" : "no-store";
  const { etag, "cache-control": cacheControl } = headers;
  return [
    ...(cacheControl === lifetime ? [] : [`cache-control: ${cacheControl}`]),
    ...(/^"[0-9a-z-]+"$/.test(etag ?? "") === isTagged ? [] : [`etag: ${etag}`]),
  ];
}

function bodyFaults({ method, status, headers, body }: Reply): string[] {
  const type = headers["content-type"];
  if (status === 204 || status === 304) {
    return body === "" && type === undefined ? [] : [`a body or a type: ${type}`];
  }
  const isProblem = status >= 400;
  const isRightType = type === (isProblem ? "application/problem+json" : "application/json");
  if (!isRightType) return [`content-type: ${type}`];
  if (method === "HEAD") return body === "" ? [] : ["a body"];
  try {
    const json: Record<string, unknown> = JSON.parse(body);
    return isProblem ? problemFaults(status, json) : [];
  } catch {
    return ["a body that is not JSON"];
  }
}

function problemFaults(status: number, problem: Record<string, unknown>): string[] {
  const type = /\/api\/v1\/openapi\.json#\/components\/\w+\/\w+$/;
  return [
    ...(type.test(String(problem.type)) ? [] : [`type ${problem.type}`]),
    ...(problem.status === status ? [] : [`member status ${problem.status}`]),
    ...["title", "detail"].filter((name) => typeof problem[name] !== "string" || !problem[name]),
  ];
}
