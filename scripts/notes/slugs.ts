import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { folderOf, lastPart, withoutExtension } from "../content/paths.ts";
import { slugName } from "./names.ts";

/**
 * The slugs of paths: each part as GitHub makes one of a heading, never empty, and no two equal in
 * one folder, where the second of two equal ones ends in `-1`. A name that is its own slug keeps it.
 * @param files different paths with extensions, with `/`
 * @returns the slug of each path, with `/`, without extension
 */
export function slugPaths(files: readonly string[]): Map<string, string> {
  const filesIn = new Map<string, string[]>();
  const foldersIn = new Map<string, string[]>();
  const seen = new Set([""]);
  for (const file of files) {
    addTo(filesIn, folderOf(file), file);
    for (let folder = folderOf(file); !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      addTo(foldersIn, folderOf(folder), folder);
    }
  }
  const slugs = new Map<string, string>();
  const visit = (folder: string, route: string): void => {
    const names = uniqueSlugs(filesIn.get(folder) ?? [], withoutExtension);
    for (const [file, name] of names) slugs.set(file, route + name);
    const inside = uniqueSlugs(foldersIn.get(folder) ?? [], (path) => path);
    for (const [path, name] of inside) visit(path, `${route}${name}/`);
  };
  visit("", "");
  return slugs;
}

function addTo(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** The slugs of the names of paths in one folder. */
function uniqueSlugs(
  paths: readonly string[],
  stemOf: (path: string) => string,
): Map<string, string> {
  const stems = new Map(paths.map((path) => [path, lastPart(stemOf(path))]));
  const bases = new Map([...stems].map(([path, stem]) => [path, slugName(stem)]));
  const taken = new Set(bases.values());
  if (taken.size === bases.size) return bases;
  taken.clear();
  const next = new Map<string, number>();
  const rank = (path: string): number => {
    const stem = stems.get(path)!;
    return bases.get(path) === stem ? 0 : bases.get(path) === stem.toLowerCase() ? 1 : 2;
  };
  const order = paths.toSorted((a, b) => rank(a) - rank(b) || compareCodePoints(a, b));
  for (const path of order) {
    const base = bases.get(path)!;
    let slug = base;
    let n = next.get(base) ?? 1;
    while (taken.has(slug)) slug = `${base}-${n++}`;
    next.set(base, n);
    taken.add(slug);
    bases.set(path, slug);
  }
  return bases;
}
