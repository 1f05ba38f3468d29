/** The variables, set in `wrangler.toml` or where the server is started. */
export interface Variables {
  /** Requests accepted from one client in any window: 1 to 10,000, default 60. */
  readonly RATE_LIMIT_REQUESTS?: string | number;
  /** Length of the window in seconds: 1 to 86,400, default 60. */
  readonly RATE_LIMIT_WINDOW_SECONDS?: string | number;
  /** The same for the Model Context Protocol: 0 to 10,000, default 600; 0 turns it off. */
  readonly MCP_RATE_LIMIT_REQUESTS?: string | number;
  /** Fraction of requests that are logged: 0 to 1, default 0. */
  readonly LOG_SAMPLE_RATE?: string | number;
  /** Prefix of every address, such as `/docs`; none if absent or empty. */
  readonly BASE_PATH?: string;
}

/** The variables, checked and with defaults applied. */
export interface Settings {
  /** Requests accepted from one client in any window. */
  readonly limit: number;
  /** Messages of the Model Context Protocol accepted from one client in any window; 0 if it is off. */
  readonly mcpLimit: number;
  readonly windowSeconds: number;
  /** Fraction of requests that are logged, 0 to 1. */
  readonly sampleRate: number;
  /** Prefix of every address, such as `/docs`; may be empty. */
  readonly basePath: string;
}

const NUMBERS = {
  // Bounded because the time of each request is stored: see `RateLimiter`.
  RATE_LIMIT_REQUESTS: { min: 1, max: 10_000, absent: 60, whole: true },
  // Ten times as many, because all users of a hosted assistant send from a few addresses.
  MCP_RATE_LIMIT_REQUESTS: { min: 0, max: 10_000, absent: 600, whole: true },
  RATE_LIMIT_WINDOW_SECONDS: { min: 1, max: 86_400, absent: 60, whole: true },
  LOG_SAMPLE_RATE: { min: 0, max: 1, absent: 0, whole: false },
} as const satisfies Partial<Record<keyof Variables, object>>;
type NumberName = keyof typeof NUMBERS;

export const VARIABLE_NAMES = [
  ...(Object.keys(NUMBERS) as NumberName[]),
  "BASE_PATH",
] as const satisfies readonly (keyof Variables)[];

/** Segments of letters, digits, `.`, `_`, `~` and `-`, each preceded by a slash; no dot segments. */
const BASE_PATH = /^(\/(?!\.\.?(\/|$))[\w.~-]+)*$/;

/**
 * Reads the variables. A number that is too large is replaced by the maximum; anything that is not a
 * number, or is too small, by the default.
 *
 * @param report Called with one line for each variable that is not used as written.
 */
export function readSettings(variables: Variables, report: (message: string) => void): Settings {
  const read = (name: NumberName) => readNumber(name, variables[name], report);
  return {
    limit: read("RATE_LIMIT_REQUESTS"),
    mcpLimit: read("MCP_RATE_LIMIT_REQUESTS"),
    windowSeconds: read("RATE_LIMIT_WINDOW_SECONDS"),
    sampleRate: read("LOG_SAMPLE_RATE"),
    basePath: readBasePath(variables.BASE_PATH ?? "", report),
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
