import type { Collection, Config } from "../config/config.ts";
import { withoutMarkdownExtension } from "../content/paths.ts";
import type { Diagnostic, DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import type { RoutedFile } from "../notes/parsed-file.ts";
import { findRoute, hasSlugs, routeFields } from "../routes/routes.ts";
import { slugName, slugPaths } from "../routes/slugs.ts";

/** The collection of the notes at the root if no collections are declared. */
const ROOT_COLLECTION = "notes";

/**
 * Finds the collection and the route of every file from its path alone. Routes never lead out of the
 * output: each segment is a name that every system can store.
 * @param files distinct paths, sorted by code point
 */
export function routeFiles(files: readonly string[], config: Config) {
  const diagnostics: Diagnostic[] = [];
  const report = (file: string, message: DiagnosticMessage) =>
    diagnostics.push({ file, line: 1, column: 1, ...message });
  const collected: { file: string; collection: Collection }[] = [];
  const collectionOf = collectionFinder(config);
  const folders = config.collections?.map(({ folder }) => folder || ".").join(", ");
  const outside = `The file is outside every collection (${folders}). Move it, declare a collection for its folder or one for all others (\`folder: .\`, \`route: /{path}\`), or list it under \`ignore\`.`;
  for (const file of files) {
    const collection = collectionOf(file);
    if (collection) collected.push({ file, collection });
    else report(file, { rule: "outside-collection", message: outside });
  }
  const { slugs, shared } = slugPaths(
    collected.filter(({ collection }) => hasSlugs(collection)).map(({ file }) => file),
  );
  const routed = collected.map(({ file, collection }): RoutedFile => {
    const stem = slugs.get(file) ?? withoutMarkdownExtension(file);
    const route = findRoute(stem, collection);
    if (typeof route === "string") return { file, collection, route };
    report(file, route);
    return { file, collection, route: undefined };
  });
  for (const { path, slug, first } of shared) {
    const message = `In routes, this name is ${slug}, because ${first} has the same slug. ${rename(path, first)}`;
    report(path, { rule: "shared-slug", message });
  }
  for (const [file, message] of sharedRoutes(routed)) {
    report(file, { rule: "duplicate-route", message });
  }
  return { routed, diagnostics };
}

/**
 * Returns a function that finds the collection of a file: the declared one with the deepest folder, or
 * undefined if there is none. If no collections are declared, each top-level folder is one.
 */
function collectionFinder({ collections, shared }: Config) {
  const deepestFirst = collections?.toSorted((a, b) => b.folder.length - a.folder.length);
  const byFolder = new Map<string, Collection>();
  return (file: string): Collection | undefined => {
    if (deepestFirst) return deepestFirst.find((each) => isIn(file.normalize("NFC"), each));
    const top = file.slice(0, Math.max(0, file.indexOf("/")));
    const name = top === "" ? ROOT_COLLECTION : slugName(top);
    // Its folder is the root, because the routes of a vault mirror whole paths.
    const collection = byFolder.get(top) ?? { name, folder: "", route: "/{path}", ...shared };
    byFolder.set(top, collection);
    return collection;
  };
}

/** A collection at the root includes files in folders only if its route does. */
function isIn(path: string, collection: Collection): boolean {
  const { folder, route } = collection;
  if (folder !== "") return path.startsWith(`${folder}/`);
  return hasSlugs(collection) || routeFields(route).length > 0 || !path.includes("/");
}

/** The files whose route is also that of another file, each with a message. */
function* sharedRoutes(routed: readonly RoutedFile[]): Generator<[file: string, message: string]> {
  const first = new Map<string, string>();
  for (const { file, route } of routed) {
    const key = route?.toLowerCase();
    if (key === undefined) continue;
    const other = first.get(key);
    if (other === undefined) first.set(key, file);
    else yield [file, `The route ${route} is also the route of ${other}. ${rename(file, other)}`];
  }
}

function rename(path: string, other: string): string {
  const isTwin = path !== other && path.normalize("NFC") === other.normalize("NFC");
  const why = isTwin
    ? "Their names differ only in how accents are encoded (Unicode NFC and NFD). "
    : "";
  return `${why}Rename one of the two.`;
}
