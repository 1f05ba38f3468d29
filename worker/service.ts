import type { Answer } from "./answer.ts";
import { MCP_ADDRESS } from "./contract/addresses.ts";
import { RateLimiter } from "./limit/limiter.ts";
import { ErrorLog } from "./log.ts";
import type { ApiRequest } from "./request.ts";
import type { SearchEngine } from "./search/search-engine.ts";
import { readSettings, type Settings, type Variables } from "./settings.ts";

/** What the API needs from where it runs. */
export interface Host {
  /** Answers with the built file at the address of a request, or that the client has it; `undefined` if there is none. */
  readonly readFile: (request: ApiRequest) => Promise<Answer | undefined>;
  /**
   * Returns the search index, opening it on the first call.
   *
   * @throws On every call, if this version of the code cannot read the built index.
   */
  readonly searchEngine: () => SearchEngine;
  /** ID of the deployed version: letters, digits and hyphens. */
  readonly version: string;
  /** Whether only programs on the same machine can send requests. */
  readonly isLoopback: boolean;
}

/** State that is kept between requests. */
export interface Service extends Host {
  readonly settings: Settings;
  readonly limiter: RateLimiter;
  /** Counts what is sent to `/mcp`; undefined if the owner took that address away. */
  readonly mcpLimiter: RateLimiter | undefined;
  readonly errors: ErrorLog;
}

export function createService(variables: Variables, host: Host): Service {
  const report = (message: string) => console.error(message);
  const settings = readSettings(variables, report);
  const { limit, mcpLimit, windowSeconds } = settings;
  const newLimiter = (most: number) =>
    new RateLimiter({ limit: most, windowMs: windowSeconds * 1000, report });
  return {
    ...host,
    settings,
    limiter: newLimiter(limit),
    mcpLimiter: mcpLimit > 0 ? newLimiter(mcpLimit) : undefined,
    errors: new ErrorLog(),
  };
}

/** The limiter that counts a request: `/mcp` has one of its own. */
export function limiterOf({ address }: ApiRequest, { limiter, mcpLimiter }: Service): RateLimiter {
  return (address === MCP_ADDRESS && mcpLimiter) || limiter;
}
