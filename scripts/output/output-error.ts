/** The output cannot be written; the message says where and why, and the old output is in place. */
export class OutputError extends Error {
  override name = "OutputError";
}
