import indexBytes from "../dist/search-index.bin";
import { api } from "./api.ts";
import { ApiRequest } from "./api-request.ts";
import type { Env } from "./env.ts";
import { createService, type Service } from "./service.ts";

let service: Service | undefined;

export default {
  fetch(request: Request, env: Env): Response | Promise<Response> {
    service ??= createService(env, indexBytes);
    return api(new ApiRequest(request, service.basePath), service);
  },
};
