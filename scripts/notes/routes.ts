import { slug } from "github-slugger";
import type { Route } from "../../worker/contract/route.ts";
import { lastPart, withoutExtension } from "../content/paths.ts";
import type { Collection, Config, PlacedFile } from "../note.ts";
import type { Finding } from "../report/problems.ts";
import { nameFault, segmentFault, slugName, slugPaths } from "./names.ts";

/** The collection of the notes at the root if no collections are declared. */
const ROOT_COLLECTION = "notes";
/** Bytes. Some systems cannot store longer paths, and an address must stay well below 16 KB. */
const LONGEST_ROUTE = 2048;

type Fault = Pick<Finding, "rule" | "message"> & Partial<Pick<Finding, "suggestions">>;

/**
 * Finds the collection and the route of every file from its path alone. Routes never lead out of the
 * output: each segment is a name that every system can store.
 * @param files distinct paths, sorted by code point
 */
export function placeNotes(files: readonly string[], config: Config) {
  const findings: Finding[] = [];
  const report = (file: string, fault: Fault) =>
    findings.push({ file, line: 1, column: 1, ...fault });
  const collected: { file: string; collection: Collection }[] = [];
  const collectionOf = collectionFinder(config);
  const folders = config.collections?.map(({ folder }) => folder || ".").join(", ");
  const outside = `The file is outside every collection (${folders}). Move it, declare a collection for its folder, or list it under \`ignore\`.`;
  for (const file of files) {
    const collection = collectionOf(file);
    if (collection) collected.push({ file, collection });
    else report(file, { rule: "outside-collection", message: outside });
  }
  const slugged = slugPaths(
    collected.filter(({ collection }) => hasSlugs(collection)).map(({ file }) => file),
  );
  const placed = collected.map(({ file, collection }): PlacedFile => {
    const stem = slugged.get(file) ?? withoutExtension(file);
    const { route, fault } = findRoute(stem, collection);
    if (fault) report(file, fault);
    return { file, collection, route };
  });
  for (const [file, message] of sharedRoutes(placed)) {
    report(file, { rule: "duplicate-route", message });
  }
  return { placed, findings };
}

/**
 * Returns a function that finds the collection of a file: the declared one with the deepest folder, or
 * undefined if there is none. If no collections are declared, each top-level folder is one.
 */
function collectionFinder({ collections, shared }: Config) {
  const deepestFirst = collections?.toSorted((a, b) => b.folder.length - a.folder.length);
  const made = new Map<string, Collection>();
  return (file: string): Collection | undefined => {
    if (deepestFirst) return deepestFirst.find((each) => isIn(file.normalize("NFC"), each));
    const top = file.slice(0, Math.max(0, file.indexOf("/")));
    const name = top === "" ? ROOT_COLLECTION : slugName(top);
    // Its folder is the root, because the routes of a vault mirror whole paths.
    const collection = made.get(top) ?? { name, folder: "", route: "/{path}", ...shared };
    made.set(top, collection);
    return collection;
  };
}

/** A collection at the root includes files in folders only if its route does. */
function isIn(path: string, collection: Collection): boolean {
  const { folder, route } = collection;
  if (folder !== "") return path.startsWith(`${folder}/`);
  return hasSlugs(collection) || routeFields(route).length > 0 || !path.includes("/");
}

/** The fields in braces in a route, before its `{slug}` or `{path}`. Folders are named after them. */
export function routeFields(route: string): string[] {
  return [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).slice(0, -1);
}

function hasSlugs({ route }: Collection): boolean {
  return route.endsWith("{path}");
}

/** The route of a path, or why it has none. @param stem slugged if the route has slugs */
function findRoute(stem: string, collection: Collection): { route?: Route; fault?: Fault } {
  const parts = stem.split("/").slice(depthOf(collection.folder));
  const fields = routeFields(collection.route);
  const inside = parts.slice(fields.length);
  if (inside.length === 0 || (inside.length > 1 && !hasSlugs(collection))) {
    return { fault: misplaced(stem, collection, fields) };
  }
  const fault = hasSlugs(collection) ? undefined : firstNameFault(parts);
  if (fault) return { fault };
  const values = new Map(fields.map((field, i) => [field, parts[i]!]));
  values.set("slug", parts.at(-1)!).set("path", inside.join("/"));
  const filled = collection.route.replace(/\{([^{}]+)\}/g, (_, name) => values.get(name)!);
  const route = filled.normalize("NFC") as Route;
  const message = routeFault(route);
  return message === undefined ? { route } : { fault: { rule: "unsafe-name", message } };
}

/** The number of segments in a folder's path. */
export function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length;
}

function misplaced(stem: string, { name, folder }: Collection, fields: readonly string[]): Fault {
  const right =
    fields.length > 0 ? `in a folder for its ${fields.join(" and ")}` : "directly in its folder";
  const path = [folder, ...fields.map((field) => `<${field}>`), lastPart(stem)];
  const message = `A note of ${name} belongs ${right}: ${path.filter(Boolean).join("/")}.md.`;
  return { rule: "outside-collection", message };
}

function firstNameFault(names: readonly string[]): Fault | undefined {
  for (const name of names.map((each) => each.normalize("NFC"))) {
    const fault = nameFault(name);
    if (fault === undefined) continue;
    const slugged = slug(name);
    const better = nameFault(slugged) === undefined ? slugged : "";
    return {
      rule: "unsafe-name",
      message: `The name ${JSON.stringify(name)} ${fault}, so it cannot be part of a route. Rename it${better ? `, for example to "${better}"` : ""}.`,
      suggestions: better ? [better] : [],
    };
  }
  return undefined;
}

function routeFault(route: Route): string | undefined {
  for (const segment of route.split("/").slice(1)) {
    const fault = segmentFault(segment);
    if (fault?.startsWith("is longer")) return `The name ${fault}. Shorten it.`;
    if (fault) {
      return `The segment ${JSON.stringify(segment)} of the route ${JSON.stringify(route)} ${fault}. Rename the file or the folder.`;
    }
  }
  return Buffer.byteLength(route) > LONGEST_ROUTE
    ? `The route is longer than ${LONGEST_ROUTE} bytes. Shorten the names of its folders.`
    : undefined;
}

/** The files whose route, or a folder in it, has the path of another file's output, each with a message. */
function* sharedRoutes(placed: readonly PlacedFile[]): Generator<[file: string, message: string]> {
  const first = new Map<string, string>();
  const routed = placed.flatMap(({ file, route }) =>
    route === undefined ? [] : { file, route, key: route.toLowerCase() },
  );
  for (const { file, route, key } of routed) {
    const other = first.get(key);
    if (other === undefined) first.set(key, file);
    else yield [file, `The route ${route} is also the route of ${other}. Rename one of the two.`];
  }
  for (const { file, route, key } of routed) {
    // The file `x.json` would have the path of a folder in this route.
    const end = key.indexOf(".json/");
    const other = end === -1 ? undefined : first.get(key.slice(0, end));
    if (other === undefined) continue;
    yield [file, `The route ${route} is blocked by the file of ${other}. Rename one of the two.`];
  }
}
