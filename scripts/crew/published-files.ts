import type { Route } from "../../worker/contract/route.ts";
import type { Collection } from "../collections/collection.ts";
import type { FoldedNote } from "../notes/parsed-file.ts";
import type { VaultFile } from "./vault-file.ts";

/** A file that has a route and a note in it. */
export interface PublishedFile {
  file: string;
  route: Route;
  collection: Collection;
  note: FoldedNote;
}

/** The files of a vault that are published, in its order. */
export function publishedFiles(vault: readonly VaultFile[]): PublishedFile[] {
  const published: PublishedFile[] = [];
  for (const { file, route, collection, parsed } of vault) {
    if (route !== undefined && parsed.note) {
      published.push({ file, route, collection, note: parsed.note });
    }
  }
  return published;
}
