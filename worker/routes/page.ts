import { PAGE_ADDRESS, PAGE_FILE } from "../contract/addresses.ts";
import { readWeights } from "../http/weights.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, moved } from "../response.ts";
import type { Service } from "../service.ts";
import { notFound } from "./not-found.ts";

/**
 * Answers browsers with the page, if the build has one, and everybody else with a 404. The base path without a slash
 * is redirected, because the page finds the API relative to its own address.
 */
export async function servePage(request: ApiRequest, service: Service): Promise<Answer> {
  const { address, path, basePath } = request;
  if (address !== PAGE_ADDRESS) {
    return path === basePath ? moved(basePath + PAGE_ADDRESS) : notFound(request, service);
  }
  const page = acceptsHtml(request) ? await readPage(request, service) : undefined;
  const { headers, ...answer } = page ?? notFound(request, service);
  return { ...answer, headers: { ...headers, Vary: "Accept" } };
}

function acceptsHtml({ source }: ApiRequest): boolean {
  const weight = readWeights(source.headers.get("Accept")).get("text/html");
  return weight !== undefined && weight > 0;
}

async function readPage(request: ApiRequest, service: Service): Promise<Answer | undefined> {
  const file = await service.readFile({ ...request, address: PAGE_FILE });
  if (file === undefined) return undefined;
  const { "Content-Type": _, ...headers } = file.headers;
  return {
    ...file,
    headers: {
      ...headers,
      ...(file.status === 200 && { "Content-Type": "text/html; charset=utf-8" }),
      // Some caches ignore Vary, so they must ask before they show the page to a program.
      "Cache-Control": "no-cache",
    },
  };
}
