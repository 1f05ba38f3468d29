import indexBytes from "../dist/search-index.bin";
import { api } from "./api.ts";
import { readAsset } from "./asset-store.ts";
import { readRequest } from "./request.ts";
import { loadLanguage } from "./search/language.ts";
import { openEngine, type SearchEngine } from "./search/search-engine.ts";
import { createService, type Service } from "./service.ts";
import type { Variables } from "./settings.ts";

/** The bindings and variables set in `wrangler.toml`. */
interface Env extends Variables {
  /** The store of the built files. */
  readonly ASSETS: Fetcher;
  /** The deployed version, set by the platform; absent when the Worker runs without wrangler. */
  readonly VERSION?: { readonly id: string };
}

let started: Promise<Service> | undefined;

/** The API as a Cloudflare Worker. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    started ??= serviceOf(env);
    const service = await started;
    const { url, headers } = request;
    const target = url.slice(url.indexOf("/", url.indexOf("://") + 3));
    // The platform sets it to the client's address, whatever the client sent.
    const client = headers.get("CF-Connecting-IP");
    const apiRequest = readRequest(request, { target, client }, service.settings.basePath);
    const { body, ...init } = await api.fetch(apiRequest, service);
    return new Response(apiRequest.isHead ? null : body, init);
  },
};

async function serviceOf(env: Env): Promise<Service> {
  await loadLanguage(indexBytes);
  let engine: SearchEngine | undefined;
  return createService(env, {
    readFile: (request) => readAsset(env.ASSETS, request),
    searchEngine: () => {
      engine ??= openEngine(indexBytes);
      return engine;
    },
    version: env.VERSION?.id ?? "local",
    isLoopback: false,
  });
}
