import { isDeepStrictEqual } from "node:util";
import type { Route } from "../../worker/contract/route.ts";
import type { Config } from "../config/config.ts";
import { ownStrings } from "../content/read-file.ts";
import type { LinkRules } from "../links/link-diagnostics.ts";
import { linkNote } from "../links/link-note.ts";
import { allNames, nameHash, nameKey } from "../links/name-index.ts";
import { NoteNames } from "../links/note-names.ts";
import type { Named, Note, WithheldNote } from "../notes/parsed-file.ts";
import { noteDigest, noteFile, notePath } from "../output/dist-files.ts";
import type { Output } from "../output/write.ts";
import type { BuildContext, OutputNote, OutputPart, Vault } from "./memory.ts";
import type { BodyReader } from "./parse.ts";
import { PartWriter } from "./parts.ts";

/**
 * Links every note and writes its file, and the parts. What the last build wrote for a note is kept unless
 *
 * - the note was parsed again, or has another route or date
 * - it asked for a name, or a route, of a note, draft or file that was added, removed, renamed or retitled or has other
 *   headings
 * - it has problems, and any name changed: they may suggest it
 *
 * @param output undefined for a check
 * @returns `notes` as in `Outputs`
 */
export function linkVault(
  vault: Vault,
  bodyOf: BodyReader,
  context: BuildContext,
  output: Output | undefined,
): { names: NoteNames; notes: Map<Route, OutputNote>; parts: readonly OutputPart[] } {
  const { config, log, progress, last } = context;
  const outputNow = () => (log.hasErrors ? undefined : output);
  const changed = last ? changedNames(last.vault, vault) : new Set<number>();
  const names = last && changed.size === 0 ? last.names : new NoteNames(vault.notes, vault.leftOut);
  const kept = vault.notes.map((note) => keptOutput(note, vault, context, changed));
  const total = kept.filter((each) => each === undefined).length;
  if (total > 0) progress.begin("link", total);
  const rules = linkRules(config);
  const notes = new Map<Route, OutputNote>();
  const parts = new PartWriter(last?.outputs, outputNow);
  for (const [number, note] of vault.notes.entries()) {
    const { file, route, updated } = note;
    let written = kept[number];
    let bytes: Uint8Array | undefined;
    if (written === undefined) {
      const source = { ...note, note: number, body: bodyOf(note), names, rules };
      const { markdown, ...links } = linkNote(source);
      ownStrings(links.diagnostics);
      const asked = names.takeAsked();
      const linked = noteFile(note, markdown);
      const digest = noteDigest(linked);
      ({ bytes } = linked);
      written = { ...links, file, route, updated, asked, digest, size: bytes.length };
      const isSame = digest === last?.outputs.notes.get(route)?.digest;
      if (!isSame) outputNow()?.write(linked);
    }
    log.add(written.diagnostics);
    notes.set(route, written);
    parts.add({ ...written, bytes });
  }
  for (const route of last?.outputs.notes.keys() ?? []) {
    if (!notes.has(route)) output?.remove(notePath(route));
  }
  return { names, notes, parts: parts.end() };
}

/** What the last build wrote for a note, if it is still valid. */
function keptOutput(
  { file, route, updated }: Note,
  { files }: Vault,
  { last }: BuildContext,
  changed: ReadonlySet<number>,
): OutputNote | undefined {
  const before = last?.outputs.notes.get(route);
  if (before?.file !== file || before.updated !== updated) return undefined;
  if (files.get(file) !== last?.vault.files.get(file)) return undefined;
  if (changed.size === 0) return before;
  const { asked, diagnostics } = before;
  return diagnostics.length > 0 || asked.some((name) => changed.has(name)) ? undefined : before;
}

function linkRules({ planned = [], markdownLinks, attachments, logseq, rules }: Config): LinkRules {
  return {
    planned: new Set(planned.map((name) => nameKey(name, "loose"))),
    markdownLinks,
    attachments,
    pagesWithoutFile: logseq !== undefined && !rules.has("broken-link"),
  };
}

/** A note, a draft, or another file. */
type Target = Named & Partial<Pick<Note, "route" | "scan"> & Pick<WithheldNote, "by">>;

/** The hashes of all names, old and new, of what was added, removed, renamed or retitled or has other headings. */
function changedNames(before: Vault, now: Vault): Set<number> {
  const [old, present] = [targetsOf(before), targetsOf(now)];
  const changed = [...present].filter(([file, target]) => !isSameTarget(target, old.get(file)));
  const removed = [...old].filter(([file]) => !present.has(file));
  const targets = [...changed, ...removed].flatMap(([file, target]) => [target, old.get(file)]);
  const names = targets.flatMap((target) =>
    target ? [...allNames(target), ...(target.route ? [target.route] : [])] : [],
  );
  return new Set(names.map(nameHash));
}

function targetsOf({ notes, leftOut: { drafts, files } }: Vault): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const note of [...notes, ...drafts]) targets.set(note.file, note);
  for (const file of files) targets.set(file, { file, title: file, aliases: [] });
  return targets;
}

function isSameTarget(a: Target, b: Target | undefined): boolean {
  const isSame = a.route === b?.route && a.by === b?.by && a.title === b?.title;
  return (
    isSame &&
    isDeepStrictEqual(a.aliases, b?.aliases) &&
    isDeepStrictEqual(a.scan?.headings, b?.scan?.headings)
  );
}
