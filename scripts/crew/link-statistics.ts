import type { LinkStatistics } from "../notes/link-statistics.ts";
import type { LinkedFile } from "./linked-file.ts";

/** What the wikilinks of all notes come to. */
export function linkStatistics(linked: readonly LinkedFile[]): LinkStatistics {
  const statistics: LinkStatistics = { resolved: 0, broken: 0, ambiguous: 0, orphans: 0 };
  const found = new Set<string>();
  for (const { file, links } of linked) {
    statistics.resolved += links.targets.length;
    statistics.broken += links.broken;
    statistics.ambiguous += links.ambiguous;
    for (const target of links.targets) if (target !== file) found.add(target);
  }
  statistics.orphans = linked.length - found.size;
  return statistics;
}
