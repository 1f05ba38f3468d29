import { parseArguments, runCommand } from "../cli/command.ts";
import { checkService } from "../publish/checks.ts";
import { askService, cleanAddress } from "../publish/service.ts";

const USAGE = `Usage: npm run smoke -- BASE_URL [options]

Tests a deployed service: its notes, search, links, headers, a 304 and two errors.
Sends some 10 requests, and waits if the service responds with Retry-After.

  BASE_URL      what precedes /api/v1, such as https://notes.example

Options:
  --dist DIR    compare the notes with those built in DIR
  -h, --help    show this

Exit codes: 0 every check passed, 1 one failed, 2 wrong usage.
`;

const OPTIONS = { allowPositionals: true, options: { dist: { type: "string" } } } as const;

async function smoke(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const ask = askService(cleanAddress(positionals.join(" ")));
  return (await checkService(ask, values.dist)) ? 0 : 1;
}

await runCommand(smoke, USAGE);
