import { compareCodePoints } from "../worker/contract/compare-code-points.ts";
import type { BuildResult } from "./build-result.ts";
import type { BuildStart } from "./build-start.ts";
import { keepShared } from "./cache/keep-shared.ts";
import { survey } from "./cache/survey.ts";
import { toLastFiles } from "./cache/to-last-files.ts";
import { readConfig } from "./collections/read-config.ts";
import { ContentError } from "./content/content-error.ts";
import { sourceReader } from "./content/source-reader.ts";
import { Crew } from "./crew/crew.ts";
import { isListedAlike } from "./crew/is-listed-alike.ts";
import { linkStatistics } from "./crew/link-statistics.ts";
import { linkVault } from "./crew/link-vault.ts";
import { listedNotes } from "./crew/listed-notes.ts";
import { type NoteOutput, noteOutputs } from "./crew/note-outputs.ts";
import { parseOrders } from "./crew/parse-orders.ts";
import { publishedFiles } from "./crew/published-files.ts";
import { toVault } from "./crew/to-vault.ts";
import { collectionStatistics } from "./notes/collection-statistics.ts";
import { placeFiles } from "./notes/place-files.ts";
import { checkPlatformLimits } from "./output/check-platform-limits.ts";
import { makeShared } from "./output/make-shared.ts";
import { Output } from "./output/output.ts";
import type { OutputSize } from "./output/output-size.ts";
import { platformUse } from "./output/platform-use.ts";
import { refuseNotes } from "./output/refuse-notes.ts";
import { ProblemLog } from "./problems/problem-log.ts";
import { severities } from "./problems/severities.ts";

/**
 * The whole run: place and parse, link and write, list and index, swap in.
 *
 *     content/ ─path→ ┬ place ─PlacedFile→ ┬ ─VaultFile→ ┬ link  ─DistFile→ ─┬ dist/
 *                     └ parse ─ParsedFile→ ┘             └ index ─DistFile→ ─┘
 *
 * The problems of all notes are collected; with an error among them nothing is written.
 */
export async function run(start: BuildStart): Promise<BuildResult> {
  const { options, key, last, progress, store, started } = start;
  const { contentDir, outDir, check } = options;
  const { config, findings, sourceOf } = await readConfig(contentDir);
  const log = new ProblemLog(severities(config.mode, config.rules, options.rules), findings);
  if (log.hasErrors) return { notes: [], problems: log.sorted(), sourceOf };

  await using crew = new Crew({ contentDir, config, severities: log.severities }, progress);
  const hireFor = (count: number) => crew.expect(count);
  const seen = start.seen ?? (await survey(options, config.ignore, undefined, progress, hireFor));
  if (seen.files.length === 0) throw new ContentError(`${contentDir} holds no Markdown notes.`);
  if (!check) refuseNotes(seen.files, contentDir, outDir);
  // The shards parse while this thread finds the notes' places, for which their paths are enough, and stamps.
  const parsing = crew.parse(parseOrders(seen, config, last));
  // The very list of files that was placed before is placed as before: another key was another build.
  const known = last?.files.seen.paths === seen.files ? last.files.placement : undefined;
  const placement = known ?? placeFiles(seen.files, config);
  seen.stamps();
  const vault = toVault(placement.placed, await parsing, last);
  log.addAll(seen.listingFindings, placement.findings);
  for (const { parsed } of vault) log.addAll(parsed.findings);

  using output = check || log.hasErrors ? undefined : new Output(outDir);
  const published = publishedFiles(vault);
  const linking = linkVault(crew, vault, published, last, output?.place, store.links);
  // Should this thread fail before them, that is what is told.
  linking.catch(() => undefined);
  const listed = published.toSorted((a, b) => compareCodePoints(a.route, b.route));
  const isListed = last !== undefined && seen.isSharedIntact && isListedAlike(vault, last);
  const shared = isListed
    ? keepShared(last)
    : makeShared(listedNotes(listed), listed.length, output, progress);
  const linked = await linking;
  // What is still to be done needs memory that the threads hold.
  await crew[Symbol.asyncDispose]();
  const outputs = noteOutputs(published, linked, last);
  for (const { problems } of outputs) log.append(problems);
  const links = linkStatistics(linked, outputs.length);

  const sizes = [...shared.sizes, ...outputs.map(toSize)];
  const use = platformUse(sizes, shared.workerBytes);
  log.addAll(checkPlatformLimits(sizes, use));
  const readText = sourceReader(contentDir);
  const result = {
    notes: listed,
    problems: log.sorted(),
    sourceOf: (file: string) => readText(file) ?? sourceOf(file),
    figures: {
      files: sizes.length,
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      indexBytes: shared.indexBytes,
      changed: 0,
      use,
      milliseconds: 0,
    },
    get statistics() {
      return links && collectionStatistics([...listedNotes(listed)], links);
    },
  };
  if (output && !log.hasErrors) {
    using _ = progress.begin("write");
    output.addChanged(outputs);
    result.figures.changed = output.changed;
    output.swapIn(new Set(sizes.map(({ path }) => path)), isListed);
    store.save({
      key,
      stampedAt: seen.stampedAt,
      ignore: config.ignore,
      listingFindings: seen.listingFindings,
      files: toLastFiles(
        seen,
        vault.map(({ parsed }) => parsed),
        outputs,
        placement,
      ),
      shared: shared.stamps,
      problems: result.problems,
      figures: result.figures,
    });
  }
  result.figures.milliseconds = performance.now() - started;
  return result;
}

function toSize({ file, path, stamp }: NoteOutput): OutputSize {
  return { path, size: stamp.size, source: file };
}
