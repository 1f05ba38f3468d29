import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Miniflare } from "miniflare";
import { startWorker } from "../worker/service.ts";

export const ACCOUNT = "a".repeat(32);
/** The address of the only Worker. */
export const HOST = "my-notes.somebody.workers.dev";

/** The token of an upload, of which wrangler reads only when it expires. */
const JWT = `e30.${Buffer.from(JSON.stringify({ exp: 4e9 })).toString("base64url")}.x`;

/** The platform's codes of errors, by status. */
const CODES: Readonly<Record<number, number>> = { 401: 10000, 404: 10007, 503: 10001 };

const CREATED = { created_on: "2026-11-22T00:00:00Z" };

type Manifest = Record<string, { readonly hash: string }>;

/** What wrangler sends about a version. */
interface Metadata {
  readonly main_module: string;
  readonly compatibility_date: string;
  readonly bindings: readonly { name: string; type: string; text?: string; json?: unknown }[];
  readonly annotations?: { readonly "workers/alias"?: string };
}

interface Version {
  readonly id: string;
  readonly metadata: Metadata;
  readonly running: Miniflare;
  /** Uploaded by the stub of wrangler: requests to it get responses of another version. */
  readonly isStandIn?: boolean;
}

/** What a run of wrangler does to the program that started it. */
export interface Ran {
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly report?: object;
}

/** The JSON that wrangler sends: each request has some of these. */
interface Sent {
  readonly manifest: Manifest;
  readonly versions: readonly { readonly version_id: string }[];
  readonly previews_enabled: boolean;
  readonly origins: readonly { readonly hostname: string }[];
}

function failed(status: number): Ran {
  return { code: 1, stderr: `refused [code: ${CODES[status]}]\n` };
}

/** What is wrong with the responses to some requests. */
export interface Fault {
  /**
   * Matches such a request, for example `DELETE /api/v1/notes.json` or, to the API, `GET subdomain`; or a command of
   * the stand-in for wrangler, such as `versions upload`.
   */
  readonly on: RegExp;
  readonly status?: number;
  readonly text?: string;
  /** A header, which is missing if its value is empty. */
  readonly header?: readonly [name: string, value: string];
  readonly isOnce?: boolean;
}

/**
 * A stand-in for Cloudflare with one Worker: the part of the API that wrangler and `npm run deploy` use,
 * and the addresses of the uploaded versions, which run in workerd.
 */
export class Platform {
  fault: Fault | undefined;
  /** From each hostname to its Worker. */
  readonly domains = new Map<string, string>();
  readonly versions: Version[] = [];
  /** The live versions, newest first; empty before the Worker exists. */
  readonly deployments: string[] = [];
  /** Whether versions have addresses of their own. */
  hasPreviews = true;
  /** Whether the account has a subdomain of workers.dev. */
  hasSubdomain = true;
  #clients = 0;
  #manifest: Manifest = {};
  readonly #files = new Map<string, Buffer>();
  readonly #folder = mkdtempSync(join(tmpdir(), "platform-"));
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(599).end(String(error)));
  });

  /** The API. What returns undefined does not exist. */
  readonly #routes: Readonly<Record<string, (body: Response, url: URL) => unknown>> = {
    "GET subdomain": () => this.hasSubdomain && { subdomain: "somebody" },
    "GET domains": (_, url) => {
      const service = this.domains.get(url.searchParams.get("hostname") ?? "");
      return service === undefined ? [] : [{ service }];
    },
    "GET services/my-notes": () =>
      this.live && { default_environment: { script: { tag: "t", tags: [] } } },
    "GET workers/my-notes": () => ({ subdomain: this.#subdomain() }),
    "POST scripts/my-notes/subdomain": async (body) => {
      this.hasPreviews = ((await body.json()) as Sent).previews_enabled;
      return this.#subdomain();
    },
    "POST scripts/my-notes/assets-upload-session": async (body) => {
      this.#manifest = ((await body.json()) as Sent).manifest;
      return { jwt: JWT, buckets: [Object.values(this.#manifest).map(({ hash }) => hash)] };
    },
    "POST assets/upload": async (body) => {
      for (const [hash, file] of await body.formData()) {
        this.#files.set(hash, Buffer.from(await new Response(file).text(), "base64"));
      }
      return { jwt: JWT };
    },
    "PUT scripts/my-notes": async (body) => {
      const id = await this.#keep(await body.formData());
      this.deployments.unshift(id);
      return { deployment_id: id, startup_time_ms: 1 };
    },
    "POST scripts/my-notes/versions": async (body) => {
      const id = await this.#keep(await body.formData());
      const resources = { script: { etag: "e" }, script_runtime: {}, bindings: [] };
      return { id, startup_time_ms: 1, metadata: { has_preview: true }, resources };
    },
    "GET scripts/my-notes/versions/ID": (_, url) => {
      const version = this.versions.find(({ id }) => url.pathname.endsWith(id));
      const resources = {
        script: {},
        script_runtime: {},
        bindings: version?.metadata.bindings ?? [],
      };
      return { id: version?.id, metadata: CREATED, resources };
    },
    "GET scripts/my-notes/deployments": () => {
      const all = this.deployments.map((version_id) => ({ version_id, percentage: 100 }));
      return this.live && { deployments: all.map((each) => ({ ...CREATED, versions: [each] })) };
    },
    "POST scripts/my-notes/deployments": async (body) => {
      this.deployments.unshift(((await body.json()) as Sent).versions[0]!.version_id);
      return {};
    },
    "PATCH scripts/my-notes/script-settings": () => ({}),
    "PUT scripts/my-notes/domains/records": async (body) => {
      for (const { hostname } of ((await body.json()) as Sent).origins)
        this.domains.set(hostname, "my-notes");
      return {};
    },
  };

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
    for (const running of new Set(this.versions.map((each) => each.running))) {
      await running.dispose();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers["x-edge-host"];
    if (typeof host === "string") return this.#serve(host, request, response);
    if (request.headers["x-stand-in"]) {
      const args: string[] = JSON.parse((await buffer(request)).toString());
      return void response.end(JSON.stringify(this.#run(args)));
    }
    const url = new URL(request.url ?? "/", this.origin);
    const path = url.pathname.replace(/^.*?\/workers\//, "").replace(/versions\/.+/, "versions/ID");
    const call = `${request.method} ${path}`;
    const headers = { "Content-Type": request.headers["content-type"] ?? "" };
    const body = new Response(new Uint8Array(await buffer(request)), { headers });
    const failure = this.fault?.on.test(call) ? this.fault.status : undefined;
    const route = failure === undefined ? this.#routes[call] : undefined;
    const result = (await route?.(body, url)) || undefined;
    const status = failure ?? (result === undefined ? 404 : 200);
    const errors = [{ code: CODES[status], message: "refused" }];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: status === 200, errors, messages: [], result }));
  }

  async #serve(host: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const version = this.#versionAt(host);
    if (version === undefined) return void response.writeHead(404).end("error code: 1042");
    const { method = "GET", url = "/" } = request;
    const etag = request.headers["if-none-match"];
    const client = { "CF-Connecting-IP": `198.18.0.${this.#clients++ % 256}` };
    const headers = { ...client, ...(etag && { "If-None-Match": etag }) };
    const target = new URL(url, await version.running.unsafeGetDirectURL());
    const sent = await fetch(target, { method, headers, redirect: "manual" });
    const fault = this.fault?.on.test(`${method} ${url}`) ? this.fault : undefined;
    if (fault?.isOnce) this.fault = undefined;
    const replied = new Headers(sent.headers);
    replied.delete("Content-Length");
    if (version.isStandIn) replied.set("X-Version", version.id);
    if (fault?.header) replied.set(...fault.header);
    const present = [...replied].filter(([, value]) => value !== "");
    response.writeHead(fault?.status ?? sent.status, Object.fromEntries(present));
    response.end(fault?.text ?? (await sent.text()));
  }

  /** Does at once what a command of wrangler does. */
  #run(args: readonly string[]): Ran {
    const [group = "", command = "", target = ""] = args;
    const call = group === "deploy" ? group : `${group} ${command}`;
    const fault = this.fault?.on.test(call) ? this.fault : undefined;
    if (fault?.text !== undefined) return { code: 1, stderr: fault.text };
    if (fault?.status !== undefined) return failed(fault.status);
    const { live } = this;
    if (call === "deployments status") {
      if (live === undefined) return failed(404);
      return { code: 0, stdout: JSON.stringify({ versions: [{ version_id: live }] }) };
    }
    if (call === "versions view") {
      const bindings = this.versions.find(({ id }) => id === target)?.metadata.bindings ?? [];
      return { code: 0, stdout: JSON.stringify({ resources: { bindings } }) };
    }
    if (call === "versions deploy") this.deployments.unshift(target.replace(/@.*/, ""));
    if (call !== "versions upload" && call !== "deploy") return { code: 0, report: {} };
    const version_id = this.#standIn();
    if (call === "deploy") this.deployments.unshift(version_id);
    const preview_url = this.hasPreviews && `https://${version_id.slice(0, 8)}-${HOST}`;
    const report = {
      version_id,
      targets: [`https://${HOST}`],
      ...(preview_url && { preview_url }),
    };
    return { code: 0, report };
  }

  /** Adds a version of the service that is running. */
  #standIn(): string {
    const id = crypto.randomUUID();
    const { metadata, running } = this.versions[0]!;
    this.versions.push({ id, metadata, running, isStandIn: true });
    return id;
  }

  /** Makes a service that is running the live version, as if it had been published before. */
  publish(running: Miniflare): void {
    const bindings = ["ASSETS", "VERSION", "RATE_LIMIT_REQUESTS"];
    const metadata = {
      main_module: "index.js",
      compatibility_date: "",
      bindings: bindings.map((name) => ({ name, type: "json" })),
    };
    const id = crypto.randomUUID();
    this.versions.push({ id, metadata, running, isStandIn: true });
    this.deployments.unshift(id);
  }

  #versionAt(host: string): Version | undefined {
    if (host === HOST || this.domains.get(host) === "my-notes") {
      return this.versions.find(({ id }) => id === this.live);
    }
    const prefix = host.replace(`-${HOST}`, "");
    const isAt = ({ id, metadata }: Version) =>
      id.startsWith(prefix) || metadata.annotations?.["workers/alias"] === prefix;
    return this.hasPreviews ? this.versions.findLast(isAt) : undefined;
  }

  #subdomain(): object {
    return { enabled: true, previews_enabled: this.hasPreviews, preview_url_suffix: `-${HOST}` };
  }

  /** Keeps a version with the files that were uploaded before it. */
  async #keep(form: FormData): Promise<string> {
    const id = crypto.randomUUID();
    const directory = join(this.#folder, id);
    for (const [path, { hash }] of Object.entries(this.#manifest)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), this.#files.get(hash)!);
    }
    const modules: Record<string, object> = {};
    for (const [name, file] of form) {
      if (typeof file === "string" || name.endsWith(".map")) continue;
      const type = name.endsWith(".bin") ? "data" : "esm";
      modules[name] = { type, contents: new Uint8Array(await file.arrayBuffer()) };
    }
    const metadata: Metadata = JSON.parse(String(form.get("metadata")));
    const values = metadata.bindings.map(({ name, type, text, json }) => {
      if (type === "assets") return [name, { type }];
      return [name, { type: "json", value: type === "version_metadata" ? { id } : (text ?? json) }];
    });
    const serving = { runWorkerFirst: true, htmlHandling: "none", notFoundHandling: "none" };
    const running = startWorker({
      name: "version",
      compatibilityDate: metadata.compatibility_date,
      manifest: { mainModule: metadata.main_module, modulesRoot: "/", modules },
      env: Object.fromEntries(values),
      assets: { directory, hasUserWorker: true, ...serving },
    });
    this.versions.push({ id, metadata, running });
    return id;
  }
}
