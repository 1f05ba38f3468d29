import { type ParseArgsConfig, parseArgs } from "node:util";
import { ContentError, OutputError, UsageError } from "../diagnostics/errors.ts";
import { didYouMean } from "../diagnostics/nearest.ts";
import { typed } from "./program.ts";

/** What the values of options look like, by option: a pattern, and what to write, as the rest of a sentence. */
type Forms = Readonly<Record<string, readonly [pattern: RegExp, what: string]>>;

/**
 * Reads a command line as `parseArgs` does, and checks the values of its text options.
 * @throws UsageError if an option is unknown, lacks its value, or its value has another form
 */
export function parseArguments<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
  forms: Forms = {},
): ReturnType<typeof parseArgs<T & { args: string[] }>> {
  refuseTakenByNpm(args, config, process.env);
  const result = parse(args, config);
  const values: Readonly<Record<string, unknown>> = result.values;
  for (const [option, [pattern, what]] of Object.entries(forms)) {
    const value = values[option];
    if (typeof value !== "string" || pattern.test(value)) continue;
    throw new UsageError(`--${option} must be ${what}.`);
  }
  return result;
}

function parse<T extends ParseArgsConfig>(args: readonly string[], config: T) {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/(?<=\.)\s|\n/);
    throw new UsageError(explained(sentence.replace(/[^.]$/, "$&."), config), { cause: error });
  }
}

/** What is wrong, in the words of `parseArgs`, unless there is more to say. */
function explained(sentence: string, { options = {} }: ParseArgsConfig): string {
  const [, lacking] = /^Option '(--[\w-]+).*argument (?:missing|is ambiguous)/.exec(sentence) ?? [];
  if (lacking !== undefined) return `${lacking} needs a value.`;
  const [, unknown] = /^Unknown option '--(.+)'/.exec(sentence) ?? [];
  return sentence + (unknown === undefined ? "" : didYouMean(unknown, Object.keys(options), "--"));
}

/** npm takes options before `--` for itself, and passes them to a script only in its environment. */
function refuseTakenByNpm(
  args: readonly string[],
  { options = {} }: ParseArgsConfig,
  env: NodeJS.ProcessEnv,
): void {
  const { npm_lifecycle_event: script = "" } = env;
  for (const option of Object.keys(options)) {
    const value = env[`npm_config_${option.replaceAll("-", "_")}`];
    if (script === "" || value === undefined) continue;
    const spelling = value === "true" ? `--${option}` : `--${option}=${value}`;
    const words = [...args, spelling, ...(value === "true" ? ["…"] : [])];
    throw new UsageError(
      `npm took ${spelling} for itself. Options come after a --: ${typed(script, words.join(" "))}.`,
    );
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
