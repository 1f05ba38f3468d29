import { type ParseArgsConfig, parseArgs } from "node:util";

import { ContentError, OutputError, UsageError } from "../problems/errors.ts";

/**
 * Reads a command line as `parseArgs` does.
 * @throws UsageError if an option is unknown or lacks its value
 */
export function parseArguments<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
): ReturnType<typeof parseArgs<T & { args: string[] }>> {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/(?<=\.)\s|\n/);
    throw new UsageError(sentence.replace(/[^.]$/, "$&."), { cause: error });
  }
}

/**
 * Runs a command and sets the exit code that it returns. Errors that the user can fix are printed as one
 * sentence on standard error, with exit code 2 for wrong usage and 1 for the others. If a reader such as
 * `head` closes the pipe early, that is not an error.
 * @param usage printed for `-h` and `--help` instead of running the command
 */
export async function runCommand(
  command: (args: readonly string[]) => Promise<number>,
  usage?: string,
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeListener("error", ignoreClosedPipe).on("error", ignoreClosedPipe);
  }
  const args = process.argv.slice(2);
  if (usage !== undefined && (args.includes("-h") || args.includes("--help"))) {
    process.stdout.write(usage);
    return;
  }
  try {
    process.exitCode = await command(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof OutputError) && !(error instanceof ContentError))
      throw error;
    process.stderr.write(`${error.message}${isUsage ? " See --help." : ""}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
