import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import { SETTINGS_FILES } from "../content/paths.ts";

/**
 * Watches a folder and everything in it, even if it is replaced by another of the same name, as when a branch
 * is checked out. Hidden files are ignored, except for settings. Watching does not keep the process running.
 * @param isOutput whether a path in the folder belongs to the build's output, which is ignored too
 * @param changed called on each change with the path inside the folder, or null if that is unknown
 * @returns a function that stops watching
 */
export function watchFolder(
  folder: string,
  isOutput: (name: string) => boolean,
  changed: (name: string | null) => void,
): () => void {
  const path = resolve(folder);
  const isContent = (name: string) =>
    SETTINGS_FILES.includes(name) || (!isOutput(name) && !/(?:^|\/)\./.test(name));
  const open = () =>
    existsSync(path)
      ? watch(path, { recursive: true, persistent: false }, (_, name) => {
          if (name === null || isContent(name.replaceAll(sep, "/"))) changed(name);
        })
      : undefined;
  let inside = open();
  const beside = watchNames(dirname(path), (name) => {
    if (name !== basename(path)) return;
    inside?.close();
    inside = open();
    changed(null);
  });
  return () => {
    beside?.close();
    inside?.close();
  };
}

/** Watches for entries being created, removed or renamed; undefined if the folder cannot be watched. */
function watchNames(folder: string, changed: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, (event, name) => {
      if (event === "rename") changed(name);
    });
  } catch {
    return undefined;
  }
}
