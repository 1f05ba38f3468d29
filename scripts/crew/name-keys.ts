import { lastPart } from "../content/last-part.ts";
import { nameKey } from "../wikilinks/name-key.ts";
import { notePath } from "../wikilinks/note-path.ts";

/** The key of a name that may lead anywhere, such as one that ends in a folder. */
export const ANY_NAME = "";

/**
 * The keys under which a name is found or is missed: a link's answer can change only with a note of
 * whose names one has a key in common with it. Broader than the resolver's own rules, so that it need
 * not know them: the last part of a path, with and without an extension, without case and separators.
 */
export function nameKeys(name: string): string[] {
  const last = lastPart(name);
  const key = /^[\s.]*$/.test(last) ? ANY_NAME : nameKey(last, "loose");
  if (key === ANY_NAME) return [ANY_NAME];
  const bare = notePath(last);
  return bare === last ? [key] : [key, nameKey(bare, "loose")];
}
