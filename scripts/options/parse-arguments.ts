import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

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
