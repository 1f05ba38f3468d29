import { MCP_ADDRESS } from "../contract/addresses.ts";
import type { Settings } from "../settings.ts";
import { RateLimiter } from "./limiter.ts";

export interface Limiters {
  readonly limiter: RateLimiter;
  /** Counts what is sent to `/mcp`; undefined if the owner turned it off. */
  readonly mcpLimiter: RateLimiter | undefined;
}

/** @param report Called with a sentence if there are too many clients to count them all. */
export function createLimiters(settings: Settings, report: (message: string) => void): Limiters {
  const { limit, mcpLimit, windowSeconds } = settings;
  const newLimiter = (most: number) =>
    new RateLimiter({ limit: most, windowMs: windowSeconds * 1000, report });
  return {
    limiter: newLimiter(limit),
    mcpLimiter: mcpLimit > 0 ? newLimiter(mcpLimit) : undefined,
  };
}

/** The limiter that counts a request: `/mcp` has one of its own. */
export function limiterOf(
  { address }: { readonly address: string },
  limiters: Limiters,
): RateLimiter {
  return (address === MCP_ADDRESS && limiters.mcpLimiter) || limiters.limiter;
}
