import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type RunningVersion, startVersion, type Version } from "./version.ts";

export const ACCOUNT = "a".repeat(32);
const SUBDOMAIN = "somebody";

/** A request to the API that fails on purpose. */
export interface Failure {
  /** Such as `POST versions`, as in `Platform.calls`. */
  readonly call: string;
  readonly status: number;
  /** How many more times it fails. */
  times: number;
}

interface Deployment {
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
}

type Manifest = Record<string, { hash: string; size: number }>;

/**
 * A stand-in for Cloudflare with one Worker: the part of the API that wrangler and `npm run deploy` use,
 * and the addresses of the uploaded versions.
 */
export class Platform {
  /** The requests to the API, without account and names, such as `POST versions`. */
  readonly calls: string[] = [];
  failures: Failure[] = [];
  /** Whether the account has a workers.dev subdomain. */
  hasSubdomain = true;
  /** How many requests to the public address the previous version still answers. */
  lag = 0;
  /** Whether DELETE requests get a 200, which is wrong. */
  isFaulty = false;
  /** The log settings to report instead of those that were sent. */
  keepsSettings: unknown;
  /** From each hostname to its Worker. */
  readonly domains = new Map<string, string>();
  /** The settings of the Worker that are not part of a version; undefined before it exists. */
  script: { name: string; observability: unknown; enabled: boolean; previews: boolean } | undefined;
  readonly deployments: Deployment[] = [];
  readonly versions: Version[] = [];
  readonly #blobs = new Map<string, Uint8Array>();
  #manifest: Manifest = {};
  readonly #running = new Map<string, Promise<RunningVersion>>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(599).end(String(error));
      });
    });
  }

  static async start(): Promise<Platform> {
    const platform = new Platform();
    await new Promise<void>((done) => platform.#server.listen(0, "127.0.0.1", done));
    return platform;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The live version; undefined before the first deployment. */
  get live(): string | undefined {
    return this.deployments[0]?.versions[0]?.version_id;
  }

  /** Forgets the uploaded files, so that they have to be uploaded again. */
  forgetFiles(): void {
    this.#blobs.clear();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const id of [...this.#running.keys()]) await this.#stop(id);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers["x-edge-host"];
    if (typeof host === "string") return this.#serve(host, request, response);
    const url = new URL(request.url ?? "/", this.origin);
    const body = await buffer(request);
    const path = url.pathname.replace(/^\/accounts\/\w+\/workers\//, "");
    const parts = path.replace(
      /^(scripts|services|workers)\/[^/]+(?=\/|$)\/?/,
      (_, kind: string) => (kind === "scripts" ? "" : kind),
    );
    const call = `${request.method} ${parts.replace(/^versions\/.+/, "versions/ID") || "script"}`;
    this.calls.push(call);
    const failure = this.failures.find((one) => one.call === call && one.times > 0);
    if (failure !== undefined) {
      failure.times--;
      const code = failure.status === 401 ? 10000 : 10001;
      return refuse(response, failure.status, code, `made to fail with ${failure.status}`);
    }
    const form = () => formOf(request, body);
    const result = await this.#handle(call, path, url.searchParams, body, form);
    if (result === NOT_FOUND) return refuse(response, 404, 10007, "not there");
    if (result === undefined) return refuse(response, 400, 7003, `no ${call}`);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
  }

  async #handle(
    call: string,
    path: string,
    query: URLSearchParams,
    body: Buffer,
    form: () => Promise<FormData>,
  ): Promise<unknown> {
    const json = () => JSON.parse(body.toString("utf8"));
    const name = path.split("/")[1] ?? "";
    switch (call) {
      case "GET /accounts":
        return [{ id: ACCOUNT }];
      case "GET subdomain":
        return this.hasSubdomain ? { subdomain: SUBDOMAIN } : NOT_FOUND;
      case "GET domains":
        return [...this.domains]
          .filter(([hostname]) => hostname === query.get("hostname"))
          .map(([hostname, service]) => ({ hostname, service }));
      case "POST assets-upload-session":
        return this.#openUpload(json().manifest);
      case "POST assets/upload":
        return this.#takeFiles(await form());
      case "PUT script": {
        const version = await this.#takeVersion(await form());
        const observability = version.settings.observability;
        this.script = { enabled: false, previews: false, ...this.script, name, observability };
        this.deployments.unshift({ versions: [{ version_id: version.id, percentage: 100 }] });
        return { id: name, etag: "e", deployment_id: version.id, startup_time_ms: 1 };
      }
    }
    if (this.script?.name !== name) return NOT_FOUND;
    switch (call) {
      case "GET services":
        return {
          default_environment: { environment: "production", script: { tag: "t", tags: [] } },
        };
      case "GET secrets":
        return [];
      case "GET settings":
        return { bindings: [] };
      case "GET workers":
        return { subdomain: this.#subdomain() };
      case "POST subdomain": {
        const { enabled, previews_enabled } = json();
        Object.assign(this.script, { enabled, previews: previews_enabled ?? enabled });
        return this.#subdomain();
      }
      case "GET deployments":
        return { deployments: this.deployments };
      case "POST deployments":
        this.deployments.unshift({ versions: json().versions });
        return { id: crypto.randomUUID() };
      case "POST versions": {
        const { id } = await this.#takeVersion(await form());
        const resources = { script: { etag: "e" }, bindings: [], script_runtime: {} };
        return { id, startup_time_ms: 1, metadata: { has_preview: true }, resources };
      }
      case "GET versions/ID":
        return {
          id: path.split("/").at(-1),
          number: 1,
          metadata: { created_on: "2026-11-22T00:00:00Z", source: "wrangler" },
          resources: { script: {}, bindings: [], script_runtime: {} },
        };
      case "GET script-settings":
        return { observability: this.keepsSettings ?? this.script.observability };
      case "PATCH script-settings":
        Object.assign(this.script, json());
        return { observability: this.script.observability };
      case "POST domains/changeset":
        return { added: [], removed: [], updated: [], conflicting: [] };
      case "PUT domains/records":
        for (const { hostname } of json().origins) this.domains.set(hostname, name);
        return {};
    }
    return undefined;
  }

  #subdomain(): object {
    const { name = "", enabled, previews } = this.script ?? {};
    const host = `${name}.${SUBDOMAIN}.workers.dev`;
    const addresses = this.hasSubdomain
      ? { url: `https://${host}`, preview_url_suffix: `-${host}` }
      : {};
    return { enabled, previews_enabled: previews, ...addresses };
  }

  #openUpload(manifest: Manifest): object {
    this.#manifest = manifest;
    const hashes = Object.values(manifest).map(({ hash }) => hash);
    const missing = hashes.filter((hash) => !this.#blobs.has(hash));
    return { jwt: JWT, buckets: missing.length > 0 ? [missing] : [] };
  }

  async #takeFiles(form: FormData): Promise<object> {
    for (const [hash, file] of form) {
      const text = typeof file === "string" ? file : await file.text();
      this.#blobs.set(hash, new Uint8Array(Buffer.from(text, "base64")));
    }
    return { jwt: JWT };
  }

  async #takeVersion(form: FormData): Promise<Version> {
    const settings: Version["settings"] = JSON.parse(String(form.get("metadata")));
    const modules: Version["modules"] = {};
    for (const [name, file] of form) {
      if (typeof file === "string" || name.endsWith(".map")) continue;
      const contents = new Uint8Array(await file.arrayBuffer());
      modules[name] = { type: name.endsWith(".bin") ? "data" : "esm", contents };
    }
    const files = new Map(
      Object.entries(this.#manifest).map(([path, { hash }]) => [path, this.#blobs.get(hash)!]),
    );
    const alias = settings.annotations?.["workers/alias"];
    const version = { id: crypto.randomUUID(), alias, settings, modules, files };
    this.versions.push(version);
    return version;
  }

  async #serve(host: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const version = this.#versionAt(host);
    if (version === undefined) {
      response.writeHead(404).end("error code: 1042");
      return;
    }
    const { url } = await this.#start(version);
    const headers = new Headers({ "CF-Connecting-IP": "198.18.0.1" });
    const etag = request.headers["if-none-match"];
    if (etag !== undefined) headers.set("If-None-Match", etag);
    const init: RequestInit = { headers, redirect: "manual" };
    if (request.method !== undefined) init.method = request.method;
    const reply = await fetch(new URL(request.url ?? "/", url), init);
    const status = this.isFaulty && request.method === "DELETE" ? 200 : reply.status;
    response.writeHead(status, Object.fromEntries(reply.headers));
    response.end(new Uint8Array(await reply.arrayBuffer()));
  }

  #versionAt(host: string): Version | undefined {
    const { name, enabled, previews } = this.script ?? {};
    const ofWorker = `${name}.${SUBDOMAIN}.workers.dev`;
    if ((host === ofWorker && enabled) || this.domains.get(host) === name) {
      const isBehind = this.deployments.length > 1 && this.lag-- > 0;
      const id = this.deployments[isBehind ? 1 : 0]?.versions[0]?.version_id;
      return this.versions.find((version) => version.id === id);
    }
    if (!previews || !host.endsWith(`-${ofWorker}`)) return undefined;
    const prefix = host.slice(0, -ofWorker.length - 1);
    return this.versions.findLast(({ id, alias }) => id.startsWith(prefix) || alias === prefix);
  }

  #start(version: Version): Promise<RunningVersion> {
    const known = this.#running.get(version.id);
    if (known !== undefined) return known;
    const started = startVersion(version);
    this.#running.set(version.id, started);
    const recent = this.versions.slice(-4).map(({ id }) => id);
    for (const id of this.#running.keys()) if (!recent.includes(id)) void this.#stop(id);
    return started;
  }

  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    await (await running)?.stop();
  }
}

const NOT_FOUND = Symbol("not found");

/** The token of an upload, of which wrangler reads only when it expires. */
const JWT = `e30.${Buffer.from(JSON.stringify({ exp: 4e9 })).toString("base64url")}.x`;

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  const errors = [{ code, message }];
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
}

function formOf(request: IncomingMessage, body: Buffer): Promise<FormData> {
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(body), { headers }).formData();
}
