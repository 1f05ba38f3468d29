import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";

/**
 * Watches a folder and all that is in it, also when it goes and another takes its name, as where another
 * branch is checked out. What is hidden is not watched. It keeps no process running.
 * @param output where in the folder a build writes, a path that ends in `/`: that is not watched either
 * @param changed hears of each change: the path inside the folder, or null where that is not known
 */
export function watchFolder(
  folder: string,
  output: string | undefined,
  changed: (name: string | null) => void,
): () => void {
  const path = resolve(folder);
  const open = () =>
    existsSync(path)
      ? watch(path, { recursive: true, persistent: false }, (_, name) => {
          if (name === null || isContent(name.replaceAll(sep, "/"), output)) changed(name);
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

function isContent(name: string, output: string | undefined): boolean {
  const isOutput = output !== undefined && `${name}/`.startsWith(output);
  return !isOutput && !/(?:^|\/)\./.test(name);
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
