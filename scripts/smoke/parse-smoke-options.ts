import { parseArguments } from "../command.ts";
import { UsageError } from "../report/errors.ts";

export const SMOKE_USAGE = `Usage: npm run smoke -- BASE_URL [options]

Asks a deployed service what it must hold: the list, a note, search, the headers,
304, 404 and the other problems. About 15 requests.

  BASE_URL              what stands in front of /api/v1, such as https://notes.example

Options:
  --dist DIR            the list must be the one built in DIR
  --wait SECONDS        go on asking for the list until it is right, for at most so
                        long (default: 0)
  -h, --help            show this

Exit codes: 0 all is well, 1 something is not, 2 wrong usage.
`;

export interface SmokeOptions {
  /** Without a slash at its end. */
  readonly base: string;
  readonly distDir?: string;
  readonly waitSeconds: number;
  readonly help: boolean;
}

const OPTIONS = {
  allowPositionals: true,
  options: {
    dist: { type: "string" },
    wait: { type: "string", default: "0" },
    help: { type: "boolean", short: "h", default: false },
  },
} as const;

/**
 * Reads the command line of the smoke test.
 * @throws UsageError with a sentence for the person who typed it
 */
export function parseSmokeOptions(args: readonly string[]): SmokeOptions {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const waitSeconds = Number(values.wait);
  if (!(waitSeconds >= 0)) throw new UsageError("--wait takes a number of seconds.");
  const [base = ""] = positionals;
  const isAddress = /^https?:\/\/[^?#]+$/.test(base) && URL.canParse(base);
  if (!values.help && (positionals.length !== 1 || !isAddress)) {
    throw new UsageError("One address is needed, such as https://notes.example.");
  }
  return {
    base: base.replace(/\/+$/, ""),
    ...(values.dist !== undefined && { distDir: values.dist }),
    waitSeconds,
    help: values.help,
  };
}
