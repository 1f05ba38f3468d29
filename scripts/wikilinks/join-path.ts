/**
 * A path as written, `.` and `..` carried out, from a folder of the content (empty for the root).
 * @returns the path from the root, or undefined where it leads out of the root
 */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}
