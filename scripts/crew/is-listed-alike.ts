import type { LastBuild } from "../cache/last-build.ts";
import type { VaultFile } from "./vault-file.ts";

/** Whether the list and the search index of a vault are those of the last build. */
export function isListedAlike(vault: readonly VaultFile[], last: LastBuild): boolean {
  const left = new Set(last.files.seen.paths.filter((_, i) => last.files.seen.routes[i]));
  for (const { file, route, parsed } of vault) {
    if (route === undefined || parsed.note === undefined) continue;
    const before = last.files.byPath.get(file);
    if (before?.output?.route !== route) return false;
    const { note } = before.parsed;
    if (note?.title !== parsed.note.title || note.listing !== parsed.note.listing) return false;
    left.delete(file);
  }
  return left.size === 0;
}
