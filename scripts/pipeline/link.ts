import { hash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { LinkRules } from "../links/link-diagnostics.ts";
import { linkNote } from "../links/link-note.ts";
import { nameKey } from "../links/name-index.ts";
import { NoteNames } from "../links/names.ts";
import type { Note, ParsedFile } from "../notes/note.ts";
import { noteDigest, noteFile, notePath } from "../output/dist-files.ts";
import type { Output } from "../output/write.ts";
import { PartWriter } from "./parts.ts";
import type { BuildContext, BuildState, NoteOutput, ParsedVault } from "./state.ts";

/**
 * Links every note and writes its file, and the parts. As long as no note's names change, the files of unchanged
 * notes are kept, unless they may refer to a heading that changed.
 * @param output undefined for a check
 * @returns `outputs` by file, in the order of the notes; `namesDigest` is that of all names
 */
export function linkVault(
  vault: ParsedVault,
  { config, log, progress, last }: BuildContext,
  output: Output | undefined,
): Pick<BuildState, "namesDigest" | "parts" | "outputs"> & { noteNames: NoteNames | undefined } {
  const { notes, leftOut } = vault;
  const outputNow = () => (log.hasErrors ? undefined : output);
  const namesDigest = digestOfNames(vault);
  const valid = validOutputs(vault, last?.namesDigest === namesDigest ? last : undefined, output);
  const total = valid.outputs.filter((output) => output === undefined).length;
  if (total > 0) progress.begin("link", total);
  const rules = linkRules(config);
  let noteNames = valid.noteNames;
  const linkAndWrite = (note: Note, number: number) => {
    noteNames ??= new NoteNames(notes, leftOut);
    const source = { ...note, note: number, body: vault.bodyOf(note), names: noteNames, rules };
    const { markdown, ...links } = linkNote(source);
    const file = noteFile(note, markdown);
    log.add(links.diagnostics);
    const { bytes } = file;
    const outputFile = {
      stamp: outputNow()?.write(file),
      size: bytes.length,
      updated: note.updated,
    };
    return { output: { ...links, digest: noteDigest(file), ...outputFile }, bytes };
  };
  const outputs = new Map<string, NoteOutput>();
  const parts = new PartWriter(last?.parts ?? [], outputNow);
  for (const [number, note] of notes.entries()) {
    const before = valid.outputs[number];
    if (before) log.add(before.diagnostics);
    const { output, bytes }: { output: NoteOutput; bytes?: Uint8Array } = before
      ? { output: before }
      : linkAndWrite(note, number);
    outputs.set(note.file, output);
    parts.add({ route: note.route, digest: output.digest, size: output.size, bytes });
  }
  return { namesDigest, noteNames, parts: parts.end(), outputs };
}

function linkRules({ planned = [], markdownLinks, attachments, logseq, rules }: Config): LinkRules {
  return {
    planned: new Set(planned.map((name) => nameKey(name, "loose"))),
    markdownLinks,
    attachments,
    pagesWithoutFile: logseq !== undefined && !rules.has("broken-link"),
  };
}

function digestOfNames({ notes, leftOut }: ParsedVault): string {
  const names = notes.map(({ file, route, title, aliases }) => [file, route, title, aliases]);
  return hash("sha1", JSON.stringify([names, leftOut]));
}

/**
 * The outputs of the last build that are still valid, in the order of the notes; undefined for a note to be linked.
 * @param last a build with the same names, if there is one
 */
function validOutputs(
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
  const outputs = notes.map(({ file, route, updated }, number) => {
    const before = isSame[number] ? last.outputs.get(file) : undefined;
    if (before === undefined || before.updated !== updated) return undefined;
    if (before.leadsTo.some((target) => changed.has(target))) return undefined;
    return output?.keep(notePath(route), before.stamp) ? before : undefined;
  });
  return { outputs, noteNames: changed.size === 0 ? last.memory?.noteNames : undefined };
}
