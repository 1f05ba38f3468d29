import { ContentError } from "./content/content-error.ts";
import { UsageError } from "./options/usage-error.ts";
import { OutputError } from "./output/write.ts";

/**
 * Runs a command and sets the exit code it returns. Errors that a person can do something about are
 * one sentence on standard error, with code 2 for wrong usage and 1 for the rest. What nobody reads any
 * more, as behind `| head`, is not said, and the command does all else.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeListener("error", forgiveClosedPipe).on("error", forgiveClosedPipe);
  }
  try {
    process.exitCode = await command();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof OutputError) && !(error instanceof ContentError))
      throw error;
    process.stderr.write(`${error.message}${isUsage ? " See --help." : ""}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
