import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Bundle } from "../worker/bundle.ts";
import { writeAssetStore } from "./asset-store.ts";

/** A Worker for `workerd serve`. */
export interface WorkerSettings {
  /** Holds the Worker's modules: `index.js`, the main one, and data as `.bin`. */
  readonly modules: string;
  readonly compatibilityDate: string;
  readonly vars: Readonly<Record<string, unknown>>;
  /** Bound of the heap of each isolate, in MiB; the runtime's own when absent. */
  readonly heapMiB?: number;
  /** Folder that `writeAssetStore` wrote, bound as `ASSETS`; no assets when absent. */
  readonly store?: string;
}

/**
 * The bundled Worker with its built files.
 * @param vars instead of those of `wrangler.toml`, or beside them
 */
export function bundledWorker(
  { folder, settings }: Bundle,
  vars: WorkerSettings["vars"],
): WorkerSettings & { readonly store: string } {
  const store = join(folder, "store");
  writeAssetStore(store, join(folder, "dist"));
  return {
    modules: join(folder, "bundle"),
    compatibilityDate: settings.compatibilityDate,
    vars: { ...settings.vars, ...vars },
    store,
  };
}

/**
 * The configuration of a `workerd serve` that answers with a Worker, as Cap'n Proto text. Its one
 * socket is `http`, on a free port of the loopback.
 *
 * Assets are answered by Cloudflare's own asset Worker, the one that Miniflare ships, in the same
 * process. In place of the KV namespace that holds the files in production it reads a folder. No
 * router and no proxy stand before the Worker, as none of them is billed to it in production.
 */
export function workerdConfig(settings: WorkerSettings): string {
  const { modules, compatibilityDate, vars, heapMiB, store } = settings;
  const names = readdirSync(modules).filter((name) => /\.(js|bin)$/.test(name));
  // The first module is the main one.
  names.sort((a, b) => Number(b === "index.js") - Number(a === "index.js"));
  const bindings = [
    ...Object.entries(vars).map(([name, value]) => bind(name, `json = ${text(value)}`)),
    ...(store === undefined ? [] : [bind("ASSETS", 'service = "assets"')]),
  ];
  const worker = `(name = "worker", worker = (
      compatibilityDate = ${quoted(compatibilityDate)},
      modules = [${names.map((name) => moduleOf(modules, name)).join(", ")}],
      bindings = [${bindings.join(", ")}]))`;
  const flags = heapMiB === undefined ? "" : `v8Flags = ["--max-old-space-size=${heapMiB}"],`;
  const services = [worker, ...(store === undefined ? [] : assetServices(store))];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${services.join(",\n    ")}
  ],
  ${flags}
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")]
);
`;
}

function assetServices(store: string): string[] {
  const config = text({ html_handling: "none", not_found_handling: "none" });
  return [
    `(name = "assets", worker = (
      compatibilityDate = "2024-07-31",
      compatibilityFlags = ["nodejs_compat", "enable_ctx_exports"],
      modules = [(name = "asset-worker.mjs", esModule = embed ${quoted(assetWorker())})],
      bindings = [
        ${bind("ASSETS_KV_NAMESPACE", 'kvNamespace = "blobs"')},
        ${bind("ASSETS_MANIFEST", `data = embed ${quoted(join(store, "manifest.bin"))}`)},
        ${bind("CONFIG", `json = ${config}`)}]))`,
    `(name = "blobs", disk = (path = ${quoted(join(store, "blobs"))}))`,
  ];
}

function assetWorker(): string {
  const miniflare = createRequire(import.meta.url).resolve("miniflare");
  return join(dirname(miniflare), "workers/assets/assets.worker.js");
}

function moduleOf(folder: string, name: string): string {
  const kind = name.endsWith(".js") ? "esModule" : "data";
  return `(name = ${quoted(name)}, ${kind} = embed ${quoted(join(folder, name))})`;
}

function bind(name: string, value: string): string {
  return `(name = ${quoted(name)}, ${value})`;
}

/** A value as JSON, as a Cap'n Proto string. */
function text(value: unknown): string {
  return quoted(JSON.stringify(value));
}

// Of the escapes of JSON only these two are in the strings at hand, and Cap'n Proto has them too.
function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
