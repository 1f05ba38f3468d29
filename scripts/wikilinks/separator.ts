import { isEscaped } from "./is-escaped.ts";

/** An empty comment: it shows nothing, and keeps what stands on its sides apart. */
const SEPARATOR = "<!---->";

/**
 * What must stand between a text and the link, or its label, that follows it: mostly nothing. A `!`
 * would make the link an image, a `]` would make its label that of a reference where the body has
 * definitions, and a `](` or a `]:` would take it for a destination where it has no space.
 * @param before all that stands before the link in its line, or its end
 */
export function separator(before: string, written: string, hasDefinitions: boolean): string {
  const last = before.at(-1);
  const mayJoin = written.startsWith("[") && (last === "!" || (last === "]" && hasDefinitions));
  if (mayJoin) return isEscaped(before, before.length - 1) ? "" : SEPARATOR;
  return mayBeDestination(before) && !/\s/.test(written) ? SEPARATOR : "";
}

/** Whether the text of a link or the name of a definition stands before what follows in its line. */
function mayBeDestination(before: string): boolean {
  let end = before.length;
  while (before[end - 1] === " " || before[end - 1] === "\t") end--;
  return before.startsWith("](", end - 2) || before.startsWith("]:", end - 2);
}
