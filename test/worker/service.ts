import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare, type Response, type WorkerdStructuredLog } from "miniflare";
import { expect, inject } from "vitest";
import { OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import { HttpConnection, replyOf } from "../edge/http-connection.ts";
import { ApiDescription, type Differences, type Reply } from "./api-description.ts";
import type { Bundle } from "./bundle.ts";

export interface ServiceOptions {
  /** The Worker's variables; those that are not given have their defaults. */
  readonly vars?: Readonly<Record<string, unknown>>;
  /** Replaces the asset store. */
  readonly assets?: (request: AssetRequest) => Response;
  /** Folder of built files and their search index, instead of the fixture's. */
  readonly dist?: string;
  /** Replaces the search index that was built. */
  readonly index?: Uint8Array;
}

/** A request to the asset store. */
export interface AssetRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { get(name: string): string | null };
}

export interface RequestOptions {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of `CF-Connecting-IP`, by default one that no other request has; `null` sends none. */
  readonly client?: string | null;
}

/** The bundled Worker in workerd, with built files. */
export interface Service {
  readonly origin: string;
  readonly port: number;
  /** Sends a request target unchanged, and checks the reply against the contract. */
  fetch(target: string, options?: RequestOptions): Promise<Reply>;
  /** What the Worker has logged so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** A module or a binding, as Miniflare takes it. */
type Described = Readonly<Record<string, unknown>>;

/** Starts the service from the folder that the global setup bundled. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const log: string[] = [];
  const miniflare = startWorker(workerConfig(inject("bundle"), options), log);
  const description = bundledDescription();
  const differences: Differences = {
    basePath: String(options.vars?.BASE_PATH ?? ""),
    hasOwnFiles: options.assets !== undefined,
  };
  const { port, origin } = await miniflare.unsafeGetDirectURL();
  let connection = await HttpConnection.open(Number(port));
  return {
    origin,
    port: Number(port),
    log,
    fetch: async (target, { method = "GET", headers = {}, client = newClient() } = {}) => {
      const sent = { Host: "localhost", ...headers, ...(client && { "CF-Connecting-IP": client }) };
      const fields = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      // Tests write the target as Unicode.
      const path = Buffer.from(target, "utf8").toString("latin1");
      const request = `${method} ${path} HTTP/1.1\r\n${fields.join("")}\r\n`;
      const send = async () => {
        if (!connection.isOpen) connection = await HttpConnection.open(Number(port));
        return connection.send(request);
      };
      // The runtime may close a connection that was idle for some seconds just now.
      const reply = replyOf(request, await send().catch(send));
      const faults = description.faults(reply, differences);
      // An assertion for each of thousands of replies would take most of the time.
      if (faults.length > 0) expect.fail(`${method} ${target}: ${faults.join("; ")}`);
      return reply;
    },
    stop: async () => {
      connection.close();
      await miniflare.dispose();
    },
  };
}

/** Starts a Worker on a port of its own. @param log takes what it writes to the log */
export function startWorker(config: Described, log: string[] = []): Miniflare {
  // The Worker's own socket: no proxy in between that would normalize what a test sends.
  const dev = { stripCfConnectingIp: false, unsafeDirectSockets: [{ host: "127.0.0.1" }] };
  return new Miniflare({
    cf: false,
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => log.push(message),
    workers: [{ config, dev }],
  });
}

/** The OpenAPI document of the fixture. */
export function bundledDescription(): ApiDescription {
  return new ApiDescription(join(inject("bundle").folder, "dist", OPENAPI_ADDRESS));
}

function workerConfig({ folder, settings }: Bundle, options: ServiceOptions): Described {
  const { assets, dist = join(folder, "dist"), vars } = options;
  const index = options.index ?? readFileSync(join(dist, "search-index.bin"));
  const store =
    assets === undefined
      ? { type: "assets" }
      : { type: "fetcher", handler: (r: AssetRequest) => assets(r) };
  const variables = Object.entries(vars ?? {});
  return {
    name: "service",
    compatibilityDate: settings.compatibilityDate,
    manifest: {
      mainModule: "index.js",
      modulesRoot: "/",
      modules: readModules(join(folder, "bundle"), index),
    },
    env: {
      ASSETS: store,
      ...Object.fromEntries(variables.map(([name, value]) => [name, { type: "json", value }])),
    },
    assets: { ...settings.assets, directory: dist, hasUserWorker: true },
  };
}

function readModules(folder: string, index: Uint8Array): Described {
  const modules: Record<string, Described> = {};
  for (const name of readdirSync(folder)) {
    const contents = new Uint8Array(readFileSync(join(folder, name)));
    if (name.endsWith(".js")) modules[name] = { type: "esm", contents };
    if (name.endsWith(".bin")) modules[name] = { type: "data", contents: new Uint8Array(index) };
  }
  return modules;
}

let clients = 0;

/** An address in 10.0.0.0/8 that no other request of this process has. */
function newClient(): string {
  clients++;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}
