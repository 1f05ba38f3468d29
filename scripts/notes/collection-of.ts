import type { Collection } from "../collections/collection.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import { slugName } from "./slug-name.ts";

/** The collection of the notes at the root of a folder without a `collections.yaml`. */
const ROOT_COLLECTION = "notes";

/**
 * The collection a file belongs to: the declared one with the deepest folder around it, or, where
 * none is declared, the one that its folder at the top makes. Undefined outside every declared one.
 */
export function collectionOf(file: string, config: ContentConfig): Collection | undefined {
  if (config.collections === undefined) return folderCollection(file);
  const path = file.normalize("NFC");
  let found: Collection | undefined;
  for (const collection of config.collections) {
    const { folder } = collection;
    const isIn = folder === "" ? !path.includes("/") : path.startsWith(`${folder}/`);
    if (isIn && folder.length >= (found?.folder.length ?? 0)) found = collection;
  }
  return found;
}

/** Of each folder at the top the one collection that it makes. */
const folderCollections = new Map<string, Collection>();

function folderCollection(file: string): Collection {
  const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : "";
  const made = folderCollections.get(folder) ?? makeCollection(folder);
  folderCollections.set(folder, made);
  return made;
}

/** Its folder is the root: the routes of a vault mirror whole paths. */
function makeCollection(folder: string): Collection {
  return {
    name: folder === "" ? ROOT_COLLECTION : slugName(folder),
    folder: "",
    route: "/{path}",
    fields: {},
    list: ["category", "domain"],
    full: ["domain", "category"],
  };
}
