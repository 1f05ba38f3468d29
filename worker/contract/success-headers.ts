/** How long a successful response may be cached, in seconds. */
export const MAX_AGE_SECONDS = 300;

/** Headers of every successful response, whether from the Worker or from a host of static files. */
export const SUCCESS_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
} as const;
