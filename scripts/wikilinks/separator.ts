import { isEscaped } from "./is-escaped.ts";

/** An empty comment: it shows nothing, and keeps what stands on its sides apart. */
const SEPARATOR = "<!---->";

/**
 * What must stand between a text and a link that follows it, mostly nothing. A `!` would make the
 * link an image, and a `]` would make its label that of a reference where the body has definitions.
 * @param before all that stands before the link in its line, or its end
 */
export function separator(before: string, hasDefinitions: boolean): string {
  const last = before.at(-1);
  const mayJoin = last === "!" || (last === "]" && hasDefinitions);
  return mayJoin && !isEscaped(before, before.length - 1) ? SEPARATOR : "";
}
