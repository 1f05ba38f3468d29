import { AREAS } from "./areas.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./words.ts";

/** Notes in a folder: log-normal with a mean of 20. */
const SPREAD = 0.9;
const MEDIAN = 20 * Math.exp(-(SPREAD ** 2) / 2);
const DEEPEST = 5;

/**
 * Gives one note after the other its folder, as people fill them: some 20 notes in each, seldom a
 * hundred; first the root, then the areas, then folders below, most of them not far.
 */
export function tidyFolders(random: Random): () => string {
  const folders: string[] = [];
  let folder = "";
  let room = 0;
  return () => {
    if (room === 0) {
      room = Math.max(1, Math.round(random.longTailed(MEDIAN, SPREAD)));
      folder = ["", ...AREAS][folders.length] ?? below(random.pickEarly(folders));
      folders.push(folder);
    }
    room--;
    return folder;
  };

  function below(parent: string): string {
    const levels = parent === "" ? [random.pick(AREAS)] : parent.split("/").slice(0, DEEPEST - 1);
    return [...levels, `${random.pick(WORDS)} ${folders.length}`].join("/");
  }
}
