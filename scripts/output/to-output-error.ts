import { OutputError } from "./output-error.ts";

/** An error of the disk as one that says what it means for the output; all others are as they are. */
export function toOutputError(error: unknown, outDir: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const isFull = "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
  const cause = isFull ? "the disk is full" : error.message;
  return new OutputError(`${outDir} was left as it was: ${cause}.`, { cause: error });
}
