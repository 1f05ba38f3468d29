import { encodeDestination } from "./encode-destination.ts";

/**
 * A Markdown link to a note.
 * @param label Markdown that may stand between a link's brackets
 * @param destination the route of the note, encoded
 * @param anchor of a heading, or undefined for the note itself
 */
export function writeLink(label: string, destination: string, anchor: string | undefined): string {
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  return `[${label}](${destination}${fragment})`;
}
