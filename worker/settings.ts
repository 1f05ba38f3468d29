/** The bindings and variables of `wrangler.toml`. */
export interface Env {
  /** The store of the built files. */
  readonly ASSETS: Fetcher;
  /** What the platform says of the deployed version; absent where the Worker runs without wrangler. */
  readonly VERSION?: { readonly id: string };
  /** Requests of one client accepted in any window: 1 to 10,000; 60 when absent. */
  readonly RATE_LIMIT_REQUESTS?: string | number;
  /** Length of the window in seconds: 1 to 86,400; 60 when absent. */
  readonly RATE_LIMIT_WINDOW_SECONDS?: string | number;
  /** Share of the requests that are logged: 0 to 1; 0 when absent. */
  readonly LOG_SAMPLE_RATE?: string | number;
  /** What stands in front of every address, such as `/docs`; nothing when absent or empty. */
  readonly BASE_PATH?: string;
  /** `true` where files change while the Worker runs, as under `npm start`; absent in production. */
  readonly LIVE_FILES?: string;
}

/** The variables as they are used. */
export interface Settings {
  /** Requests of one client accepted in any window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Share of the requests that are logged, 0 to 1. */
  readonly sampleRate: number;
  /** What stands in front of every address: empty, or such as `/docs`. */
  readonly basePath: string;
  /** Whether files change while the isolate runs: the tags of the asset store are then out of date. */
  readonly isLive: boolean;
}

type NumberName = "RATE_LIMIT_REQUESTS" | "RATE_LIMIT_WINDOW_SECONDS" | "LOG_SAMPLE_RATE";

const NUMBERS: Record<NumberName, { min: number; max: number; absent: number; whole: boolean }> = {
  // Clients are counted exactly, each with the times of its requests: see `RateLimiter`.
  RATE_LIMIT_REQUESTS: { min: 1, max: 10_000, absent: 60, whole: true },
  RATE_LIMIT_WINDOW_SECONDS: { min: 1, max: 86_400, absent: 60, whole: true },
  LOG_SAMPLE_RATE: { min: 0, max: 1, absent: 0, whole: false },
};

/** Segments of letters, digits, `.`, `_`, `~` and `-`, each after a slash; no dot segments. */
const BASE_PATH = /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/;

/**
 * Reads the variables. A number that is too large counts as the largest there may be; what is not a
 * number, or too small, counts as absent.
 *
 * @param report Called with one line for each variable that is not used as it is written.
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
