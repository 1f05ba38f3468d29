import { RateLimiter } from "./limit/limiter.ts";
import { ErrorLog } from "./log.ts";
import { openEngine, type SearchEngine } from "./search/search-engine.ts";
import { type Env, readSettings, type Settings } from "./settings.ts";

/** State that an isolate keeps between requests. */
export interface Service {
  readonly settings: Settings;
  readonly assets: Fetcher;
  readonly limiter: RateLimiter;
  readonly errors: ErrorLog;
  /** ID of the deployed version of the Worker, or `local` if it is not deployed. */
  readonly version: string;
  /**
   * Returns the search index, opening it on the first call.
   *
   * @throws On every call, if this Worker cannot read the bundled index.
   */
  readonly searchEngine: () => SearchEngine;
}

/** @param indexBytes The built search index. */
export function createService(env: Env, indexBytes: ArrayBuffer): Service {
  const report = (message: string) => console.error(message);
  const settings = readSettings(env, report);
  const { limit, windowSeconds } = settings;
  let engine: SearchEngine | undefined;
  return {
    settings,
    assets: env.ASSETS,
    limiter: new RateLimiter({ limit, windowMs: windowSeconds * 1000, report }),
    errors: new ErrorLog(),
    version: env.VERSION?.id ?? "local",
    searchEngine: () => {
      engine ??= openEngine(indexBytes);
      return engine;
    },
  };
}
