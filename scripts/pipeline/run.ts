import { readConfig } from "../config/read.ts";
import { readGitDates } from "../content/git-dates.ts";
import { sourceReader } from "../content/read.ts";
import { DiagnosticLog } from "../diagnostics/diagnostics.ts";
import { severitiesOf } from "../diagnostics/rules.ts";
import { withOutput } from "../output/write.ts";
import { hintsFor } from "../report/hints.ts";
import { SILENT } from "../report/progress.ts";
import type { RunResult } from "../report/result.ts";
import { collectionStatistics } from "../report/statistics.ts";
import { buildKey, NoteCache } from "./cache.ts";
import { emitShared } from "./emit.ts";
import { linkVault } from "./link.ts";
import { areEdits, listContent } from "./list.ts";
import { parseVault } from "./parse.ts";
import type { BuildOptions } from "./state.ts";

/**
 * The whole run: list, route, parse, link, emit, swap in.
 *
 *     path ─list, route→ RoutedFile ─parse→ Note ─link→ ┬ the file of each note, the parts ────────┬ swap in → dist/
 *                                                       └ NoteOutput ─emit→ the list, …, the index ┘
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
  const ending = new AbortController();
  return withOutput(check ? undefined : outDir, async (output) => {
    const started = performance.now();
    const sourceOf = sourceReader(contentDir);
    const { config, diagnostics, text } = await readConfig(contentDir, options);
    const log = new DiagnosticLog(severitiesOf(config.mode, config.rules));
    log.add(diagnostics);
    if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

    const key = buildKey(options, JSON.stringify([text, config.logseq, config.attachments]));
    const cache = output && (kept ?? new NoteCache(output.paths.cache));
    const last = cache?.load(key);
    const edited = last?.memory && areEdits(changed, last, contentDir) ? changed : undefined;
    // Nothing is dated in a check. Git runs beside all that comes before the dates are needed.
    const isDated = config.updated !== false && !check;
    const gitDates = isDated
      ? readGitDates(contentDir, last?.gitDates, ending.signal)
      : Promise.resolve(undefined);
    const context = { contentDir, config, log, progress, last, edited, gitDates };

    progress.begin("list");
    if (edited) output?.trust(last?.memory?.outputStamp);
    const content = (edited && last?.memory?.content) ?? listContent(options, context, output);
    log.add(content.diagnostics);
    const vault = await parseVault(content, context);
    const { notes, files } = vault;
    const drafts = vault.leftOut.drafts.length;
    const dates = await gitDates;
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
        gitDates: typeof dates === "object" ? dates : undefined,
        files,
        memory: { content, noteNames, outputStamp: output.stamp },
      });
    }
    const links = [...linked.outputs.values()];
    return {
      notes,
      leftOut: {
        drafts,
        hidden: content.hidden,
        unpublishable: content.files.length - notes.length - drafts,
      },
      statistics: collectionStatistics(notes, links),
      problems: log.sorted(),
      counts: log.counts,
      hint: hintsFor(config, log.counts, notes, links, dates),
      sourceOf,
      figures: { ...figures, milliseconds: performance.now() - started },
    };
  }).finally(() => {
    ending.abort();
    progress.end();
  });
}
