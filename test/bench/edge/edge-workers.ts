import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type WorkerSettings, workerdConfig } from "../../edge/workerd-config.ts";
import type { Bundle } from "../../worker/bundle.ts";

/** Bounds that no load reaches, and a window in which the requests of a load do not pile up. */
const UNLIMITED = { RATE_LIMIT_REQUESTS: 1_000_000, RATE_LIMIT_WINDOW_SECONDS: 1 };

/** A window that outlasts the run, so that who has used up the limit stays refused. */
const USED_UP = { RATE_LIMIT_WINDOW_SECONDS: 3600 };

const CONSTANT = `export default {
  fetch: () => new Response('{"ok":true}', { headers: { "Content-Type": "application/json" } }),
};`;
const PASS_THROUGH = "export default { fetch: (request, env) => env.ASSETS.fetch(request) };";

/** Configurations for `workerd serve`, one for each Worker that is measured. */
export interface EdgeWorkers {
  /** The Worker of this project, its limit out of the way. */
  readonly api: string;
  /** The same with the limit of `wrangler.toml`, in a longer window. */
  readonly limited: string;
  readonly constant: string;
  readonly passThrough: string;
  /** The Worker of this project without assets, to be compared with `constant` when they start. */
  readonly bare: string;
}

/** @param store folder that `writeAssetStore` wrote: the same one for all that have assets */
export function edgeWorkers({ folder, settings }: Bundle, store: string): EdgeWorkers {
  const { compatibilityDate, vars } = settings;
  const api: WorkerSettings = {
    modules: join(folder, "bundle"),
    compatibilityDate,
    vars: UNLIMITED,
  };
  const written = (name: string, code: string): WorkerSettings => {
    const modules = join(folder, name);
    mkdirSync(modules);
    writeFileSync(join(modules, "index.js"), code);
    return { modules, compatibilityDate, vars: {} };
  };
  return {
    api: workerdConfig({ ...api, store }),
    limited: workerdConfig({ ...api, vars: { ...vars, ...USED_UP }, store }),
    constant: workerdConfig(written("constant", CONSTANT)),
    passThrough: workerdConfig({ ...written("pass-through", PASS_THROUGH), store }),
    bare: workerdConfig(api),
  };
}
