import { type ParseArgsConfig, parseArgs } from "node:util";

import { ContentError, OutputError, UsageError } from "./report/errors.ts";

/**
 * Reads a command line as `parseArgs` does.
 * @throws UsageError for an unknown option, or one without its value
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
 * Runs a command and sets the exit code it returns. Errors that a person can do something about are
 * one sentence on standard error, with code 2 for wrong usage and 1 for the rest. A reader that closes
 * the pipe early, such as `head`, is no error.
 * @param command takes what was typed behind its name
 * @param usage what `-h` and `--help` print instead of running it
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
