import { slug } from "github-slugger";
import type { Collection } from "../collections/collection.ts";
import { UsageError } from "../report/errors.ts";
import { nearestNames } from "../report/nearest.ts";
import { nameToTitle } from "./name-to-title.ts";

/**
 * The domain whose folder a file lies in: the allowed value with that slug, or, where any is
 * allowed, the folder's name written out. Undefined in collections without a folder for each domain.
 * @throws UsageError for the folder of no allowed domain
 */
export function domainOf(file: string, collection: Collection): string | undefined {
  if (!collection.route.includes("{domain}") || !collection.fields.domain) return undefined;
  const folder = file.slice(collection.folder.length + 1).split("/")[0]!;
  const { values } = collection.fields.domain;
  if (values === undefined) return nameToTitle(folder);
  const domain = values.find((value) => slug(value) === folder);
  if (domain !== undefined) return domain;

  const folders = values.map((value) => slug(value));
  const near = nearestNames(folder, folders);
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : `The folders are ${folders.join(", ")}.`;
  throw new UsageError(`No domain of ${collection.name} has the folder ${folder}. ${hint}`);
}
