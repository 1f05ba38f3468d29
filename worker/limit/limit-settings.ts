import type { Env } from "../env.ts";

export interface LimitSettings {
  /** Requests of one client accepted in any window. */
  readonly requests: number;
  readonly windowSeconds: number;
}

const DEFAULTS: LimitSettings = { requests: 60, windowSeconds: 60 };
/** A fifth of what the limiter holds: one client that uses all of it shuts nobody else out. */
const MAX_REQUESTS = 100_000;
const MAX_WINDOW_SECONDS = 86_400;

/**
 * The limit as the variables set it. A variable that is not a whole number in its range counts as
 * absent, and is reported.
 *
 * @param report Called with one line for each malformed variable.
 */
export function limitSettings(
  env: Omit<Env, "ASSETS">,
  report: (message: string) => void,
): LimitSettings {
  const read = (name: keyof Env & `RATE_LIMIT_${string}`, fallback: number, max: number) => {
    const value = env[name];
    if (value === undefined) return fallback;
    const number = wholeNumber(value);
    if (number >= 1 && number <= max) return number;
    report(
      `${name} must be a whole number from 1 to ${max}, not ${JSON.stringify(value)}: ${fallback} is used.`,
    );
    return fallback;
  };
  return {
    requests: read("RATE_LIMIT_REQUESTS", DEFAULTS.requests, MAX_REQUESTS),
    windowSeconds: read("RATE_LIMIT_WINDOW_SECONDS", DEFAULTS.windowSeconds, MAX_WINDOW_SECONDS),
  };
}

/** NaN for anything but a whole number or its decimal digits. */
function wholeNumber(value: string | number): number {
  if (typeof value === "number") return Number.isInteger(value) ? value : Number.NaN;
  return /^\s*\d+\s*$/.test(value) ? Number(value) : Number.NaN;
}
