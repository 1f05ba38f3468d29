import { parse } from "yaml";
import type { ShippedNote } from "./shipped-note.ts";

/** The names that wikilinks find a note by, in lower case: its title first, then its aliases. */
export function noteNames({ title, text }: ShippedNote): string[] {
  const frontMatter: unknown = parse(text.split(/^---$/m)[1] ?? "");
  const aliases =
    typeof frontMatter === "object" && frontMatter !== null && "aliases" in frontMatter
      ? frontMatter.aliases
      : [];
  const names = [title, ...(Array.isArray(aliases) ? aliases.map(String) : [])];
  return names.map((name) => name.toLowerCase());
}
