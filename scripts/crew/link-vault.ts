import type { LastBuild } from "../cache/last-build.ts";
import type { StagingPlace } from "../output/staging-place.ts";
import { type LinkTables, type LinkTablesMemo, toLinkTables } from "../wikilinks/link-tables.ts";
import type { LinkTarget } from "../wikilinks/link-target.ts";
import type { Crew } from "./crew.ts";
import { filesToLink } from "./files-to-link.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import type { PublishedFile } from "./published-files.ts";
import type { VaultFile } from "./vault-file.ts";

/**
 * Writes the links and the files of those notes of a vault whose output may be other than the last
 * build's, once all notes are parsed.
 * @param published its published files
 * @param place undefined writes nothing
 * @param memo what links are looked up in is kept there, if it is given
 * @returns what became of these notes, by their places in `published`
 */
export async function linkVault(
  crew: Crew,
  vault: readonly VaultFile[],
  published: readonly PublishedFile[],
  last: LastBuild | undefined,
  place: StagingPlace | undefined,
  memo: LinkTablesMemo | undefined,
): Promise<LinkedNotes[]> {
  const wanted = filesToLink(vault, last);
  const unread = vault.filter(
    ({ file, parsed }) => wanted.has(file) && last?.files.byPath.get(file)?.parsed === parsed,
  );
  // Where nothing is to be read first the shards begin at once, beside what the caller goes on with.
  if (unread.length > 0) await crew.parse(unread.map(({ file }) => ({ file })));
  return crew.link({
    ...tablesOf(published, memo),
    wanted: Uint8Array.from(published, ({ file }) => (wanted.has(file) ? 1 : 0)),
    place,
  });
}

function tablesOf(
  published: readonly PublishedFile[],
  memo: LinkTablesMemo | undefined,
): LinkTables {
  const targets = published.map(toTarget);
  return memo?.of(targets) ?? toLinkTables(targets);
}

function toTarget({ file, route, note }: PublishedFile): LinkTarget {
  return { file, route, title: note.title, aliases: note.aliases, headings: note.headings };
}
