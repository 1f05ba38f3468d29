import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { lastPart } from "../content/last-part.ts";
import { slugName } from "./slug-name.ts";

interface Folder {
  /** Without a slash at its end. */
  path: string;
  name: string;
  folders: Folder[];
  /** Places in the list of all files. */
  files: number[];
}

/**
 * The slugs of paths: each part as GitHub makes one of a heading, never empty, and no two alike in
 * one folder, where the second of two equal ones ends in `-1`. Names that are their own slug keep it.
 * @param files different paths with extensions, with `/`
 * @returns the slug of each path, with `/`, without extension
 */
export function slugPaths(files: readonly string[]): string[] {
  const slugs = new Array<string>(files.length);
  const collect = (folder: Folder, route: string): void => {
    const names = folder.files.map((i) => lastPart(files[i]!));
    uniqueSlugs(names, stemOf).forEach((part, at) => {
      slugs[folder.files[at]!] = route + part;
    });
    const parts = uniqueSlugs(
      folder.folders.map(({ name }) => name),
      (whole) => whole,
    );
    folder.folders.forEach((each, at) => {
      collect(each, `${route}${parts[at]}/`);
    });
  };
  collect(toTree(files), "");
  return slugs;
}

function toTree(files: readonly string[]): Folder {
  const root: Folder = { path: "", name: "", folders: [], files: [] };
  const known = new Map([["", root]]);
  const folderAt = (path: string): Folder => {
    const found = known.get(path);
    if (found) return found;
    const start = path.lastIndexOf("/") + 1;
    const made: Folder = { path, name: path.slice(start), folders: [], files: [] };
    folderAt(path.slice(0, Math.max(0, start - 1))).folders.push(made);
    known.set(path, made);
    return made;
  };
  let folder = root;
  files.forEach((file, i) => {
    const end = Math.max(0, file.lastIndexOf("/"));
    const isSame = folder.path.length === end && file.startsWith(folder.path);
    if (!isSame) folder = folderAt(file.slice(0, end));
    folder.files.push(i);
  });
  return root;
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** @returns the slug of each name */
function uniqueSlugs(names: readonly string[], stem: (name: string) => string): string[] {
  const bases = names.map((name) => slugName(stem(name)));
  const taken = new Set(bases);
  if (taken.size === bases.length) return bases;
  taken.clear();
  const next = new Map<string, number>();
  const rank = (at: number): number => {
    const own = stem(names[at]!);
    return bases[at] === own ? 0 : bases[at] === own.toLowerCase() ? 1 : 2;
  };
  const order = [...names.keys()].sort(
    (a, b) => rank(a) - rank(b) || compareCodePoints(names[a]!, names[b]!),
  );
  const slugs = new Array<string>(names.length);
  for (const at of order) {
    const base = bases[at]!;
    let part = base;
    let n = next.get(base) ?? 1;
    while (taken.has(part)) part = `${base}-${n++}`;
    next.set(base, n);
    taken.add(part);
    slugs[at] = part;
  }
  return slugs;
}
