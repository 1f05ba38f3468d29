const text = (description: string, example: string) => ({
  description,
  required: true,
  schema: { type: "string", examples: [example] },
});
const count = (description: string, minimum: number) => ({
  description,
  required: true,
  schema: { type: "integer", minimum },
});

/** The response headers of the API, under their own names. */
export const HEADERS = {
  "Access-Control-Allow-Origin": {
    description: "Scripts of any origin may call the API.",
    required: true,
    schema: { type: "string", const: "*" },
  },
  "Access-Control-Expose-Headers": text(
    "The headers below that a script of another origin may read.",
    "ETag, Retry-After",
  ),
  "X-Content-Type-Options": {
    description: "The type of the body is what Content-Type says.",
    required: true,
    schema: { type: "string", const: "nosniff" },
  },
  "Cross-Origin-Resource-Policy": {
    description: "Pages of any origin may hold the response.",
    required: true,
    schema: { type: "string", const: "cross-origin" },
  },
  "X-RateLimit-Limit": count("Requests an address may make in a window.", 1),
  "X-RateLimit-Remaining": count("Requests left to the caller at this moment.", 0),
  "RateLimit-Policy": text(
    "The limit (draft-ietf-httpapi-ratelimit-headers).",
    '"default";q=60;w=60',
  ),
  RateLimit: text("What is left of it, and the seconds until more is.", '"default";r=59;t=60'),
  ETag: text("A strong validator of the body.", '"3a7bd3e2360a3d29"'),
  "Cache-Control": text("How long the response may be reused.", "public, max-age=300"),
  "Retry-After": count("Whole seconds after which a request is accepted.", 1),
  Allow: text("The methods that every address answers.", "GET, HEAD, OPTIONS"),
  "Access-Control-Allow-Methods": text("Answers a preflight.", "GET, HEAD, OPTIONS"),
  "Access-Control-Allow-Headers": text("Answers a preflight.", "*, Authorization"),
  "Access-Control-Max-Age": count("Seconds for which a preflight holds.", 0),
} as const;

export type HeaderName = keyof typeof HEADERS;
