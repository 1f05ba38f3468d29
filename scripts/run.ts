import { setImmediate } from "node:timers/promises";
import { compareCodePoints } from "../worker/contract/compare-code-points.ts";
import type { Route } from "../worker/contract/route.ts";
import { type Config, readConfig } from "./config.ts";
import { CONFIG_FILE } from "./config-file.ts";
import { listNotes } from "./content/list.ts";
import { readSource, sourceReader } from "./content/read.ts";
import { linkNote } from "./links/link-note.ts";
import type { Named } from "./links/name-index.ts";
import { type LeftOut, NoteNames } from "./links/names.ts";
import type { ParsedNote, PlacedFile } from "./note.ts";
import { parseNote } from "./notes/parse-note.ts";
import { placeNotes } from "./notes/routes.ts";
import { unreadKeysHint } from "./notes/unread-keys.ts";
import type { BuildOptions } from "./options.ts";
import {
  type DistFile,
  digestsFile,
  headersFile,
  indexFiles,
  listFile,
  noteDigest,
  noteFile,
  openApiFile,
} from "./output/emit.ts";
import {
  checkPlatformLimits,
  type OutputSize,
  platformUse,
  shareOfFreePlan,
} from "./output/limits.ts";
import { type ExampleNote, openApiDocument, pickExample } from "./output/openapi.ts";
import { Output, toOutputError } from "./output/write.ts";
import { ContentError } from "./report/errors.ts";
import { ProblemLog } from "./report/problems.ts";
import { type Progress, SILENT } from "./report/progress.ts";
import type { RunResult } from "./report/result.ts";
import { severitiesOf } from "./report/rules.ts";
import { collectionStatistics, type LinkStatistics } from "./report/statistics.ts";
import { writeSearchIndex } from "./search-index/write-search-index.ts";

/** A note at its route. */
type PlacedNote = ParsedNote & { route: Route; text: string };

/** Notes after which timers run, so that the progress is drawn and memory is given back. */
const NOTES_AT_ONCE = 256;

/**
 * The whole run: list, place, parse, link, index, swap in.
 *
 *     path ─list→ file ─place, parse→ PlacedNote ─link→ ┬ emit  ─DistFile→ ┬ write → dist/
 *                                                       └ index ─DistFile→ ┘
 *
 * The problems of all notes are collected; with an error among them the output stays as it was.
 * @param progress default: says nothing
 * @throws OutputError, ContentError
 */
export async function run(options: BuildOptions, progress = SILENT): Promise<RunResult> {
  try {
    return await build(options, progress);
  } catch (error) {
    throw toOutputError(error, options.outDir);
  }
}

async function build(options: BuildOptions, progress: Progress): Promise<RunResult> {
  const started = performance.now();
  const { contentDir, outDir, check } = options;
  using output = check ? undefined : await Output.open(outDir);
  const { config, findings, text: configText } = readConfig(contentDir);
  const sourceOf = (file: string) => (file === CONFIG_FILE ? configText : undefined);
  const log = new ProblemLog(severitiesOf(config.mode, config.rules, options.rules));
  log.add(findings);
  if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

  const { files, others } = await list(
    contentDir,
    [...config.ignore, ...options.ignore],
    log,
    progress,
  );
  output?.refuseNotes(files, contentDir);
  const { placed, findings: misplaced } = placeNotes(files, config);
  log.add(misplaced);
  const { notes, drafts } = await parse(placed, contentDir, config, log, progress);

  const sizes: OutputSize[] = [];
  const write = (file: DistFile, source?: string) => {
    sizes.push({ path: file.path, size: file.bytes.length, ...(source && { source }) });
    if (!log.hasErrors) output?.write(file);
  };
  const isRead = new Set([...notes, ...drafts].map(({ file }) => file));
  const leftOut = { drafts, files: [...others, ...files.filter((file) => !isRead.has(file))] };
  const { digests, example, ...links } = link(notes, leftOut, config, log, progress, write);
  const listed = notes.toSorted((a, b) => compareCodePoints(a.route, b.route));
  const collections = config.collections ?? [...new Set(listed.map((note) => note.collection))];
  write(openApiFile(openApiDocument(collections, example)));
  const index = writeShared(listed, digests, progress, write);

  // Whoever chose the rule has said what to say of such keys.
  const isHinting =
    config.mode === "lenient" &&
    ![config.rules, options.rules].some((rules) => rules.has("unknown-key"));

  const use = platformUse(sizes, index);
  log.add(checkPlatformLimits(sizes, use));
  if (output && !log.hasErrors) {
    using _ = progress.begin("write");
    output.swapIn();
  }
  const readText = sourceReader(contentDir);
  return {
    notes: listed,
    statistics: collectionStatistics(listed, links),
    problems: log.sorted(),
    counts: log.counts,
    ...(isHinting && { hint: unreadKeysHint(listed) }),
    sourceOf: (file) => readText(file) ?? sourceOf(file),
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: index.length,
      changed: output?.changed ?? 0,
      freePlanShare: shareOfFreePlan(use),
      milliseconds: performance.now() - started,
    },
  };
}

async function list(
  contentDir: string,
  ignore: readonly string[],
  log: ProblemLog,
  progress: Progress,
): Promise<{ files: string[]; others: string[] }> {
  using _ = progress.begin("list");
  const { files, others, findings } = listNotes(contentDir, ignore);
  if (files.length === 0) throw new ContentError(`${contentDir} holds no Markdown notes.`);
  log.add(findings);
  return { files, others };
}

/** Parses all files; those that have a route and are no drafts are the notes. */
async function parse(
  placed: readonly PlacedFile[],
  contentDir: string,
  config: Config,
  log: ProblemLog,
  progress: Progress,
): Promise<{ notes: PlacedNote[]; drafts: Named[] }> {
  const notes: PlacedNote[] = [];
  const drafts: Named[] = [];
  let done = 0;
  using _ = progress.begin("parse", placed.length, () => done);
  for (const { file, collection, route } of placed) {
    if (++done % NOTES_AT_ONCE === 0) await setImmediate();
    const source = readSource(contentDir, file);
    if ("rule" in source) {
      log.add([source]);
      continue;
    }
    const { note, draft, findings } = parseNote(source, collection, config, log.severities);
    log.add(findings);
    if (draft) drafts.push(draft);
    if (note && route !== undefined) notes.push({ ...note, route, text: source.text });
  }
  return { notes, drafts };
}

/** Writes the links of every note, and its file. */
function link(
  notes: readonly PlacedNote[],
  leftOut: LeftOut,
  { planned, markdownLinks }: Config,
  log: ProblemLog,
  progress: Progress,
  write: (file: DistFile, source: string) => void,
): LinkStatistics & { digests: Map<Route, string>; example: ExampleNote | undefined } {
  let done = 0;
  using _ = progress.begin("link", notes.length, () => done);
  const names = new NoteNames(notes, leftOut);
  const rules = { severities: log.severities, planned, markdownLinks };
  const statistics = {
    resolved: 0,
    broken: 0,
    ambiguous: 0,
    markdownLinks: 0,
    markdownLinksToNotes: 0,
  };
  const digests = new Map<Route, string>();
  const shown = pickExample(notes);
  let example: ExampleNote | undefined;
  const found = new Set<number>();
  notes.forEach((note, number) => {
    const { file, text, bodyStart, bodyLine, scan } = note;
    const source = { note: number, file, body: text.slice(bodyStart), bodyLine, scan };
    const { markdown, problems, targets, ...counts } = linkNote(source, names, rules);
    log.add(problems);
    for (const target of targets) if (target !== number) found.add(target);
    statistics.resolved += targets.length;
    statistics.broken += counts.broken;
    statistics.ambiguous += counts.ambiguous;
    statistics.markdownLinks += counts.paths;
    statistics.markdownLinksToNotes += counts.notePaths;
    const made = noteFile(note, markdown);
    digests.set(note.route, noteDigest(made));
    write(made, file);
    if (note === shown) example = { note, file: made };
    done++;
  });
  return { ...statistics, orphans: notes.length - found.size, digests, example };
}

/** Writes the files that are made from all notes together. @returns the search index */
function writeShared(
  listed: readonly PlacedNote[],
  digests: ReadonlyMap<Route, string>,
  progress: Progress,
  write: (file: DistFile) => void,
): Uint8Array {
  using _ = progress.begin("index");
  write(listFile(listed));
  write(digestsFile(listed.map(({ route }) => ({ route, digest: digests.get(route)! }))));
  const index = writeSearchIndex(listed.map(toSearchDocument));
  for (const file of [...indexFiles(index), headersFile()]) write(file);
  return index;
}

function toSearchDocument({ route, title, summary, tags, collection, fields }: PlacedNote) {
  const { domain, category } = fields;
  return {
    route,
    title,
    summary,
    tags,
    collection: collection.name,
    ...(typeof domain === "string" && { domain }),
    ...(typeof category === "string" && { category }),
  };
}
