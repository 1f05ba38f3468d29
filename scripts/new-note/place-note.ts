import type { ContentConfig } from "../collections/content-config.ts";
import { folderOf } from "../content/folder-of.ts";
import { assignRoutes } from "../notes/assign-routes.ts";
import { collectionOf } from "../notes/collection-of.ts";
import { UsageError } from "../report/errors.ts";
import { nearestNames } from "../report/nearest.ts";
import { domainOf } from "./domain-of.ts";
import type { NotePlace } from "./note-place.ts";

/**
 * The place of a new note, held to the same rules as the notes that are there.
 * @param path inside the content folder, with or without `.md` or `.markdown`; `\` is read as `/`
 * @throws UsageError where no note can lie, with what was likely meant
 */
export function placeNote(path: string, config: ContentConfig): NotePlace {
  const slashed = path
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/\.(?:md|markdown)$/i, "");
  const file = `${slashed.normalize("NFC")}.md`;
  if (/(^|\/)[./]|^[a-z]:/i.test(file)) {
    throw new UsageError(
      `"${path}" is no path inside the notes, made of names that do not begin with a dot.`,
    );
  }
  const collection = collectionOf(file, config);
  if (!collection) throw new UsageError(outside(file, config));
  const [fault] = assignRoutes([{ file, collection }]).findings;
  if (fault) throw new UsageError(`${file}: ${fault.message}`);
  return { file, collection, domain: domainOf(file, collection) };
}

function outside(file: string, config: ContentConfig): string {
  const folders = (config.collections ?? []).map(({ folder }) => folder || ".");
  const near = nearestNames(folderOf(file), folders);
  const nearTop = near.length > 0 ? near : nearestNames(file.split("/")[0]!, folders);
  const hint = nearTop.length > 0 ? ` Did you mean ${nearTop.join(" or ")}?` : "";
  return `${file} lies outside every collection (${folders.join(", ")}).${hint}`;
}
