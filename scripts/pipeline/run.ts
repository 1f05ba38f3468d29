import type { BuildOptions } from "../cli/options.ts";
import { readConfig } from "../config/read.ts";
import { sourceReader } from "../content/read.ts";
import { writeFrontMatterSchema } from "../output/front-matter-schema.ts";
import { withOutput } from "../output/write.ts";
import { ProblemLog } from "../problems/problems.ts";
import { severitiesOf } from "../problems/rules.ts";
import { hintsFor } from "../report/hints.ts";
import { SILENT } from "../report/progress.ts";
import type { RunResult } from "../report/result.ts";
import { collectionStatistics } from "../report/statistics.ts";
import { buildKey, NoteCache } from "./cache.ts";
import { emitShared } from "./emit-shared.ts";
import { linkVault } from "./link.ts";
import { areEdits, listContent } from "./list.ts";
import { parseVault } from "./parse.ts";

/**
 * The whole run: list, place, parse, link, index, swap in.
 *
 *     path ─list→ file ─place, parse→ PlacedNote ─link→ ┬ emit  ─DistFile→ ┬ write → dist/
 *                                                       └ index ─DistFile→ ┘
 *
 * The problems of all notes are collected; if one is an error, the output stays unchanged.
 * @param progress default: silent
 * @param kept a cache to reuse between runs; default: a new one, read from the file next to the output
 * @param changed all files that changed since the last run with this cache, which succeeded; default: unknown
 * @throws OutputError, ContentError
 */
export function run(
  options: BuildOptions,
  progress = SILENT,
  kept?: NoteCache,
  changed?: ReadonlySet<string>,
): Promise<RunResult> {
  const { contentDir, outDir, check } = options;
  return withOutput(check ? undefined : outDir, async (output) => {
    const started = performance.now();
    const sourceOf = sourceReader(contentDir);
    const { config, findings, text } = await readConfig(contentDir, options);
    const log = new ProblemLog(severitiesOf(config.mode, config.rules));
    log.add(findings);
    if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

    const key = buildKey(options, JSON.stringify([text, config.logseq, config.attachments]));
    const cache = output && (kept ?? new NoteCache(output.places.cache));
    const last = cache?.load(key);
    const edited = last?.memory && areEdits(changed, last, contentDir) ? changed : undefined;
    const context = { contentDir, config, log, progress, last, edited };

    progress.begin("list");
    if (edited) output?.trust(last?.memory?.seal);
    const content = (edited && last?.memory?.content) ?? listContent(options, context, output);
    log.add(content.findings);
    const vault = await parseVault(content, context);
    const { notes, files } = vault;
    const { noteNames, ...linked } = linkVault(vault, context, output);
    progress.begin("index");
    const { index, figures } = emitShared(notes, linked, context, output);
    if (output && !log.hasErrors) {
      progress.begin("write");
      output.swapIn(kept !== undefined);
      cache?.save({
        key,
        ...linked,
        index,
        files,
        memory: { content, noteNames, seal: output.seal },
      });
      writeFrontMatterSchema(output.places.cache, config);
    }
    const links = [...linked.outputs.values()];
    return {
      notes,
      leftOut: { drafts: vault.leftOut.drafts.length, hidden: content.hidden },
      statistics: collectionStatistics(notes, links),
      problems: log.sorted(),
      counts: log.counts,
      hint: hintsFor(config, log.counts, notes, links),
      sourceOf,
      figures: { ...figures, milliseconds: performance.now() - started },
    };
  }).finally(() => progress.end());
}
