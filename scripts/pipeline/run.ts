import { hash } from "node:crypto";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { BuildOptions } from "../cli/options.ts";
import { readConfig } from "../config/read.ts";
import { listNotes } from "../content/list.ts";
import { sourceReader } from "../content/read.ts";
import type { PlacedNote } from "../notes/note.ts";
import { unreadKeysHint } from "../notes/unread-keys.ts";
import {
  type DistFile,
  digestsFile,
  headersFile,
  ignoreFile,
  listFile,
  notePath,
  SEARCH_INDEX_FILE,
} from "../output/emit.ts";
import { writeFrontMatterSchema } from "../output/front-matter-schema.ts";
import { checkPlatformLimits, type OutputSize, workerBytes } from "../output/limits.ts";
import { openApiFile } from "../output/openapi.ts";
import { Output, outputFilter, toOutputError } from "../output/write.ts";
import { ContentError, OutputError } from "../problems/errors.ts";
import { ProblemLog } from "../problems/problems.ts";
import { severitiesOf } from "../problems/rules.ts";
import { type Progress, SILENT } from "../report/progress.ts";
import type { RunResult } from "../report/result.ts";
import { collectionStatistics } from "../report/statistics.ts";
import { makeSearchIndex } from "../search-index/index-thread.ts";
import { type BuildContext, buildKey, type CachedIndex, NoteCache } from "./cache.ts";
import { linkVault } from "./link.ts";
import { parseVault } from "./parse.ts";
import { placeNotes } from "./place.ts";

/**
 * The whole run: list, place, parse, link, index, swap in.
 *
 *     path ─list→ file ─place, parse→ PlacedNote ─link→ ┬ emit  ─DistFile→ ┬ write → dist/
 *                                                       └ index ─DistFile→ ┘
 *
 * The problems of all notes are collected; if one is an error, the output stays unchanged.
 * @param progress default: silent
 * @param kept a cache to reuse between runs; default: a new one, read from the file next to the output
 * @throws OutputError, ContentError
 */
export async function run(
  options: BuildOptions,
  progress = SILENT,
  kept?: NoteCache,
): Promise<RunResult> {
  try {
    const output = options.check ? undefined : await Output.open(options.outDir);
    return await build(options, progress, output, kept).finally(() => {
      progress.end();
      output?.close();
    });
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
  const { contentDir } = options;
  const { config, findings, text: configText } = await readConfig(contentDir);
  const sourceOf = sourceReader(contentDir);
  const log = new ProblemLog(severitiesOf(config.mode, config.rules, options.rules));
  log.add(findings);
  if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

  const key = buildKey(options, configText ?? "");
  const cache = output && (kept ?? new NoteCache(output.places.cache));
  const last = cache?.load(key);
  const context = { contentDir, config, log, progress, last };

  progress.begin("list");
  const { files, others } = listFiles(options, context, output);
  const paths = files.join("\n");
  const placement =
    last?.placement?.paths === paths ? last.placement : { paths, ...placeNotes(files, config) };
  log.add(placement.findings);
  const vault = await parseVault(placement.placed, context);
  const isRead = new Set([...vault.notes, ...vault.drafts].map(({ file }) => file));
  const unread = files.filter((file) => !isRead.has(file));
  const listed = vault.notes.toSorted((a, b) => compareCodePoints(a.route, b.route));
  const list = listFile(listed);
  // Before the notes are linked, because a thread may build the index meanwhile.
  const indexing = makeIndex(listed, list, last?.index, output);
  // If linking fails too, its error is reported, and this one must not end the process.
  indexing.catch(() => undefined);
  const linked = linkVault(vault, [...others, ...unread], context, output);
  progress.begin("index");
  const { index, bytes } = await indexing;

  const outputOf = ({ file }: PlacedNote) => vault.files.get(file)!.output!;
  const digests = listed.map((note) => ({ route: note.route, digest: outputOf(note).digest }));
  const collections = config.collections ?? [...new Set(listed.map((note) => note.collection))];
  const written = log.hasErrors ? undefined : output;
  const openApi = openApiFile(collections, vault.notes, written);
  const shared = [list, digestsFile(digests), openApi, headersFile(), ignoreFile()];
  for (const file of shared) written?.write(file);
  if (bytes) index.stamp = written?.write({ path: SEARCH_INDEX_FILE, bytes });

  const sizes: OutputSize[] = [
    ...shared.map(({ path, bytes }) => ({ path, size: bytes.length })),
    { path: SEARCH_INDEX_FILE, size: index.size },
    ...vault.notes.map((note) => {
      return { path: notePath(note.route), size: outputOf(note).size, source: note.file };
    }),
  ];
  const limits = checkPlatformLimits(sizes, index.workerBytes);
  log.add(limits.findings);
  if (output && !log.hasErrors) {
    progress.begin("write");
    output.swapIn(kept !== undefined);
    cache?.save({ key, ...linked, index, files: vault.files, placement });
    writeFrontMatterSchema(output.places.cache, config);
  }
  return {
    notes: listed,
    statistics: collectionStatistics(listed, vault.notes.map(outputOf)),
    problems: log.sorted(),
    counts: log.counts,
    hint: unreadKeysHint(listed, config, options.rules),
    sourceOf,
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: index.size,
      freePlanShare: limits.freePlanShare,
      milliseconds: performance.now() - started,
    },
  };
}

/**
 * Lists the files of the content folder that are not in the output.
 * @throws ContentError if there are no notes
 * @throws OutputError if notes are in the output, where a static host would publish them as files, even drafts
 */
function listFiles(
  { contentDir, outDir, ignore }: BuildOptions,
  { config, log }: BuildContext,
  output: Output | undefined,
) {
  const { files, others, findings } = listNotes(contentDir, [...config.ignore, ...ignore]);
  if (files.length === 0) throw new ContentError(`${contentDir} contains no Markdown notes.`);
  log.add(findings);
  const isOutput = outputFilter(contentDir, outDir);
  const note = output && files.find(isOutput);
  if (note !== undefined) {
    throw new OutputError(
      `${outDir} contains notes, ${note} among them. Choose another folder with --out, or list this one under \`ignore\` in collections.yaml.`,
    );
  }
  return { files, others: others.filter((file) => !isOutput(file)) };
}

/**
 * Builds the search index, unless the list, which has all that is searched, is the same as in the last build.
 * It is not written here, because if linking fails meanwhile, the output may belong to another build by then.
 * @returns bytes only for a new index
 */
async function makeIndex(
  listed: readonly PlacedNote[],
  list: DistFile,
  last: CachedIndex | undefined,
  output: Output | undefined,
): Promise<{ index: CachedIndex; bytes?: Uint8Array }> {
  const digest = hash("sha1", list.bytes);
  if (last?.list === digest && output?.keep(SEARCH_INDEX_FILE, last.stamp)) return { index: last };
  const bytes = await makeSearchIndex(listed);
  const size = bytes.length;
  const index = { list: digest, size, workerBytes: workerBytes(bytes), stamp: undefined };
  return { index, bytes };
}
