import { hash } from "node:crypto";
import { linkNote } from "../links/link-note.ts";
import { nameKey } from "../links/name-index.ts";
import { type LeftOut, NoteNames } from "../links/names.ts";
import type { PlacedNote } from "../notes/note.ts";
import { noteDigest, noteFile, notePath } from "../output/emit.ts";
import type { Output } from "../output/write.ts";
import type { BuildContext, BuildState, CachedFile, NoteOutput, ParsedVault } from "./cache.ts";

/**
 * Links every note, writes its file, and adds the result to the vault. As long as no note's names change, the
 * files of unchanged notes are kept, unless they may refer to a heading that changed.
 * @param others paths of files that are not notes, or could not be read
 * @param output undefined for a check
 */
export function linkVault(
  vault: ParsedVault,
  others: readonly string[],
  { config, log, progress, last }: BuildContext,
  output: Output | undefined,
): Pick<BuildState, "names" | "noteNames"> {
  const { files, notes, drafts } = vault;
  const leftOut = { drafts, files: others };
  const names = namesDigest(notes, leftOut);
  const same = last?.names === names ? last : undefined;
  const changed = changedHeadings(vault, same);
  const kept = notes.map(({ file, route }) => {
    const made = same && files.get(file)!.output;
    return made && !isStale(made, changed) && output?.keep(notePath(route), made.stamp)
      ? made
      : undefined;
  });
  const total = kept.filter((made) => made === undefined).length;
  let done = 0;
  if (total > 0) progress.begin("link", total, () => done);
  const { markdownLinks } = config;
  const planned = new Set(Array.from(config.planned, (name) => nameKey(name, "loose")));
  const rules = { severities: log.severities, planned, markdownLinks };
  let noteNames = changed.size === 0 ? same?.noteNames : undefined;
  for (const [number, note] of notes.entries()) {
    const { file, bodyLine, scan } = note;
    const known = kept[number];
    if (known) {
      log.add(known.problems);
      continue;
    }
    done++;
    noteNames ??= new NoteNames(notes, leftOut);
    const source = { note: number, file, body: vault.bodyOf(file), bodyLine, scan };
    const { markdown, ...links } = linkNote(source, noteNames, rules);
    log.add(links.problems);
    const made = noteFile(note, markdown);
    const stamp = log.hasErrors ? undefined : output?.write(made);
    const linked = { ...links, digest: noteDigest(made), size: made.bytes.length, stamp };
    files.set(file, { ...files.get(file)!, output: linked });
  }
  return { names, noteNames };
}

function namesDigest(notes: readonly PlacedNote[], leftOut: LeftOut): string {
  const names = notes.map(({ file, route, title, aliases }) => [file, route, title, aliases]);
  return hash("sha1", JSON.stringify([names, leftOut]));
}

/** The numbers of the notes whose headings changed since the last build, if there is one. */
function changedHeadings({ notes, files }: ParsedVault, last: BuildState | undefined): Set<number> {
  const headingsOf = (file: CachedFile | undefined) => JSON.stringify(file?.note?.scan.headings);
  const changed = new Set<number>();
  if (!last) return changed;
  notes.forEach(({ file }, number) => {
    const [now, before] = [files.get(file), last.files.get(file)];
    if (now !== before && headingsOf(now) !== headingsOf(before)) changed.add(number);
  });
  return changed;
}

/** @param changed numbers of the notes whose headings changed */
function isStale(made: NoteOutput, changed: ReadonlySet<number>): boolean {
  // Any changed heading may matter to broken links and Markdown links, whose targets are not recorded.
  const mayDiffer = changed.size > 0 && made.problems.length + made.markdownLinksToNotes > 0;
  return mayDiffer || made.targets.some((target) => changed.has(target));
}
