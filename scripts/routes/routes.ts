import type { Route } from "../../worker/contract/route.ts";
import { lastPart } from "../content/paths.ts";
import type { DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import { explainUnsafeSegment, slugName } from "./slugs.ts";

/** Bytes. Some systems cannot store longer paths, and an address must stay well below 16 KB. */
const MAX_ROUTE_BYTES = 2048;

/** A collection, as far as routes depend on it. */
export interface RoutedCollection {
  /** As declared in `collections.yaml`, or derived from a folder. */
  name: string;
  /** Relative to the content folder, with `/`, in Unicode form NFC; empty for the notes at the root. */
  folder: string;
  /** The form of its routes, such as `/books/{genre}/{slug}`. */
  route: string;
}

/** The fields in braces in a route, before its `{slug}` or `{path}`. Folders are named after them. */
export function routeFields(route: string): string[] {
  return [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!).slice(0, -1);
}

/** Whether the names in its routes are made from file names; otherwise they are taken as they are. */
export function hasSlugs({ route }: RoutedCollection): boolean {
  return route.endsWith("{path}");
}

/** The route of a path, or why it has none. @param stem slugged if the route has slugs */
export function findRoute(stem: string, collection: RoutedCollection): Route | DiagnosticMessage {
  const parts = stem.split("/").slice(depthOf(collection.folder));
  const fields = routeFields(collection.route);
  const inside = parts.slice(fields.length);
  if (inside.length === 0 || (inside.length > 1 && !hasSlugs(collection))) {
    const advice = inside.length > 1 ? " A route that ends in `{path}` takes folders, too." : "";
    return misplaced(stem, collection, fields, advice);
  }
  const names = hasSlugs(collection) ? [] : parts.map((part) => part.normalize("NFC"));
  const odd = names.find((name) => name !== slugName(name));
  if (odd !== undefined) return notSlug(odd);
  const values = new Map(fields.map((field, i) => [field, parts[i]!]));
  values.set("slug", parts.at(-1)!).set("path", inside.join("/"));
  const filled = collection.route.replace(/\{([^{}]+)\}/g, (_, name) => values.get(name)!);
  const route = filled.normalize("NFC") as Route;
  const message = explainUnsafeRoute(route);
  return message === undefined ? route : { rule: "unsafe-name", message };
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
): DiagnosticMessage {
  const right =
    fields.length > 0 ? `in a folder for its ${fields.join(" and ")}` : "directly in its folder";
  const path = [folder, ...fields.map((field) => `<${field}>`), lastPart(stem)];
  const message = `A note of ${name} belongs ${right}: ${path.filter(Boolean).join("/")}.md.${advice}`;
  return { rule: "outside-collection", message };
}

function notSlug(name: string): DiagnosticMessage {
  const slug = slugName(name);
  const message = `The name ${JSON.stringify(name)} is not a slug, so it cannot be part of a route. Rename it, for example to "${slug}", or let the route of the collection end in \`{path}\`, which makes slugs of names.`;
  return { rule: "unsafe-name", message, suggestions: [slug] };
}

function explainUnsafeRoute(route: Route): string | undefined {
  const [reason] = route
    .split("/")
    .slice(1)
    .flatMap((segment) => explainUnsafeSegment(segment) ?? []);
  if (reason !== undefined) return `A name in the route ${reason}. Rename the file or the folder.`;
  return Buffer.byteLength(route) > MAX_ROUTE_BYTES
    ? `The route is longer than ${MAX_ROUTE_BYTES} bytes. Shorten the names of its folders.`
    : undefined;
}
