import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare, type Response, type WorkerdStructuredLog } from "miniflare";
import { expect, inject, onTestFinished } from "vitest";
import { startServerThread } from "../../server/thread.ts";
import { OPENAPI_ADDRESS, SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import type { Variables } from "../../worker/settings.ts";
import { builtVault } from "../build/vault.ts";
import { HttpConnection, replyOf } from "../edge/http-connection.ts";
import { ApiDescription, type Differences, type Reply } from "./api-description.ts";
import type { Bundle } from "./bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the API runs. */
    host: keyof typeof HOSTS;
  }
}

const HOSTS = { workerd: startWorkerd, node: startNode };

export interface ServiceOptions {
  /** The variables; those that are not given have their defaults. */
  readonly vars?: Variables & { readonly VERSION?: { readonly id: string } };
  /** Replaces the Worker's asset store. */
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
  /** Sent with its length. */
  readonly body?: string | Uint8Array;
  /** Value of `CF-Connecting-IP`, by default one that no other request has; `null` sends none. */
  readonly client?: string | null;
}

/** The API on the host of the test's project, with built files. */
export interface Service {
  readonly origin: string;
  readonly port: number;
  /** Sends a request, and checks the reply against the contract. The target is sent unchanged if the host takes it. */
  fetch(target: string, options?: RequestOptions): Promise<Reply>;
  /** The lines, or error messages, that were logged so far. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** A module or a binding, as Miniflare takes it. */
type Described = Readonly<Record<string, unknown>>;

interface Started {
  readonly origin: string;
  readonly log: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts the service from the folder that the global setup bundled. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { origin, log, stop } = await HOSTS[inject("host")](options);
  const port = Number(new URL(origin).port);
  const description = bundledDescription();
  const differences: Differences = {
    basePath: String(options.vars?.BASE_PATH ?? ""),
    hasOwnFiles: options.assets !== undefined,
  };
  let connection = await HttpConnection.open(port);
  return {
    origin,
    port,
    log,
    fetch: async (target, { method = "GET", headers = {}, body, client = newClient() } = {}) => {
      const bytes = Buffer.from(body ?? "").toString("latin1");
      const sent = {
        Host: "localhost",
        ...(body !== undefined && { "Content-Length": String(bytes.length) }),
        ...headers,
        ...(client && { "CF-Connecting-IP": client }),
      };
      const fields = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      const path =
        inject("host") === "node"
          ? // Its HTTP parser refuses bytes beyond ASCII.
            target.replace(/[^\0-\x7f]+/g, encodeURIComponent)
          : // Tests write the target as Unicode.
            Buffer.from(target, "utf8").toString("latin1");
      const request = `${method} ${path} HTTP/1.1\r\n${fields.join("")}\r\n${bytes}`;
      const send = async () => {
        connection = await connection.ready();
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
      await stop();
    },
  };
}

/** Starts a service that stops when the test ends. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(service.stop);
  return service;
}

/** The same for the notes of a vault. */
export async function openVault(files: Parameters<typeof builtVault>[0]): Promise<Service> {
  const { outDir } = await builtVault(files);
  return openService({ dist: outDir });
}

async function startWorkerd(options: ServiceOptions): Promise<Started> {
  const log: string[] = [];
  const miniflare = startWorker(workerConfig(inject("bundle"), options), log);
  const { origin } = await miniflare.unsafeGetDirectURL();
  return { origin, log, stop: () => miniflare.dispose() };
}

/** The server on Node, to which tests give the client's address as a proxy would. */
async function startNode({ vars = {}, dist, index }: ServiceOptions): Promise<Started> {
  const built = dist ?? join(inject("bundle").folder, "dist");
  const folder = index === undefined ? built : withIndex(built, index);
  const { VERSION = { id: "test" }, ...variables } = vars;
  const log: string[] = [];
  const options = {
    folder,
    host: "127.0.0.1",
    port: 0,
    variables,
    version: VERSION.id,
    clientHeader: "CF-Connecting-IP",
    trustedProxies: ["127.0.0.1"],
  };
  const { origin, close } = await startServerThread(options, (text) => log.push(text.trimEnd()));
  const stop = async () => {
    await close();
    if (folder !== built) rmSync(folder, { recursive: true });
  };
  return { origin, log, stop };
}

/** A copy of built files with another search index. */
function withIndex(dist: string, index: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "dist-"));
  cpSync(dist, folder, { recursive: true });
  writeFileSync(join(folder, SEARCH_INDEX_FILE), index);
  return folder;
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

export function workerConfig({ folder, settings }: Bundle, options: ServiceOptions): Described {
  const { assets, dist = join(folder, "dist"), vars } = options;
  const index = options.index ?? readFileSync(join(dist, SEARCH_INDEX_FILE));
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
