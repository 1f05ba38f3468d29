import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type WorkerSettings, workerdConfig } from "../../edge/workerd-config.ts";
import type { Bundle } from "../../worker/bundle.ts";
import { preparedWorker } from "./prepared-worker.ts";

/** A window in which no client of a load reaches the limit. */
const UNREACHED = { RATE_LIMIT_WINDOW_SECONDS: 10 };

/** A window that outlasts the run, so that who has used up the limit stays refused, with as long a body. */
const USED_UP = { RATE_LIMIT_WINDOW_SECONDS: 86_400 };

const CONSTANT = `export default {
  fetch: () => new Response('{"ok":true}', { headers: { "Content-Type": "application/json" } }),
};`;
const PASS_THROUGH = "export default { fetch: (request, env) => env.ASSETS.fetch(request) };";

/** Configurations for `workerd serve`, one for each Worker that is measured. */
export interface EdgeWorkers {
  /** The Worker of this project with the limit of `wrangler.toml`, in a window that few ask in. */
  readonly api: string;
  /** The same in a window that does not end. */
  readonly limited: string;
  /** A Worker that gives a response, made ready, to every request. */
  readonly prepared: (response: Response) => Promise<string>;
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
    vars: { ...vars, ...UNREACHED },
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
    prepared: async (response) =>
      workerdConfig(written("prepared", await preparedWorker(response))),
    constant: workerdConfig(written("constant", CONSTANT)),
    passThrough: workerdConfig({ ...written("pass-through", PASS_THROUGH), store }),
    bare: workerdConfig(api),
  };
}
