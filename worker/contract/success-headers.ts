/** How long a success may be used from a cache, in seconds. */
const MAX_AGE_SECONDS = 300;

/** Headers of every success, whoever serves it: the Worker, or a host of static files. */
export const SUCCESS_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
} as const;
