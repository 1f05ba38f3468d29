/** There is no content to build; the message says where it was looked for. */
export class ContentError extends Error {
  override name = "ContentError";
}
