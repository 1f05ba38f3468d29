import type { ApiRequest } from "../worker/request.ts";
import type { Answer } from "../worker/response.ts";

/**
 * Answers a browser that asks for `/` with the page to try the API.
 *
 * @param html the page; a `meta` element named `service` tells it what precedes `/api/v1` on this server
 * @returns `undefined` if something else is asked for
 */
export function pageAnswer(
  { path, method, source, basePath }: ApiRequest,
  html: string,
): Answer | undefined {
  const isPage =
    path === "/" && method === "GET" && /\btext\/html\b/.test(source.headers.get("Accept") ?? "");
  if (!isPage) return undefined;
  const service = `<meta name="service" content="${basePath}">`;
  return {
    status: 200,
    body: html.replace(/<meta charset[^>]*>/i, `$&${service}`),
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept",
    },
  };
}

/** The JSON answer at `/`, where there is a page too. */
export function besidePage({ headers, ...answer }: Answer, { path }: ApiRequest): Answer {
  return path === "/"
    ? { ...answer, headers: { ...headers, Vary: "Accept" } }
    : { ...answer, headers };
}
