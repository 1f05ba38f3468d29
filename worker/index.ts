import indexBytes from "../dist/search-index.bin";
import { api } from "./api.ts";
import { readRequest } from "./request.ts";
import { createService, type Service } from "./service.ts";
import type { Env } from "./settings.ts";

let service: Service | undefined;

export default {
  fetch(request: Request, env: Env): Promise<Response> {
    service ??= createService(env, indexBytes);
    return api.fetch(readRequest(request, service.settings.basePath), service);
  },
};
