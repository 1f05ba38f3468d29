/** The command line is wrong; the message is for the person who typed it. */
export class UsageError extends Error {
  override name = "UsageError";
}
