import type { BuildOptions } from "./build-options.ts";
import { parseBuildOptions } from "./parse-build-options.ts";

export const START_USAGE = `Usage: npm start -- [--content DIR] [--rule NAME=SEVERITY] [wrangler's options]

Builds the notes, serves the API at http://localhost:8787 with wrangler dev, and
builds again whenever a note changes. A change with an error in it is reported
and leaves what is served as it was.

Options:
  --content DIR         the notes (default: content)
  --rule NAME=SEVERITY  as in npm run build
  -h, --help            show this

All others go to wrangler dev, such as:
  --port 9000                       serve at another port
  --var RATE_LIMIT_REQUESTS:600     allow more requests a window
`;

/** The options of `npm start` that are the build's; all others are wrangler's. */
const OWN = ["--content", "--rule"];

/**
 * Tells the build's options from wrangler's.
 * @throws UsageError
 */
export function parseStartOptions(args: readonly string[]): {
  build: BuildOptions;
  wranglerArgs: string[];
  help: boolean;
} {
  const own: string[] = [];
  const wranglerArgs: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (OWN.includes(arg)) own.push(arg, ...args.slice(++i, i + 1));
    else if (OWN.some((name) => arg.startsWith(`${name}=`))) own.push(arg);
    else wranglerArgs.push(arg);
  }
  const help = wranglerArgs.includes("--help") || wranglerArgs.includes("-h");
  return { build: parseBuildOptions(own, {}), wranglerArgs, help };
}
