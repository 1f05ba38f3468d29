import { hash } from "node:crypto";
import { linkNote } from "../links/link-note.ts";
import { nameKey } from "../links/name-index.ts";
import { NoteNames } from "../links/names.ts";
import type { ParsedFile, PlacedNote } from "../notes/note.ts";
import { noteDigest, noteFile, notePath } from "../output/emit.ts";
import type { Output } from "../output/write.ts";
import { emitParts } from "./parts.ts";
import type { BuildContext, BuildState, NoteOutput, ParsedVault } from "./state.ts";

/**
 * Links every note and writes its file, and the parts. As long as no note's names change, the files of unchanged
 * notes are kept, unless they may refer to a heading that changed.
 * @param output undefined for a check
 * @returns `outputs` by file, in the order of the notes; `names` is the digest of all names
 */
export function linkVault(
  vault: ParsedVault,
  { config, log, progress, last }: BuildContext,
  output: Output | undefined,
): Pick<BuildState, "names" | "parts" | "outputs"> & { noteNames: NoteNames | undefined } {
  const { notes, leftOut } = vault;
  const outputNow = () => (log.hasErrors ? undefined : output);
  const names = digestOfNames(vault);
  const kept = keptOutputs(vault, last?.names === names ? last : undefined, output);
  const total = kept.outputs.filter((known) => known === undefined).length;
  if (total > 0) progress.begin("link", total);
  const planned = new Set((config.planned ?? []).map((name) => nameKey(name, "loose")));
  const { markdownLinks, attachments } = config;
  const rules = { severities: log.severities, planned, markdownLinks, attachments };
  let noteNames = kept.noteNames;
  const outputs = new Map<string, NoteOutput>();
  const linkAndWrite = (note: PlacedNote, number: number) => {
    noteNames ??= new NoteNames(notes, leftOut);
    const source = { ...note, note: number, body: vault.bodyOf(note), names: noteNames, rules };
    const { markdown, ...links } = linkNote(source);
    const file = noteFile(note, markdown);
    log.add(links.problems);
    const { bytes } = file;
    const stamp = outputNow()?.write(file);
    return { output: { ...links, digest: noteDigest(file), size: bytes.length, stamp }, bytes };
  };
  function* linked() {
    for (const [number, note] of notes.entries()) {
      const known = kept.outputs[number];
      if (known) log.add(known.problems);
      const { output, bytes }: { output: NoteOutput; bytes?: Uint8Array } = known
        ? { output: known }
        : linkAndWrite(note, number);
      outputs.set(note.file, output);
      yield { route: note.route, digest: output.digest, size: output.size, bytes };
    }
  }
  const parts = emitParts(linked(), last?.parts ?? [], outputNow);
  return { names, noteNames, parts, outputs };
}

function digestOfNames({ notes, leftOut }: ParsedVault): string {
  const names = notes.map(({ file, route, title, aliases }) => [file, route, title, aliases]);
  return hash("sha1", JSON.stringify([names, leftOut]));
}

/**
 * The outputs of the last build that are still valid, in the order of the notes; undefined for a note to be linked.
 * @param last a build with the same names, if there is one
 */
function keptOutputs(
  { notes, files }: ParsedVault,
  last: BuildState | undefined,
  output: Output | undefined,
): { outputs: (NoteOutput | undefined)[]; noteNames?: NoteNames | undefined } {
  if (last === undefined) return { outputs: notes.map(() => undefined) };
  const headingsOf = (parsed: ParsedFile | undefined) =>
    JSON.stringify(parsed?.note?.scan.headings);
  const changed = new Set<number>();
  const isSame = notes.map(({ file }, number) => {
    const [now, before] = [files.get(file), last.files.get(file)];
    if (now === before) return true;
    if (headingsOf(now) !== headingsOf(before)) changed.add(number);
    return now?.digest === before?.digest;
  });
  const outputs = notes.map(({ file, route }, number) => {
    const known = isSame[number] ? last.outputs.get(file) : undefined;
    if (known === undefined || known.leadsTo.some((target) => changed.has(target)))
      return undefined;
    return output?.keep(notePath(route), known.stamp) ? known : undefined;
  });
  return { outputs, noteNames: changed.size === 0 ? last.memory?.noteNames : undefined };
}
