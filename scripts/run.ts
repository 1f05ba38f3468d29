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
import { type LinkedVault, linkStatistics, linkVault } from "./link.ts";
import type { Config, PlacedNote } from "./note.ts";
import { writeFrontMatterSchema } from "./notes/front-matter-schema.ts";
import { placeNotes } from "./notes/routes.ts";
import { unreadKeysHint } from "./notes/unread-keys.ts";
import type { BuildOptions } from "./options.ts";
import {
  type DistFile,
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
import { makeSearchIndex } from "./search-index/index-thread.ts";

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

  const { files, others } = listFiles(
    contentDir,
    [...config.ignore, ...options.ignore],
    log,
    progress,
  );
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
  const listed = vault.notes.toSorted((a, b) => compareCodePoints(a.route, b.route));
  const list = listFile(listed);
  // Before the notes are linked: a thread of its own may make it meanwhile.
  const indexing = makeIndex(listed, hash("sha1", list.bytes), output, last?.index);
  // Should linking fail too, that is the error to tell, and this one must not end the process.
  indexing.catch(() => undefined);
  const linked = linkVault(vault, [...foreign, ...unread], context);
  progress.begin("index");
  const { index, bytes } = await indexing;
  const shared = [list, ...sharedFiles(vault, linked, listed, config)];
  const sizes: OutputSize[] = shared.map(({ path, bytes }) => ({ path, size: bytes.length }));
  sizes.push({ path: SEARCH_INDEX_FILE, size: index.size });
  if (bytes) shared.push({ path: SEARCH_INDEX_FILE, bytes });
  if (!log.hasErrors) for (const file of shared) output?.write(file);

  vault.notes.forEach(({ file, route }, number) => {
    sizes.push({ path: notePath(route), size: linked.outputs[number]!.size, source: file });
  });
  const use = platformUse(sizes, index.workerBytes);
  log.add(checkPlatformLimits(sizes, use));
  if (output && !log.hasErrors) {
    progress.begin("write");
    output.swapIn(kept !== undefined);
    cache?.save({ ...toState(key, vault, linked, index, output), placement });
    writeFrontMatterSchema(output.cacheFolder, config);
  }
  const readText = sourceReader(contentDir);
  return {
    notes: listed,
    statistics: collectionStatistics(listed, linkStatistics(linked.outputs)),
    problems: log.sorted(),
    counts: log.counts,
    hint: unreadKeysHint(listed, config, options.rules),
    sourceOf: (file) => readText(file) ?? sourceOf(file),
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: index.size,
      changed: output?.changed ?? 0,
      freePlanShare: shareOfFreePlan(use),
      milliseconds: performance.now() - started,
    },
  };
}

function listFiles(
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

/** The files that are made from all notes together, but for the list and the index. */
function sharedFiles(
  { notes }: ParsedVault,
  { outputs, example }: LinkedVault,
  listed: readonly PlacedNote[],
  config: Config,
): DistFile[] {
  const digests = new Map(notes.map(({ route }, number) => [route, outputs[number]!.digest]));
  const entries = listed.map(({ route }) => ({ route, digest: digests.get(route)! }));
  const collections = config.collections ?? [...new Set(listed.map((note) => note.collection))];
  const openApi = openApiFile(openApiDocument(collections, example));
  return [digestsFile(entries), openApi, headersFile(), ignoreFile()];
}

/**
 * The search index, without bytes where the output holds it already.
 * @param list digest of the list, in which all stands that is searched
 */
async function makeIndex(
  listed: readonly PlacedNote[],
  list: string,
  output: Output | undefined,
  last: CachedIndex | undefined,
): Promise<{ index: CachedIndex; bytes?: Uint8Array }> {
  if (output && last?.list === list && isIntact(output.pathOf(SEARCH_INDEX_FILE), last.stamp)) {
    output.keep(SEARCH_INDEX_FILE);
    return { index: last };
  }
  const bytes = await makeSearchIndex(listed);
  const index = { list, size: bytes.length, workerBytes: workerBytes(bytes), stamp: undefined };
  return { index, bytes };
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
