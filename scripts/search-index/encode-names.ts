import { aliasKey } from "../../worker/contract/search/alias-key.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

/** The section `names`. @param documents in the order of the index */
export function encodeNames(documents: readonly SearchDocument[]): Uint8Array {
  const names = documents.flatMap(({ aliases = [], formerly = [] }, note) => {
    const keys = aliases.map(aliasKey).filter((key) => key !== "");
    return [...new Set([...formerly, ...keys])].map((name) => ({ name, note }));
  });
  names.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.note - b.note));
  return Buffer.from(names.map(({ name, note }) => `${name}\t${note}\n`).join(""));
}
