import { slug } from "github-slugger";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Collection } from "../collections/collection.ts";
import type { Finding } from "../report/problems.ts";
import { slugPaths } from "./slug-path.ts";
import { unsafeName } from "./unsafe-name.ts";

/** A file and the collection it lies in. */
export interface CollectedFile {
  file: string;
  collection: Collection;
}

/**
 * The routes of all files, from their paths alone.
 * @param collected different files
 * @returns one route a file; undefined where it can have none
 */
export function assignRoutes(collected: readonly CollectedFile[]): {
  routes: (Route | undefined)[];
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const slugs = slugPaths(
    collected.filter(({ collection }) => hasSlugs(collection)).map(({ file }) => file),
  ).values();
  const routes = collected.map(({ file, collection }) => {
    const slugged = hasSlugs(collection) ? slugs.next().value : undefined;
    const named = slugged === undefined ? nameProblem(file, collection) : undefined;
    const route = named ? undefined : routeOf(file, collection, slugged ?? "");
    const problem = named ?? (route === undefined ? undefined : sizeProblem(route));
    if (!problem) return route;
    findings.push({ file, line: 1, column: 1, ...problem });
    return undefined;
  });
  if (mayMeet(routes)) {
    for (const finding of duplicates(routesByFile(collected, routes))) findings.push(finding);
  }
  return { routes, findings };
}

/** Whether two routes may be of one file, or one the folder of another: seldom, and soon seen. */
function mayMeet(routes: readonly (Route | undefined)[]): boolean {
  const seen = new Set<string>();
  return routes.some((route) => {
    if (route === undefined) return false;
    const key = route.toLowerCase();
    if (seen.has(key) || key.includes(".json/")) return true;
    seen.add(key);
    return false;
  });
}

function routesByFile(
  collected: readonly CollectedFile[],
  routes: readonly (Route | undefined)[],
): Map<string, Route> {
  const byFile = new Map<string, Route>();
  collected.forEach(({ file }, i) => {
    if (routes[i] !== undefined) byFile.set(file, routes[i]);
  });
  return byFile;
}

function hasSlugs(collection: Collection): boolean {
  return collection.route.endsWith("{path}");
}

/** The parts of a file's path inside its collection, its name last and without extension. */
function partsInside(path: string, { folder }: Collection): string[] {
  const depth = folder === "" ? 0 : folder.split("/").length;
  return path.split("/").slice(depth);
}

function withoutExtension(file: string): string {
  return file.slice(0, file.lastIndexOf("."));
}

function routeOf(file: string, collection: Collection, slugged: string): Route {
  if (collection.route === "/{path}" && collection.folder === "") {
    return `/${slugged}`.normalize("NFC") as Route;
  }
  const parts = partsInside(withoutExtension(file), collection);
  const route = collection.route
    .replace("{path}", () => partsInside(slugged, collection).join("/"))
    .replace("{domain}", () => parts[0]!)
    .replace("{slug}", () => parts.at(-1)!);
  return route.normalize("NFC") as Route;
}

type NameProblem = Pick<Finding, "rule" | "message"> & Partial<Pick<Finding, "suggestions">>;

/** A longer path is none that every system can store; its address stays well below 16 KB. */
const LONGEST_ROUTE_BYTES = 2048;
/** Even at three bytes a unit, no name in so short a route is too long to be stored. UTF-16 units. */
const SHORT_ROUTE = 80;

function sizeProblem(route: Route): NameProblem | undefined {
  if (route.length <= SHORT_ROUTE) return undefined;
  const name = route.split("/").find((part) => unsafeName(part)?.startsWith("is longer"));
  if (name !== undefined) {
    return { rule: "unsafe-name", message: `The name ${unsafeName(name)}. Shorten it.` };
  }
  if (Buffer.byteLength(route) <= LONGEST_ROUTE_BYTES) return undefined;
  const message = `The route is longer than ${LONGEST_ROUTE_BYTES} bytes. Shorten the names of its folders.`;
  return { rule: "unsafe-name", message };
}

function nameProblem(file: string, collection: Collection): NameProblem | undefined {
  const parts = partsInside(withoutExtension(file), collection);
  const depth = collection.route.includes("{domain}") ? 2 : 1;
  if (parts.length !== depth) {
    const right = depth === 2 ? "in a folder named for its domain" : "directly in it";
    return {
      rule: "outside-collection",
      message: `A note of ${collection.name} lies ${right}: ${[collection.folder, depth === 2 && "<domain>", parts.at(-1)].filter(Boolean).join("/")}.md.`,
    };
  }
  for (const part of parts) {
    const fault = unsafeName(part.normalize("NFC"));
    if (fault === undefined) continue;
    const better = slug(part.normalize("NFC"));
    return {
      rule: "unsafe-name",
      message: `The name "${part}" ${fault}, so it cannot be part of a route. Rename it${better ? `, say to "${better}"` : ""}.`,
      suggestions: better ? [better] : [],
    };
  }
  return undefined;
}

function duplicates(routes: ReadonlyMap<string, Route>): Finding[] {
  const first = new Map<string, string>();
  const findings: Finding[] = [];
  for (const file of [...routes.keys()].sort(compareCodePoints)) {
    const route = routes.get(file)!;
    const key = route.toLowerCase();
    const other = first.get(key);
    if (other === undefined) first.set(key, file);
    else {
      findings.push({
        file,
        line: 1,
        column: 1,
        rule: "duplicate-route",
        message: `The route ${route} is also that of ${other}. Rename one of the two.`,
      });
    }
  }
  for (const [file, route] of routes) {
    const other = first.get(fileInTheWay(route) ?? "");
    if (other === undefined) continue;
    const message = `A folder of the route ${route} is the file of ${other}. Rename one of the two.`;
    findings.push({ file, line: 1, column: 1, rule: "duplicate-route", message });
  }
  return findings;
}

/** The route whose file `x.json` would stand where a folder of this route has to. */
function fileInTheWay(route: Route): string | undefined {
  const end = route.toLowerCase().indexOf(".json/");
  return end === -1 ? undefined : route.slice(0, end).toLowerCase();
}
