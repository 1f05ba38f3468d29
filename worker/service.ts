import type { Env } from "./env.ts";
import { AnswerMemory } from "./http/answer-memory.ts";
import { basePath } from "./http/base-path.ts";
import { PreparedResponses } from "./http/prepared-responses.ts";
import { limitSettings } from "./limit/limit-settings.ts";
import { RateLimiter } from "./limit/rate-limiter.ts";
import { Refusals } from "./limit/refusals.ts";
import { sampleRate } from "./log/sample-rate.ts";
import { openIndex } from "./search/open-index.ts";
import type { SearchIndex } from "./search/search-index.ts";

/** What an isolate keeps from request to request. */
export interface Service {
  readonly assets: Fetcher;
  readonly limiter: RateLimiter;
  readonly refusals: Refusals;
  readonly responses: PreparedResponses;
  /** Holds nothing where files are live. */
  readonly answers: AnswerMemory;
  /** Whether files change while the isolate runs: then their tags are made of their bytes. */
  readonly isLive: boolean;
  /** What stands in front of every address: empty, or such as `/docs`. */
  readonly basePath: string;
  /** Share of the requests that are logged, 0 to 1. */
  readonly sampleRate: number;
  /**
   * The search index, opened at the first call.
   *
   * @throws At every call, if the bundled index is not one that this Worker reads.
   */
  readonly searchIndex: () => SearchIndex;
}

/** @param indexBytes The built search index. */
export function createService(env: Env, indexBytes: ArrayBuffer): Service {
  const { requests, windowSeconds } = limitSettings(env, console.error);
  const [seed = 0] = crypto.getRandomValues(new Int32Array(1));
  const base = basePath(env.BASE_PATH, console.error);
  const isLive = env.LIVE_FILES === "true";
  let index: SearchIndex | undefined;
  return {
    assets: env.ASSETS,
    limiter: new RateLimiter({ limit: requests, windowMs: windowSeconds * 1000, seed }),
    refusals: new Refusals(requests, windowSeconds, base),
    responses: new PreparedResponses(requests, windowSeconds),
    answers: new AnswerMemory(isLive ? 0 : undefined),
    isLive,
    basePath: base,
    sampleRate: sampleRate(env.LOG_SAMPLE_RATE, console.error),
    searchIndex: () => {
      index ??= openIndex(indexBytes);
      return index;
    },
  };
}
