import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Miniflare } from "miniflare";
import { startWorker } from "../worker/service.ts";

export const ACCOUNT = "a".repeat(32);
const ZONE = "somebody.workers.dev";
const NOT_FOUND = Symbol("not found");

/** A version, as wrangler uploads it. */
interface Version {
  readonly id: string;
  readonly metadata: {
    readonly main_module: string;
    readonly compatibility_date: string;
    readonly bindings: readonly { name: string; type: string; text?: string; json?: unknown }[];
    readonly annotations?: { readonly "workers/alias"?: string };
  };
  readonly modules: Record<string, { type: "esm" | "data"; contents: Uint8Array }>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

type Manifest = Record<string, { hash: string }>;

/**
 * A stand-in for Cloudflare with one Worker: the part of the API that wrangler and `npm run deploy` use,
 * and the addresses of the uploaded versions, which run in workerd.
 */
export class Platform {
  /** The requests to the API, without account and names, such as `POST versions`. */
  readonly calls: string[] = [];
  /** From such a request to the status with which it fails. */
  readonly failures = new Map<string, number>();
  /** Whether versions answer DELETE with 200, which is wrong. */
  isFaulty = false;
  /** From each hostname to its Worker. */
  readonly domains = new Map<string, string>();
  readonly versions: Version[] = [];
  /** The live versions, newest first. */
  readonly deployments: string[] = [];
  /** The Worker's name and settings; undefined before it exists. */
  worker: { name: string; enabled?: boolean; previews?: boolean } | undefined;
  #files = new Map<string, Uint8Array>();
  #manifest: Manifest = {};
  readonly #running = new Map<string, { folder: string; miniflare: Miniflare }>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(599).end(String(error)));
  });

  static async start(): Promise<Platform> {
    const platform = new Platform();
    await new Promise<void>((done) => platform.#server.listen(0, "127.0.0.1", done));
    return platform;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get live(): string | undefined {
    return this.deployments[0];
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const { folder, miniflare } of this.#running.values()) {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers["x-edge-host"];
    if (typeof host === "string") return this.#serve(host, request, response);
    const url = new URL(request.url ?? "/", this.origin);
    const path = url.pathname.replace(/^\/accounts\/\w+\/workers\//, "");
    const call = `${request.method} ${path
      .replace(/^(scripts|services|workers)\/[^/]+\/?/, (_, kind) =>
        kind === "scripts" ? "" : kind,
      )
      .replace(/^versions\/.+/, "versions/ID")}`.trim();
    this.calls.push(call);
    const failure = this.failures.get(call);
    if (failure !== undefined) return refuse(response, failure, failure === 401 ? 10000 : 10001);
    const name = path.split("/")[1] ?? "";
    const result = await this.#handle(call, name, url, await readBody(request));
    if (result === NOT_FOUND) return refuse(response, 404, 10007);
    if (result === undefined) return refuse(response, 400, 7003);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
  }

  async #handle(call: string, name: string, url: URL, body: Response): Promise<unknown> {
    switch (call) {
      case "GET subdomain":
        return { subdomain: ZONE.split(".")[0] };
      case "GET domains": {
        const hostname = url.searchParams.get("hostname") ?? "";
        return this.domains.has(hostname) ? [{ service: this.domains.get(hostname) }] : [];
      }
      case "POST assets-upload-session": {
        this.#manifest = ((await body.json()) as { manifest: Manifest }).manifest;
        const hashes = Object.values(this.#manifest).map(({ hash }) => hash);
        const missing = hashes.filter((hash) => !this.#files.has(hash));
        return { jwt: JWT, buckets: missing.length > 0 ? [missing] : [] };
      }
      case "POST assets/upload":
        for (const [hash, file] of await body.formData()) {
          const text = typeof file === "string" ? file : await file.text();
          this.#files.set(hash, new Uint8Array(Buffer.from(text, "base64")));
        }
        return { jwt: JWT };
      case "PUT": {
        const { id } = await this.#takeVersion(await body.formData());
        this.worker = { ...this.worker, name };
        this.deployments.unshift(id);
        return { id: name, etag: "e", deployment_id: id, startup_time_ms: 1 };
      }
    }
    if (this.worker?.name !== name) return NOT_FOUND;
    switch (call) {
      case "GET services":
        return { default_environment: { script: { tag: "t", tags: [] } } };
      case "GET secrets":
        return [];
      case "GET settings":
        return { bindings: [] };
      case "GET workers":
        return { subdomain: this.#subdomain() };
      case "POST subdomain": {
        const { enabled, previews_enabled } = (await body.json()) as Record<string, boolean>;
        Object.assign(this.worker, { enabled, previews: previews_enabled ?? enabled });
        return this.#subdomain();
      }
      case "GET deployments": {
        const created_on = (n: number) => new Date(9e11 - n).toISOString();
        const deployments = this.deployments.map((version_id, n) => ({
          created_on: created_on(n),
          versions: [{ version_id, percentage: 100 }],
        }));
        return { deployments };
      }
      case "POST deployments": {
        const { versions } = (await body.json()) as { versions: { version_id: string }[] };
        this.deployments.unshift(...versions.map(({ version_id }) => version_id));
        return { id: crypto.randomUUID() };
      }
      case "POST versions": {
        const { id } = await this.#takeVersion(await body.formData());
        const resources = { script: { etag: "e" }, bindings: [], script_runtime: {} };
        return { id, startup_time_ms: 1, metadata: { has_preview: true }, resources };
      }
      case "GET versions/ID": {
        const id = url.pathname.split("/").at(-1);
        const bindings = this.versions.find((each) => each.id === id)?.metadata.bindings ?? [];
        const metadata = { created_on: "2026-11-22T00:00:00Z", source: "wrangler" };
        return { id, number: 1, metadata, resources: { script: {}, bindings, script_runtime: {} } };
      }
      case "PATCH script-settings":
        return body.json();
      case "POST domains/changeset":
        return { added: [], removed: [], updated: [], conflicting: [] };
      case "PUT domains/records": {
        const { origins } = (await body.json()) as { origins: { hostname: string }[] };
        for (const { hostname } of origins) this.domains.set(hostname, name);
        return {};
      }
    }
    return undefined;
  }

  #subdomain(): object {
    const { name, enabled, previews } = this.worker ?? {};
    const url = `https://${name}.${ZONE}`;
    return { enabled, previews_enabled: previews, url, preview_url_suffix: `-${name}.${ZONE}` };
  }

  async #takeVersion(form: FormData): Promise<Version> {
    const modules: Version["modules"] = {};
    for (const [name, file] of form) {
      if (typeof file === "string" || name.endsWith(".map")) continue;
      const contents = new Uint8Array(await file.arrayBuffer());
      modules[name] = { type: name.endsWith(".bin") ? "data" : "esm", contents };
    }
    const manifest = Object.entries(this.#manifest);
    const files = new Map(manifest.map(([path, { hash }]) => [path, this.#files.get(hash)!]));
    const metadata: Version["metadata"] = JSON.parse(String(form.get("metadata")));
    const version = { id: crypto.randomUUID(), metadata, modules, files };
    this.versions.push(version);
    return version;
  }

  async #serve(host: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const version = this.#versionAt(host);
    if (version === undefined) return void response.writeHead(404).end("error code: 1042");
    const headers = new Headers({ "CF-Connecting-IP": "198.18.0.1" });
    const etag = request.headers["if-none-match"];
    if (etag !== undefined) headers.set("If-None-Match", etag);
    const { method = "GET", url = "/" } = request;
    const origin = await this.#start(version).unsafeGetDirectURL();
    const reply = await fetch(new URL(url, origin), { method, headers, redirect: "manual" });
    const status = this.isFaulty && method === "DELETE" ? 200 : reply.status;
    response.writeHead(status, Object.fromEntries(reply.headers));
    response.end(new Uint8Array(await reply.arrayBuffer()));
  }

  #versionAt(host: string): Version | undefined {
    const { name, enabled, previews } = this.worker ?? {};
    if ((host === `${name}.${ZONE}` && enabled) || this.domains.get(host) === name) {
      return this.versions.find(({ id }) => id === this.live);
    }
    const prefix = host.replace(`-${name}.${ZONE}`, "");
    const isAt = ({ id, metadata }: Version) =>
      id.startsWith(prefix) || metadata.annotations?.["workers/alias"] === prefix;
    return previews ? this.versions.findLast(isAt) : undefined;
  }

  /** Runs a version, with its files and bindings. */
  #start({ id, metadata, modules, files }: Version): Miniflare {
    const known = this.#running.get(id);
    if (known !== undefined) return known.miniflare;
    const folder = mkdtempSync(join(tmpdir(), "assets-"));
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const env = metadata.bindings.map(({ name, type, text, json }) => {
      if (type === "assets") return [name, { type }];
      return [name, { type: "json", value: type === "version_metadata" ? { id } : (text ?? json) }];
    });
    const miniflare = startWorker({
      name: "version",
      compatibilityDate: metadata.compatibility_date,
      manifest: { mainModule: metadata.main_module, modulesRoot: "/", modules },
      env: Object.fromEntries(env),
      assets: {
        directory: folder,
        hasUserWorker: true,
        runWorkerFirst: true,
        htmlHandling: "none",
        notFoundHandling: "none",
      },
    });
    this.#running.set(id, { folder, miniflare });
    return miniflare;
  }
}

/** The token of an upload, of which wrangler reads only when it expires. */
const JWT = `e30.${Buffer.from(JSON.stringify({ exp: 4e9 })).toString("base64url")}.x`;

async function readBody(request: IncomingMessage): Promise<Response> {
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(await buffer(request)), { headers });
}

function refuse(response: ServerResponse, status: number, code: number): void {
  const errors = [{ code, message: `refused with ${status}` }];
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
}
