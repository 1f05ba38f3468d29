const EXTENSION = /\.(?:md|mdx|markdown)$/i;

/** A note's path without its extension: `terms/memory/heap.md` gives `terms/memory/heap`. */
export function notePath(file: string): string {
  return file.replace(EXTENSION, "");
}
