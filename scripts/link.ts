import { hash } from "node:crypto";
import {
  type BuildState,
  type CachedFile,
  type CachedOutput,
  isIntact,
  type ParsedVault,
} from "./cache.ts";
import { linkNote } from "./links/link-note.ts";
import { nameKey } from "./links/name-index.ts";
import { type LeftOut, NoteNames } from "./links/names.ts";
import type { Config, PlacedNote } from "./note.ts";
import { noteDigest, noteFile, notePath } from "./output/emit.ts";
import type { ExampleNote } from "./output/openapi.ts";
import type { Output } from "./output/write.ts";
import type { ProblemLog } from "./report/problems.ts";
import type { Progress } from "./report/progress.ts";
import type { LinkStatistics } from "./report/statistics.ts";

export interface LinkContext {
  config: Config;
  log: ProblemLog;
  progress: Progress;
  /** Undefined for a check. */
  output: Output | undefined;
  /** What the last build left, as far as it may be relied on. */
  last: BuildState | undefined;
}

/** What became of the notes, each at the place that it has among them. */
export interface LinkedVault {
  outputs: CachedOutput[];
  /** Digest of all by which links can call notes. */
  names: string;
  /** Undefined where no link was looked up. */
  noteNames: NoteNames | undefined;
  /** The note that the OpenAPI document shows; undefined where there is none. */
  example: ExampleNote | undefined;
}

/**
 * Writes the links and the file of every note, but for those that the output holds already: while no note
 * is called otherwise, they are the notes that did not change, and do not link to a heading of one that did.
 * @param others paths of the files that are no notes, or could not be read
 */
export function linkVault(
  vault: ParsedVault,
  others: readonly string[],
  { config, log, progress, output, last }: LinkContext,
): LinkedVault {
  const { notes, drafts } = vault;
  const leftOut = { drafts, files: others };
  const names = namesDigest(notes, leftOut);
  const same = last?.names === names ? last : undefined;
  const changed = changedHeadings(vault, same);
  const isKept = keptOutputs(vault, same, changed, output);
  const total = isKept.filter((kept) => kept === undefined).length;
  let done = 0;
  if (total > 0) progress.begin("link", total, () => done);
  const { markdownLinks } = config;
  const planned = new Set(Array.from(config.planned, (name) => nameKey(name, "loose")));
  const rules = { severities: log.severities, planned, markdownLinks };
  let noteNames = changed.size === 0 ? same?.noteNames : undefined;
  const shown = pickExample(notes);
  let example: ExampleNote | undefined;
  const outputs = notes.map((note, number) => {
    const { file, route, bodyLine, scan } = note;
    const kept = isKept[number];
    if (kept && output) {
      log.add(kept.problems);
      output.keep(notePath(route));
      if (note === shown) example = { note, file: output.read(notePath(route)) };
      return kept;
    }
    done++;
    noteNames ??= new NoteNames(notes, leftOut);
    const body = vault.bodyOf(file);
    const source = { note: number, file, body, bodyLine, scan };
    const { markdown, ...links } = linkNote(source, noteNames, rules);
    log.add(links.problems);
    const made = noteFile(note, markdown);
    if (note === shown) example = { note, file: made };
    if (!log.hasErrors) output?.write(made);
    return { ...links, digest: noteDigest(made), size: made.bytes.length, stamp: undefined };
  });
  return { outputs, names, noteNames, example };
}

/** The note that makes the best example: the first of those with the deepest routes. */
function pickExample(notes: readonly PlacedNote[]): PlacedNote | undefined {
  const depth = ({ route }: PlacedNote) => route.split("/").length;
  let best = notes[0];
  for (const note of notes) if (best && depth(note) > depth(best)) best = note;
  return best;
}

/** What the wikilinks of all notes come to. */
export function linkStatistics(outputs: readonly CachedOutput[]): LinkStatistics {
  const sums = { broken: 0, ambiguous: 0, markdownLinks: 0, markdownLinksToNotes: 0 };
  const found = new Set<number>();
  let resolved = 0;
  outputs.forEach((output, number) => {
    for (const target of output.targets) if (target !== number) found.add(target);
    resolved += output.targets.length;
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += output[key];
  });
  return { resolved, ...sums, orphans: outputs.length - found.size };
}

function namesDigest(notes: readonly PlacedNote[], leftOut: LeftOut): string {
  const names = notes.map(({ file, route, title, aliases }) => [file, route, title, aliases]);
  return hash("sha1", JSON.stringify([names, leftOut]));
}

/** The numbers of notes whose headings are not those of the last build. @param last undefined where none is */
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

/**
 * The outputs of the last build that are those of this one too.
 * @param last undefined where none is
 * @param changed numbers of the notes whose headings changed
 */
function keptOutputs(
  { notes, files }: ParsedVault,
  last: BuildState | undefined,
  changed: ReadonlySet<number>,
  output: Output | undefined,
): (CachedOutput | undefined)[] {
  if (!last || !output) return notes.map(() => undefined);
  return notes.map(({ file, route }) => {
    const made = files.get(file)?.output;
    const isStale =
      made === undefined ||
      made.targets.some((target) => changed.has(target)) ||
      (changed.size > 0 && made.problems.length + made.markdownLinksToNotes > 0) ||
      !isIntact(output.pathOf(notePath(route)), made.stamp);
    return isStale ? undefined : made;
  });
}
