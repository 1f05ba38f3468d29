/** The folder a file lies in, without a trailing slash; empty at the root. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
