import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Bundle } from "../../test/worker/bundle.ts";
import { writeAssetStore } from "./asset-store.ts";

/** A Worker for `workerd serve`. */
export interface WorkerSettings {
  /** Folder of the Worker's modules: `index.js`, the main one, and data as `.bin`. */
  readonly modules: string;
  readonly compatibilityDate: string;
  readonly vars: Readonly<Record<string, unknown>>;
  /** Heap limit of each isolate in MiB; the runtime's own if absent. */
  readonly heapMiB?: number;
  /** Folder written by `writeAssetStore`, bound as `ASSETS`; no assets if absent. */
  readonly store?: string;
}

/**
 * The bundled Worker with its built files.
 * @param vars those that are not given have their defaults
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
    vars,
    store,
  };
}

/**
 * The configuration for serving a Worker with `workerd serve`, as Cap'n Proto text. Its only socket is
 * `http`, on a free port of the loopback interface.
 *
 * Assets are served by Cloudflare's own asset Worker, which comes with Miniflare, in the same process. It
 * reads a folder instead of the KV namespace that contains the files in production. There is no router or
 * proxy in front of the Worker, because in production none of them is billed to it.
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

// These strings contain nothing else that Cap'n Proto would need escaped.
function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
