import { hash } from "node:crypto";
import { compareCodePoints } from "../worker/contract/compare-code-points.ts";
import {
  type BuildState,
  buildKey,
  type CachedFile,
  type CachedIndex,
  isIntact,
  NoteCache,
  outputStamp,
  type ParsedVault,
} from "./cache.ts";
import { readConfig } from "./config/read.ts";
import { listNotes } from "./content/list.ts";
import { CONFIG_FILE } from "./content/paths.ts";
import { sourceReader } from "./content/read.ts";
import { type LinkContext, type LinkedVault, linkStatistics, linkVault } from "./link.ts";
import type { PlacedNote } from "./note.ts";
import { writeFrontMatterSchema } from "./notes/front-matter-schema.ts";
import { placeNotes } from "./notes/routes.ts";
import { unreadKeysHint } from "./notes/unread-keys.ts";
import type { BuildOptions } from "./options.ts";
import {
  digestsFile,
  headersFile,
  ignoreFile,
  listFile,
  notePath,
  openApiFile,
  SEARCH_INDEX_FILE,
} from "./output/emit.ts";
import {
  checkPlatformLimits,
  type OutputSize,
  platformUse,
  shareOfFreePlan,
  workerBytes,
} from "./output/limits.ts";
import { openApiDocument } from "./output/openapi.ts";
import { Output, outputInside, toOutputError } from "./output/write.ts";
import { parseVault } from "./parse.ts";
import { ContentError } from "./report/errors.ts";
import { ProblemLog } from "./report/problems.ts";
import { type Progress, SILENT } from "./report/progress.ts";
import type { RunResult } from "./report/result.ts";
import { severitiesOf } from "./report/rules.ts";
import { collectionStatistics } from "./report/statistics.ts";
import { writeSearchIndex } from "./search-index/write-search-index.ts";

/**
 * The whole run: list, place, parse, link, index, swap in.
 *
 *     path ─list→ file ─place, parse→ PlacedNote ─link→ ┬ emit  ─DistFile→ ┬ write → dist/
 *                                                       └ index ─DistFile→ ┘
 *
 * The problems of all notes are collected; with an error among them the output stays as it was.
 * @param progress default: says nothing
 * @param kept a cache to use from run to run; default: the file next to the output
 * @throws OutputError, ContentError
 */
export async function run(
  options: BuildOptions,
  progress = SILENT,
  kept?: NoteCache,
): Promise<RunResult> {
  try {
    const output = options.check ? undefined : await Output.open(options.outDir);
    try {
      return await build(options, progress, output, kept);
    } finally {
      progress.end();
      output?.close();
    }
  } catch (error) {
    throw toOutputError(error, options.outDir);
  }
}

async function build(
  options: BuildOptions,
  progress: Progress,
  output: Output | undefined,
  kept: NoteCache | undefined,
): Promise<RunResult> {
  const started = performance.now();
  const { contentDir, outDir } = options;
  const { config, findings, text: configText } = await readConfig(contentDir);
  const sourceOf = (file: string) => (file === CONFIG_FILE ? configText : undefined);
  const log = new ProblemLog(severitiesOf(config.mode, config.rules, options.rules));
  log.add(findings);
  if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

  const key = buildKey(options, configText ?? "");
  const cache = output && (kept ?? new NoteCache(output.cacheFolder));
  const last = cache?.load(key);
  const context = { contentDir, config, log, progress, output, last };

  const { files, others } = list(contentDir, [...config.ignore, ...options.ignore], log, progress);
  output?.refuseNotes(files, contentDir);
  const paths = files.join("\n");
  const placement =
    last?.placement?.paths === paths ? last.placement : { paths, ...placeNotes(files, config) };
  log.add(placement.findings);
  const vault = await parseVault(
    placement.placed,
    last?.files ?? new Map<string, CachedFile>(),
    context,
  );
  const isRead = new Set([...vault.notes, ...vault.drafts].map(({ file }) => file));
  const unread = files.filter((file) => !isRead.has(file));
  const inside = outputInside(contentDir, outDir);
  const foreign = others.filter((file) => inside === undefined || !file.startsWith(inside));
  const linked = linkVault(vault, [...foreign, ...unread], context);
  const shared = writeShared(vault, linked, context);

  const sizes: OutputSize[] = shared.sizes;
  vault.notes.forEach(({ file, route }, number) => {
    sizes.push({ path: notePath(route), size: linked.outputs[number]!.size, source: file });
  });
  const use = platformUse(sizes, shared.index.workerBytes);
  log.add(checkPlatformLimits(sizes, use));
  if (output && !log.hasErrors) {
    progress.begin("write");
    output.swapIn(kept !== undefined);
    cache?.save({ ...toState(key, vault, linked, shared.index, output), placement });
    writeFrontMatterSchema(output.cacheFolder, config);
  }
  const readText = sourceReader(contentDir);
  return {
    notes: shared.listed,
    statistics: collectionStatistics(shared.listed, linkStatistics(linked.outputs)),
    problems: log.sorted(),
    counts: log.counts,
    hint: unreadKeysHint(shared.listed, config, options.rules),
    sourceOf: (file) => readText(file) ?? sourceOf(file),
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: shared.index.size,
      changed: output?.changed ?? 0,
      freePlanShare: shareOfFreePlan(use),
      milliseconds: performance.now() - started,
    },
  };
}

function list(
  contentDir: string,
  ignore: readonly string[],
  log: ProblemLog,
  progress: Progress,
): { files: string[]; others: string[] } {
  progress.begin("list");
  const { files, others, findings } = listNotes(contentDir, ignore);
  if (files.length === 0) throw new ContentError(`${contentDir} holds no Markdown notes.`);
  log.add(findings);
  return { files, others };
}

interface SharedFiles {
  /** The notes in the order of the list. */
  listed: PlacedNote[];
  sizes: OutputSize[];
  index: CachedIndex;
}

/** Writes the files that are made from all notes together. */
function writeShared(
  { notes }: ParsedVault,
  { outputs, example }: LinkedVault,
  { config, log, progress, output, last }: LinkContext,
): SharedFiles {
  progress.begin("index");
  const entries = notes
    .map((note, number) => ({ note, route: note.route, digest: outputs[number]!.digest }))
    .sort((a, b) => compareCodePoints(a.route, b.route));
  const listed = entries.map(({ note }) => note);
  const list = listFile(listed);
  const collections = config.collections ?? [...new Set(listed.map((note) => note.collection))];
  const openApi = openApiFile(openApiDocument(collections, example));
  const files = [list, digestsFile(entries), openApi, headersFile(), ignoreFile()];
  if (!log.hasErrors) for (const file of files) output?.write(file);
  const index = writeIndex(listed, hash("sha1", list.bytes), log, output, last?.index);
  const sizes = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  sizes.push({ path: SEARCH_INDEX_FILE, size: index.size });
  return { listed, sizes, index };
}

/**
 * Writes the search index, unless the output holds it already.
 * @param list digest of the list, in which all stands that is searched
 */
function writeIndex(
  listed: readonly PlacedNote[],
  list: string,
  log: ProblemLog,
  output: Output | undefined,
  last: CachedIndex | undefined,
): CachedIndex {
  if (output && last?.list === list && isIntact(output.pathOf(SEARCH_INDEX_FILE), last.stamp)) {
    output.keep(SEARCH_INDEX_FILE);
    return last;
  }
  const bytes = writeSearchIndex(listed);
  if (!log.hasErrors) output?.write({ path: SEARCH_INDEX_FILE, bytes });
  return { list, size: bytes.length, workerBytes: workerBytes(bytes), stamp: undefined };
}

/** What this build leaves to the next one, with the stamps of the files that it made. */
function toState(
  key: string,
  { files, notes }: ParsedVault,
  { outputs, names, noteNames }: LinkedVault,
  index: CachedIndex,
  output: Output,
): BuildState {
  const stamped = <T extends { stamp: string | undefined }>(made: T, path: string): T =>
    made.stamp === undefined ? { ...made, stamp: outputStamp(output.pathOf(path)) } : made;
  const all = new Map(files);
  notes.forEach(({ file, route }, number) => {
    const made = stamped(outputs[number]!, notePath(route));
    const found = files.get(file)!;
    if (found.output !== made) all.set(file, { ...found, output: made });
  });
  return { key, names, noteNames, files: all, index: stamped(index, SEARCH_INDEX_FILE) };
}
