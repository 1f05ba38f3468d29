import { readdirSync, readFileSync } from "node:fs";
import {
  Agent,
  type RequestOptions as HttpOptions,
  type IncomingMessage,
  request,
} from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Miniflare, type Response, type WorkerdStructuredLog } from "miniflare";
import { inject } from "vitest";
import { ApiDescription } from "./api-description.ts";
import type { Bundle } from "./bundle.ts";
import { checkReply } from "./check-reply.ts";
import type { Reply } from "./reply.ts";

export interface ServiceOptions {
  /** Variables instead of those of `wrangler.toml`. */
  readonly vars?: Readonly<Record<string, string | number>>;
  /** Answers in place of the asset store, given the path. */
  readonly assets?: (path: string) => Response;
  /** Folder of built files that stands in for that of the shipped collection. */
  readonly dist?: string;
  /** Stands in for the built search index. */
  readonly index?: Uint8Array;
}

export interface RequestOptions {
  /** GET when absent. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of `CF-Connecting-IP`; an address that no other request has when absent, none when `null`. */
  readonly client?: string | null;
}

/** The bundled Worker in workerd, with the built files. */
export interface Service {
  readonly origin: string;
  /** Sends a request target as it is written, and holds the reply to the contract. */
  fetch(target: string, options?: RequestOptions): Promise<Reply>;
  /** What the Worker wrote to the log since it started. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** A module or a binding, as Miniflare takes it. */
type Described = Readonly<Record<string, unknown>>;

/** Starts the service from the folder that the global setup bundled. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const log: string[] = [];
  const miniflare = new Miniflare({
    cf: false,
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => log.push(message),
    workers: [
      {
        config: workerConfig(inject("bundle"), options),
        // The Worker's own socket: no proxy in between that would tidy up what a test sends.
        dev: { stripCfConnectingIp: false, unsafeDirectSockets: [{ host: "127.0.0.1" }] },
      },
    ],
  });
  const openApi = join(inject("bundle").folder, "dist/api/v1/openapi.json");
  const description = options.assets === undefined ? new ApiDescription(openApi) : undefined;
  const { hostname, port, origin } = await miniflare.unsafeGetDirectURL();
  const agent = new Agent({ keepAlive: true });
  return {
    origin,
    log,
    fetch: async (target, { method = "GET", headers = {}, client = newClient() } = {}) => {
      const sent = { ...headers, ...(client === null ? {} : { "CF-Connecting-IP": client }) };
      // Node writes the target as Latin-1; tests write it as Unicode.
      const path = Buffer.from(target, "utf8").toString("latin1");
      const response = await send({ agent, hostname, port, path, method, headers: sent });
      const reply = await readReply(method, target, response);
      checkReply(reply, description);
      return reply;
    },
    stop: async () => {
      agent.destroy();
      await miniflare.dispose();
    },
  };
}

function workerConfig({ folder, settings }: Bundle, options: ServiceOptions): Described {
  return {
    name: "service",
    compatibilityDate: settings.compatibilityDate,
    manifest: {
      mainModule: "index.js",
      modulesRoot: "/",
      modules: readModules(join(folder, "bundle"), options.index),
    },
    env: bindings(settings, options),
    assets: {
      ...settings.assets,
      directory: options.dist ?? join(folder, "dist"),
      hasUserWorker: true,
    },
  };
}

function bindings(settings: Bundle["settings"], { assets, vars }: ServiceOptions): Described {
  const store =
    assets === undefined
      ? { type: "assets" }
      : { type: "fetcher", handler: ({ url }: { url: string }) => assets(new URL(url).pathname) };
  const variables = Object.entries({ ...settings.vars, ...vars });
  return {
    ASSETS: store,
    ...Object.fromEntries(variables.map(([name, value]) => [name, { type: "json", value }])),
  };
}

function readModules(folder: string, index: Uint8Array | undefined): Described {
  const modules: Record<string, Described> = {};
  for (const name of readdirSync(folder)) {
    const contents = new Uint8Array(readFileSync(join(folder, name)));
    if (name.endsWith(".js")) modules[name] = { type: "esm", contents };
    if (name.endsWith(".bin")) modules[name] = { type: "data", contents: index ?? contents };
  }
  return modules;
}

function send(options: HttpOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(options, resolve).on("error", reject).end();
  });
}

async function readReply(
  method: string,
  target: string,
  response: IncomingMessage,
): Promise<Reply> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
  const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    await buffer(response),
  );
  return { method, target, status: response.statusCode ?? 0, headers, body };
}

let clients = 0;

/** An address of 10.0.0.0/8 that no other request of this process has. */
function newClient(): string {
  clients++;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}
