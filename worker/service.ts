import { RateLimiter } from "./limit/limiter.ts";
import { ErrorLog } from "./log.ts";
import { openIndex, type SearchIndex } from "./search/open-index.ts";
import { type Env, readSettings, type Settings } from "./settings.ts";

/** What an isolate keeps from request to request. */
export interface Service {
  readonly settings: Settings;
  readonly assets: Fetcher;
  readonly limiter: RateLimiter;
  readonly errors: ErrorLog;
  /** The id of the deployed version of the Worker; `local` where nothing is deployed. */
  readonly version: string;
  /**
   * The search index, opened at the first call.
   *
   * @throws At every call, if the bundled index is not one that this Worker reads.
   */
  readonly searchIndex: () => SearchIndex;
}

/** @param indexBytes The built search index. */
export function createService(env: Env, indexBytes: ArrayBuffer): Service {
  const report = (message: string) => console.error(message);
  const settings = readSettings(env, report);
  const { limit, windowSeconds } = settings;
  let index: SearchIndex | undefined;
  return {
    settings,
    assets: env.ASSETS,
    limiter: new RateLimiter({ limit, windowMs: windowSeconds * 1000, report }),
    errors: new ErrorLog(),
    version: env.VERSION?.id ?? "local",
    searchIndex: () => {
      index ??= openIndex(indexBytes);
      return index;
    },
  };
}
