import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/**
 * Watches a folder and all that is in it, also when it goes and another takes its name, as where another
 * branch is checked out. It keeps no process running.
 */
export function watchFolder(folder: string, changed: () => void): Disposable {
  const path = resolve(folder);
  const open = () =>
    existsSync(path) ? watch(path, { recursive: true, persistent: false }, changed) : undefined;
  let inside = open();
  const beside = watchNames(dirname(path), (name) => {
    if (name !== basename(path)) return;
    inside?.close();
    inside = open();
    changed();
  });
  return {
    [Symbol.dispose]: () => {
      beside?.close();
      inside?.close();
    },
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
