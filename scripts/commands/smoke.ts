import { parseArguments, runCommand } from "../cli/command.ts";
import { typed } from "../cli/program.ts";
import { cleanAddress, testService } from "../publish/smoke-test.ts";

const USAGE = `Usage: ${typed("smoke", "BASE_URL")}

Tests a deployed service: a note, a search, headers, a 304 and two errors. Sends 6
requests, and waits if the service responds with Retry-After.

  BASE_URL    what precedes /api/v1, such as https://notes.example
  -h, --help  show this

Exit codes: 0 passed, 1 failed, 2 wrong usage.
`;

async function smoke(args: readonly string[]): Promise<number> {
  const { positionals } = parseArguments(args, { allowPositionals: true });
  const address = cleanAddress(positionals.join(" "));
  try {
    await testService(address);
    return 0;
  } catch (error) {
    process.stdout.write(`FAIL  ${(error as Error).message}\n`);
    return 1;
  }
}

await runCommand(smoke, USAGE);
