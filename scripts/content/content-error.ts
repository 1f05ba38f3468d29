/** The content cannot be read, or not be written to; the message says what of it, and why. */
export class ContentError extends Error {
  override name = "ContentError";
}
