const EXTENSION = /\.(?:md|mdx|markdown)$/i;

/** A note's path without its extension: `terms/memory/heap.md` gives `terms/memory/heap`. */
export function notePath(file: string): string {
  if (file.endsWith(".md")) return file.slice(0, -3);
  return file.includes(".") ? file.replace(EXTENSION, "") : file;
}
