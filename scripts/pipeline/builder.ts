import { isDeepStrictEqual } from "node:util";
import type { Route } from "../../worker/contract/route.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { type GitDates, readGitDates } from "../content/git-dates.ts";
import { sourceReader } from "../content/read-file.ts";
import { DiagnosticLog } from "../diagnostics/diagnostics.ts";
import { severitiesOf } from "../diagnostics/rules.ts";
import { pageFiles } from "../output/page-files.ts";
import { type Output, withOutput } from "../output/write.ts";
import { hintsFor } from "../report/hints.ts";
import { type Progress, SILENT } from "../report/progress.ts";
import type { RunResult } from "../report/result.ts";
import { collectionStatistics } from "../report/statistics.ts";
import { emitSite, replaceFiles } from "./emit.ts";
import { linkVault } from "./link.ts";
import { listContent } from "./list.ts";
import { BuildAgain, type BuildOptions, type Content, type Memory, type Vault } from "./memory.ts";
import { parseVault } from "./parse.ts";

/** With more changes, there may be others: while a build runs, the system drops events that it has no room for. */
const MAX_CHANGES = 100;
/** How often a build starts again because notes change while it runs. */
const MAX_ATTEMPTS = 5;

/**
 * Builds a folder of notes, any number of times. What one build learned saves the next one work, if that knows what
 * changed in between; it is held in memory alone.
 */
export class Builder {
  readonly #options: BuildOptions;
  #memory: Memory | undefined;
  /** All files that changed since the build that is remembered; undefined if they are unknown. */
  #changed: Set<string> | undefined;
  #gitDates: GitDates | undefined;

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  /**
   * The whole run: list, route, parse, link, emit, put in place. Runs must not overlap.
   *
   *     path ─list, route→ RoutedFile ─parse→ Note ─link→ ┬ the file of each note, the parts ─────────┬ put in place → dist/
   *                                                       └ OutputNote ─emit→ the list, …, the index ─┘
   *
   * The problems of all notes are collected; if one is an error, the output stays unchanged.
   * @param progress default: silent
   * @param changed all files that changed since the last run, relative to the content folder, with `/`; default:
   *   unknown, and everything is built
   * @throws OutputError, ContentError
   */
  async run(progress: Progress = SILENT, changed?: ReadonlySet<string>): Promise<RunResult> {
    this.#changed = changed && this.#changed && new Set([...this.#changed, ...changed]);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(progress);
      } catch (error) {
        const isAgain = error instanceof BuildAgain;
        if (isAgain && error.file !== undefined) this.#changed?.add(error.file);
        else this.#memory = undefined;
        if (!isAgain || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #attempt(progress: Progress): Promise<RunResult> {
    const { outDir, check } = this.#options;
    const ending = new AbortController();
    try {
      return await withOutput(check ? undefined : outDir, this.#memory?.stamp, (output) =>
        this.#build(progress, output, ending.signal),
      );
    } finally {
      ending.abort();
      progress.end();
    }
  }

  async #build(
    progress: Progress,
    output: Output | undefined,
    signal: AbortSignal,
  ): Promise<RunResult> {
    const { contentDir, check } = this.#options;
    const started = performance.now();
    const sourceOf = sourceReader(contentDir);
    const { config, diagnostics } = await readConfig(contentDir, this.#options);
    const log = new DiagnosticLog(severitiesOf(config.mode, config.rules));
    log.add(diagnostics);
    if (log.hasErrors) return { notes: [], problems: log.sorted(), counts: log.counts, sourceOf };

    // Nothing is dated in a check. Git runs beside all that comes before the dates are needed.
    const isDated = config.updated !== false && !check;
    const gitDates = isDated
      ? readGitDates(contentDir, this.#gitDates, signal)
      : Promise.resolve(undefined);
    const last = output?.isKnown && this.#isValid(config) ? this.#memory : undefined;
    const changed: ReadonlySet<string> = (last && this.#changed) ?? new Set();
    const context = { contentDir, config, log, progress, gitDates, last, changed };

    // Another process makes it beside all that follows.
    const pages = pageFiles(config);

    progress.begin("list");
    const content = listContent(this.#options, context, output);
    if (!last) output?.prepare();
    log.add(content.diagnostics);
    const { bodyOf, ...vault } = await parseVault(content, context);
    const dates = await gitDates;
    const { names, ...linked } = linkVault(vault, bodyOf, context, output);
    progress.begin("index");
    const { figures, ...site } = emitSite(vault.notes, linked, context, output, await pages);
    if (output && !log.hasErrors) {
      progress.begin("write");
      if (last) replaceFiles(output, true);
      else output.swapIn();
      const outputs = { ...linked, ...site };
      this.#memory = { config, content, vault, names, outputs, stamp: output.stamp };
      this.#changed = new Set();
      this.#gitDates = typeof dates === "object" ? dates : undefined;
    }
    const { notes } = vault;
    const withheld = vault.leftOut.drafts.map(({ by }) => by);
    const links = [...linked.notes.values()];
    return {
      notes,
      stillPublic: log.hasErrors ? stillPublic(output, content, vault) : [],
      leftOut: {
        withheld,
        hidden: content.listing.hidden,
        unpublishable: content.listing.files.length - notes.length - withheld.length,
      },
      statistics: collectionStatistics(notes, links),
      problems: log.sorted(),
      counts: log.counts,
      hint: hintsFor(config, log.counts, notes, links, dates),
      sourceOf,
      figures: { ...figures, milliseconds: performance.now() - started },
    };
  }

  /** Whether what is remembered can be used for a build with a configuration. */
  #isValid(config: Config): boolean {
    if (this.#changed === undefined || this.#changed.size > MAX_CHANGES) return false;
    return isDeepStrictEqual(config, this.#memory?.config);
  }
}

/** Routes in an output that a build leaves unchanged, of notes that are withheld now, or are gone from there. */
function stillPublic(output: Output | undefined, { routed }: Content, { leftOut }: Vault): Route[] {
  const withheld = new Set(leftOut.drafts.map(({ file }) => file));
  const left = routed.filter(({ file }) => !withheld.has(file));
  const routes = new Set(left.map(({ route }) => route));
  return output?.routes.filter((route) => !routes.has(route)) ?? [];
}
