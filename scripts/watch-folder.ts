import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";

/**
 * Watches a folder and all that is in it, also when it goes and another takes its name, as where another
 * branch is checked out. What is hidden is not watched. It keeps no process running.
 * @param isOutput tells where in the folder a build writes: that is not watched either
 * @param changed hears of each change: the path inside the folder, or null where that is not known
 */
export function watchFolder(
  folder: string,
  isOutput: (name: string) => boolean,
  changed: (name: string | null) => void,
): () => void {
  const path = resolve(folder);
  const isContent = (name: string) => !isOutput(name) && !/(?:^|\/)\./.test(name);
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

/** Tells of entries that come and go; undefined where the folder is not ours to look into. */
function watchNames(folder: string, changed: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, (event, name) => {
      if (event === "rename") changed(name);
    });
  } catch {
    return undefined;
  }
}
