import { setImmediate } from "node:timers/promises";
import { LIST_ADDRESS } from "../worker/contract/addresses.ts";
import { compareCodePoints } from "../worker/contract/compare-code-points.ts";
import type { Route } from "../worker/contract/route.ts";
import type { ContentConfig } from "./collections/content-config.ts";
import { readConfig } from "./collections/read-config.ts";
import { ContentError } from "./content/content-error.ts";
import { listFiles } from "./content/list-files.ts";
import { readSource } from "./content/read-source.ts";
import { sourceReader } from "./content/source-reader.ts";
import { type CollectionStatistics, collectionStatistics } from "./notes/collection-statistics.ts";
import type { LinkStatistics } from "./notes/link-statistics.ts";
import { parseNote } from "./notes/parse-note.ts";
import type { ParsedNote } from "./notes/parsed-note.ts";
import { type PlacedFile, placeFiles } from "./notes/place-files.ts";
import { toSearchDocument } from "./notes/to-search-document.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";
import type { BuildOptions } from "./options/build-options.ts";
import { checkPlatformLimits } from "./output/check-platform-limits.ts";
import { noteFile } from "./output/note-file.ts";
import { NoteList } from "./output/note-list.ts";
import type { OutputSize } from "./output/output-size.ts";
import { type PlatformUse, platformUse } from "./output/platform-use.ts";
import { sharedFiles } from "./output/shared-files.ts";
import { workerBytes } from "./output/worker-bytes.ts";
import { type DistFile, Output, toOutputError } from "./output/write.ts";
import type { Problem } from "./problems/problem.ts";
import { ProblemLog } from "./problems/problem-log.ts";
import { severities } from "./problems/severities.ts";
import type { Progress } from "./progress/progress.ts";
import { SILENT } from "./progress/silent.ts";
import { writeSearchIndex } from "./search-index/write-search-index.ts";
import { linkNote } from "./wikilinks/link-note.ts";
import { toLinkTables } from "./wikilinks/link-tables.ts";
import { LinkTargets } from "./wikilinks/link-targets.ts";
import { NameTable } from "./wikilinks/name-table.ts";
import { createResolver, type Resolver } from "./wikilinks/resolver.ts";

/** What a run did. */
export interface RunResult {
  /** Ordered by route; those that could be placed, where there are errors. */
  notes: readonly { file: string; route: Route }[];
  /** Absent where the run ended before links were resolved. */
  statistics?: CollectionStatistics;
  /** By file, then by place. */
  problems: readonly Problem[];
  /** The text of a file that a problem may point into. */
  sourceOf: (file: string) => string | undefined;
  /** Absent where the run ended before there was an output. */
  figures?: BuildFigures;
}

export interface BuildFigures {
  files: number;
  bytes: number;
  indexBytes: number;
  /** Files whose bytes are new. */
  changed: number;
  use: PlatformUse;
  milliseconds: number;
}

/** A note at its route. */
type PlacedNote = ParsedNote & { route: Route };

/**
 * The whole run: list, place, parse, link, index, swap in.
 *
 *     path ─list→ file ─place, parse→ PlacedNote ─link→ Note ─┬ emit  ─DistFile→ ┬ write → dist/
 *                                                             └ index ─DistFile→ ┘
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
  const { config, findings, sourceOf } = await readConfig(contentDir);
  const log = new ProblemLog(severities(config.mode, config.rules, options.rules), findings);
  if (log.hasErrors) return { notes: [], problems: log.sorted(), sourceOf };

  const files = await list(contentDir, config, log, progress);
  output?.refuseNotes(files, contentDir);
  const { placed, findings: misplaced } = placeFiles(files, config);
  log.addAll(misplaced);
  const notes = await parse(placed, contentDir, config, log, progress);

  const sizes: OutputSize[] = [];
  const write = (file: DistFile, source?: string) => {
    sizes.push({ path: file.path, size: file.bytes.length, ...(source && { source }) });
    if (!log.hasErrors) output?.write(file);
  };
  const links = link(notes, config, log, progress, write);
  const listed = notes.toSorted((a, b) => compareCodePoints(a.route, b.route));
  const index = writeShared(listed, progress, write);

  const use = platformUse(sizes, workerBytes(index, listed.length));
  log.addAll(checkPlatformLimits(sizes, use));
  if (!log.hasErrors) {
    using _ = progress.begin("write");
    output?.swapIn();
  }
  const readText = sourceReader(contentDir);
  return {
    notes: listed,
    statistics: collectionStatistics(listed, links),
    problems: log.sorted(),
    sourceOf: (file) => readText(file) ?? sourceOf(file),
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: index.length,
      changed: output?.changed ?? 0,
      use,
      milliseconds: performance.now() - started,
    },
  };
}

async function list(
  contentDir: string,
  config: ContentConfig,
  log: ProblemLog,
  progress: Progress,
): Promise<string[]> {
  using _ = progress.begin("list");
  const { files, findings } = await listFiles(contentDir, config.ignore);
  if (files.length === 0) throw new ContentError(`${contentDir} holds no Markdown notes.`);
  log.addAll(findings);
  return files;
}

/** Notes after which timers run, so that the progress is drawn and memory is given back. */
const NOTES_AT_ONCE = 256;

/** Parses all files; those that have a route and are no drafts are the notes. */
async function parse(
  placed: readonly PlacedFile[],
  contentDir: string,
  config: ContentConfig,
  log: ProblemLog,
  progress: Progress,
): Promise<PlacedNote[]> {
  const notes: PlacedNote[] = [];
  let done = 0;
  using _ = progress.begin("parse", placed.length, () => done);
  for (const { file, collection, route } of placed) {
    if (++done % NOTES_AT_ONCE === 0) await setImmediate();
    const source = readSource(contentDir, file);
    if ("rule" in source) {
      log.add(source);
      continue;
    }
    const { note, findings } = parseNote(source, collection, config, log.severities);
    log.addAll(findings);
    if (note && route !== undefined) notes.push({ ...note, route });
  }
  return notes;
}

/** Writes the links of every note, and its file. */
function link(
  notes: readonly PlacedNote[],
  { planned }: ContentConfig,
  log: ProblemLog,
  progress: Progress,
  write: (file: DistFile, source: string) => void,
): LinkStatistics {
  let done = 0;
  using _ = progress.begin("link", notes.length, () => done);
  const resolver = toResolver(notes);
  const rules = { severities: log.severities, planned };
  const statistics = { resolved: 0, broken: 0, ambiguous: 0, orphans: 0 };
  const found = new Set<number>();
  notes.forEach((note, number) => {
    const { file, text, bodyStart, bodyLine, scan } = note;
    const source = { note: number, file, body: text.slice(bodyStart), bodyLine, scan };
    const { markdown, problems, targets, broken, ambiguous } = linkNote(source, resolver, rules);
    log.append(problems);
    for (const target of targets) if (target !== number) found.add(target);
    statistics.resolved += targets.length;
    statistics.broken += broken;
    statistics.ambiguous += ambiguous;
    write(noteFile({ ...note, markdown }), file);
    done++;
  });
  return { ...statistics, orphans: notes.length - found.size };
}

function toResolver(notes: readonly PlacedNote[]): Resolver {
  const { texts, names } = toLinkTables(
    notes.map(({ file, route, title, aliases, scan }) => ({
      file,
      route,
      title,
      aliases,
      headings: JSON.stringify(scan.headings),
    })),
  );
  return createResolver(new LinkTargets(texts), new NameTable(names));
}

/** Writes the files that are made from all notes together. @returns the search index */
function writeShared(
  listed: readonly PlacedNote[],
  progress: Progress,
  write: (file: DistFile) => void,
): Uint8Array {
  using _ = progress.begin("index");
  const list = new NoteList(listed.length);
  for (const note of listed) list.add(note);
  write({ path: LIST_ADDRESS.slice(1), bytes: list.toBytes() });
  const index = writeSearchIndex(listed.map(toSearchDocument));
  for (const file of sharedFiles(index, openApiDocument())) write(file);
  return index;
}
