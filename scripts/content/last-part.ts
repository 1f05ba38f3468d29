/** What stands behind the last slash of a path: the name of a file or folder; all of it where there is none. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
