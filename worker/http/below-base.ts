/**
 * What of a canonical path follows the base path, from a slash. Empty if the path lies outside.
 *
 * @param basePath Empty or as `basePath` reads it.
 */
export function belowBase(path: string, basePath: string): string {
  if (basePath === "") return path;
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
}
