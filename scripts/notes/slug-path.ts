import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { slugName } from "./slug-name.ts";

interface Folder {
  folders: Map<string, Folder>;
  /** Names with their extensions. */
  files: string[];
}

/**
 * The slugs of paths: each part as GitHub makes one of a heading, never empty, and no two alike in
 * one folder, where the second of two equal ones ends in `-1`. Names that are their own slug keep it.
 * @param files paths with extensions, with `/`
 * @returns the slug of each path, with `/`, without extension
 */
export function slugPaths(files: readonly string[]): Map<string, string> {
  const root: Folder = { folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.split("/");
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(name);
  }
  const slugs = new Map<string, string>();
  collect(root, "", "", slugs);
  return slugs;
}

function collect(folder: Folder, path: string, route: string, slugs: Map<string, string>): void {
  for (const [name, part] of uniqueSlugs(folder.files, stemOf)) {
    slugs.set(path + name, route + part);
  }
  for (const [name, part] of uniqueSlugs([...folder.folders.keys()], (whole) => whole)) {
    collect(folder.folders.get(name)!, `${path}${name}/`, `${route}${part}/`, slugs);
  }
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

function uniqueSlugs(
  names: readonly string[],
  stem: (name: string) => string,
): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const made = names.map((name) => ({ name, base: slugName(stem(name)) }));
  const rank = ({ name, base }: { name: string; base: string }): number =>
    base === stem(name) ? 0 : base === stem(name).toLowerCase() ? 1 : 2;
  made.sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.name, b.name));
  for (const { name, base } of made) {
    let part = base;
    let n = next.get(base) ?? 1;
    while (taken.has(part)) part = `${base}-${n++}`;
    next.set(base, n);
    taken.add(part);
    slugs.set(name, part);
  }
  return slugs;
}
