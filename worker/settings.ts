/** The bindings and variables set in `wrangler.toml`. */
export interface Env {
  /** The store of the built files. */
  readonly ASSETS: Fetcher;
  /** The deployed version, set by the platform; absent when the Worker runs without wrangler. */
  readonly VERSION?: { readonly id: string };
  /** Requests accepted from one client in any window: 1 to 10,000, default 60. */
  readonly RATE_LIMIT_REQUESTS?: string | number;
  /** Length of the window in seconds: 1 to 86,400, default 60. */
  readonly RATE_LIMIT_WINDOW_SECONDS?: string | number;
  /** Fraction of requests that are logged: 0 to 1, default 0. */
  readonly LOG_SAMPLE_RATE?: string | number;
  /** Prefix of every address, such as `/docs`; none if absent or empty. */
  readonly BASE_PATH?: string;
  /** `true` if files change while the Worker runs, as under `npm start`; absent in production. */
  readonly LIVE_FILES?: string;
}

/** The variables, checked and with defaults applied. */
export interface Settings {
  /** Requests accepted from one client in any window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Fraction of requests that are logged, 0 to 1. */
  readonly sampleRate: number;
  /** Prefix of every address, such as `/docs`; may be empty. */
  readonly basePath: string;
  /** Whether files change while the isolate runs, which makes the asset store's entity tags stale. */
  readonly isLive: boolean;
}

type NumberName = "RATE_LIMIT_REQUESTS" | "RATE_LIMIT_WINDOW_SECONDS" | "LOG_SAMPLE_RATE";

const NUMBERS: Record<NumberName, { min: number; max: number; absent: number; whole: boolean }> = {
  // Bounded because the time of each request is stored: see `RateLimiter`.
  RATE_LIMIT_REQUESTS: { min: 1, max: 10_000, absent: 60, whole: true },
  RATE_LIMIT_WINDOW_SECONDS: { min: 1, max: 86_400, absent: 60, whole: true },
  LOG_SAMPLE_RATE: { min: 0, max: 1, absent: 0, whole: false },
};

/** Segments of letters, digits, `.`, `_`, `~` and `-`, each preceded by a slash; no dot segments. */
const BASE_PATH = /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/;

/**
 * Reads the variables. A number that is too large is replaced by the maximum; anything that is not a
 * number, or is too small, by the default.
 *
 * @param report Called with one line for each variable that is not used as written.
 */
export function readSettings(
  env: Omit<Env, "ASSETS">,
  report: (message: string) => void,
): Settings {
  const read = (name: NumberName) => readNumber(name, env[name], report);
  return {
    limit: read("RATE_LIMIT_REQUESTS"),
    windowSeconds: read("RATE_LIMIT_WINDOW_SECONDS"),
    sampleRate: read("LOG_SAMPLE_RATE"),
    basePath: readBasePath(env.BASE_PATH ?? "", report),
    isLive: env.LIVE_FILES === "true",
  };
}

function readNumber(name: NumberName, value: unknown, report: (message: string) => void): number {
  const { min, max, absent, whole } = NUMBERS[name];
  if (value === undefined) return absent;
  const number = Number(value);
  const isValid = number >= min && (!whole || Number.isInteger(number));
  if (isValid && number <= max) return number;
  const used = isValid ? max : absent;
  const kind = whole ? "a whole number" : "a number";
  report(
    `${name} must be ${kind} from ${min} to ${max}, not ${JSON.stringify(value)}: ${used} is used.`,
  );
  return used;
}

function readBasePath(value: string, report: (message: string) => void): string {
  if (BASE_PATH.test(value)) return value;
  report(`BASE_PATH must be a path such as "/docs", not ${JSON.stringify(value)}: none is used.`);
  return "";
}
