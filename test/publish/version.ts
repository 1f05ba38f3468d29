import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startWorker } from "../worker/service.ts";

/** A version of a Worker, as wrangler uploads it. */
export interface Version {
  readonly id: string;
  readonly alias: string | undefined;
  readonly settings: Metadata;
  readonly modules: Record<string, { type: "esm" | "data"; contents: Uint8Array }>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Metadata {
  readonly main_module: string;
  readonly compatibility_date: string;
  readonly bindings: readonly { name: string; type: string; text?: string; json?: unknown }[];
  readonly annotations?: { readonly "workers/alias"?: string };
  readonly observability?: unknown;
}

export interface RunningVersion {
  readonly url: URL;
  stop(): Promise<void>;
}

/** Runs a version in Miniflare, with its files and bindings. */
export async function startVersion(version: Version): Promise<RunningVersion> {
  const { id, settings, modules, files } = version;
  const folder = mkdtempSync(join(tmpdir(), "assets-"));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const env = Object.fromEntries(
    settings.bindings.map(({ name, type, text, json }) => {
      if (type === "assets") return [name, { type }];
      if (type === "version_metadata") return [name, { type: "json", value: { id } }];
      return [name, { type: "json", value: text ?? json }];
    }),
  );
  const miniflare = startWorker({
    name: "version",
    compatibilityDate: settings.compatibility_date,
    manifest: { mainModule: settings.main_module, modulesRoot: "/", modules },
    env,
    assets: {
      directory: folder,
      hasUserWorker: true,
      runWorkerFirst: true,
      htmlHandling: "none",
      notFoundHandling: "none",
    },
  });
  const stop = async () => {
    await miniflare.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: await miniflare.unsafeGetDirectURL(), stop };
}
