import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSearchIndex } from "../../../scripts/search-index/write-search-index.ts";
import { API_BASE, LIST_ADDRESS } from "../../../worker/contract/addresses.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { writeAssetStore } from "../../edge/write-asset-store.ts";

/** Characters of a note's text: the mean of 14,235 pages of real documentation. */
const TEXT_LENGTH = 4000;

/**
 * Puts a corpus in the place of the shipped notes.
 * @param modules folder of the bundled Worker; its search index is replaced
 * @param store folder for the asset store
 */
export function writeCorpus(
  documents: readonly SearchDocument[],
  modules: string,
  store: string,
): void {
  const index = readdirSync(modules).find((name) => name.endsWith(".bin"));
  if (index === undefined) throw new Error("The bundle holds no search index.");
  writeFileSync(join(modules, index), writeSearchIndex(documents));
  const list = { count: documents.length, notes: documents };
  writeAssetStore(store, [
    { path: LIST_ADDRESS.slice(1), bytes: json(list) },
    ...documents.map((document) => ({
      path: `${API_BASE}/notes${document.route}.json`.slice(1),
      bytes: json({ ...document, markdown: textOf(document) }),
    })),
  ]);
}

function textOf({ title, summary }: SearchDocument): string {
  const paragraph = `${summary}\n\n`;
  const times = Math.ceil(TEXT_LENGTH / paragraph.length);
  return `# ${title}\n\n${paragraph.repeat(times)}`.slice(0, TEXT_LENGTH);
}

function json(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
