import { folderOf } from "../content/paths.ts";

/**
 * A path as written, `.` and `..` carried out, from a folder of the content (empty for the root).
 * @returns the path from the root, or undefined where it leads out of the root
 */
export function joinPath(folder: string, path: string): string | undefined {
  let base = folder;
  let rest = path;
  // Most paths have their dots in front, and need not be taken apart for them.
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (!rest.startsWith("../")) break;
    else if (base === "") return undefined;
    else {
      base = folderOf(base);
      rest = rest.slice(3);
    }
  }
  if (rest.startsWith(".") || rest.includes("/.")) return joinParts(base, rest);
  return base === "" ? rest : `${base}/${rest}`;
}

function joinParts(folder: string, path: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}
