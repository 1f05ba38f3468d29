import type { Route } from "../../worker/contract/route.ts";
import { lastPart } from "../content/paths.ts";
import type { Finding } from "../problems/problems.ts";
import { nameFault, segmentFault, slugName } from "./slugs.ts";

/** Bytes. Some systems cannot store longer paths, and an address must stay well below 16 KB. */
const MAX_ROUTE_BYTES = 2048;

/** The collection of a route, as far as the route depends on it. */
export interface RoutedCollection {
  name: string;
  /** Relative to the content folder; empty for the root. */
  folder: string;
  /** The form of its routes, such as `/terms/{domain}/{slug}`. */
  route: string;
}

/** Why a file has no route. */
export type RouteFault = Pick<Finding, "rule" | "message"> & Partial<Pick<Finding, "suggestions">>;

/** The fields in braces in a route, before its `{slug}` or `{path}`. Folders are named after them. */
export function routeFields(route: string): string[] {
  return [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).slice(0, -1);
}

/** Whether the names in its routes are made from file names; otherwise they are taken as they are. */
export function hasSlugs({ route }: RoutedCollection): boolean {
  return route.endsWith("{path}");
}

/** The route of a path, or why it has none. @param stem slugged if the route has slugs */
export function findRoute(
  stem: string,
  collection: RoutedCollection,
): { route?: Route; fault?: RouteFault } {
  const parts = stem.split("/").slice(depthOf(collection.folder));
  const fields = routeFields(collection.route);
  const inside = parts.slice(fields.length);
  if (inside.length === 0 || (inside.length > 1 && !hasSlugs(collection))) {
    const advice = inside.length > 1 ? " A route that ends in `{path}` takes folders, too." : "";
    return { fault: misplaced(stem, collection, fields, advice) };
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

function misplaced(
  stem: string,
  { name, folder }: RoutedCollection,
  fields: readonly string[],
  advice: string,
): RouteFault {
  const right =
    fields.length > 0 ? `in a folder for its ${fields.join(" and ")}` : "directly in its folder";
  const path = [folder, ...fields.map((field) => `<${field}>`), lastPart(stem)];
  const message = `A note of ${name} belongs ${right}: ${path.filter(Boolean).join("/")}.md.${advice}`;
  return { rule: "outside-collection", message };
}

function firstNameFault(names: readonly string[]): RouteFault | undefined {
  for (const name of names.map((each) => each.normalize("NFC"))) {
    const fault = nameFault(name);
    if (fault === undefined) continue;
    const slugged = slugName(name);
    const better = nameFault(slugged) === undefined ? slugged : "";
    return {
      rule: "unsafe-name",
      message: `The name ${JSON.stringify(name)} ${fault}, so it cannot be part of a route. Rename it${better ? `, for example to "${better}"` : ""}, or let the route of the collection end in \`{path}\`, which makes slugs of names.`,
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
  return Buffer.byteLength(route) > MAX_ROUTE_BYTES
    ? `The route is longer than ${MAX_ROUTE_BYTES} bytes. Shorten the names of its folders.`
    : undefined;
}
