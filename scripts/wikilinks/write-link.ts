import type { Route } from "../../worker/contract/route.ts";
import { encodeDestination } from "./encode-destination.ts";

/**
 * A Markdown link to a note.
 * @param label Markdown that may stand between a link's brackets
 * @param anchor of a heading, or undefined for the note itself
 */
export function writeLink(label: string, route: Route, anchor: string | undefined): string {
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  return `[${label}](${encodeDestination(route)}${fragment})`;
}
