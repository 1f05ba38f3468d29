import type { WireReply } from "../edge/http-connection.ts";

/** Every status of the contract but 500, which no request may bring about. */
const STATUSES = [200, 204, 304, 400, 404, 405, 429];

/** Header fields of every response, in lower case. */
const SHARED = [
  "\r\naccess-control-allow-origin: *\r\n",
  "\r\naccess-control-expose-headers: ",
  "\r\ncross-origin-resource-policy: cross-origin\r\n",
  "\r\nx-content-type-options: nosniff\r\n",
  "\r\nx-ratelimit-limit: ",
  "\r\nx-ratelimit-remaining: ",
  '\r\nratelimit-policy: "default";q=',
  '\r\nratelimit: "default";r=',
];

/** What of a response is not of the contract. */
export function wireFaults({ status, head }: WireReply): string[] {
  const fields = head.toLowerCase();
  const missing = SHARED.filter((field) => !fields.includes(field));
  return [
    ...(STATUSES.includes(status) ? [] : [`status ${status}`]),
    ...missing.map((field) => `${status} without ${field.trim()}`),
    ...(status === 429 && !/\r\nretry-after: [1-9]\d*\r\n/.test(fields)
      ? ["429 without when"]
      : []),
  ];
}
