import { plural } from "./terminal.ts";

/** Shows what a run is doing. */
export interface Progress {
  /**
   * Begins a stage, which lasts until the next one begins or `end` is called.
   * @param total number of notes to process; absent if that is not known
   * @param count returns the number processed so far; absent if nothing can be shown before the stage ends
   */
  begin(stage: string, total?: number, count?: () => number): void;
  end(): void;
}

type Terminal = Pick<typeof process.stderr, "columns" | "write">;

export const SILENT: Progress = { begin: () => undefined, end: () => undefined };

/** Builds shorter than this show no bar. */
const PATIENCE_MS = 500;
/** Builds shorter than this say nothing where there is no terminal. */
const LATE_MS = 1000;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";
const BAR_WIDTH = 24;

/** Chooses how to show progress: a bar on a terminal, a line for each stage in CI, or one line if it takes long. */
export function openProgress(
  { quiet, report }: { quiet: boolean; report: string },
  env: NodeJS.ProcessEnv,
): Progress {
  const { stderr } = process;
  if (quiet || report === "json") return SILENT;
  const isLog = env.CI === "true" || env.GITHUB_ACTIONS === "true";
  if (isLog) return progressLines((text) => void stderr.write(text));
  const isTerminal = stderr.isTTY && env.TERM !== "dumb";
  return isTerminal ? progressBar(stderr) : lateLine((text) => void stderr.write(text));
}

/** For other logs: prints one line, with the stage that it is in, if a build takes long. */
function lateLine(write: (text: string) => void): Progress {
  let line = "";
  const timer = setTimeout(() => write(`Building: ${line} …\n`), LATE_MS);
  // It must not keep the process running.
  timer.unref();
  return {
    begin: (stage, total) => {
      line = lineOf(stage, total);
    },
    end: () => clearTimeout(timer),
  };
}

/** For logs: prints a line when a stage begins. */
export function progressLines(write: (text: string) => void): Progress {
  return { ...SILENT, begin: (stage, total) => write(`${lineOf(stage, total)}\n`) };
}

function lineOf(stage: string, total?: number): string {
  return total === undefined ? stage : `${stage} ${plural(total, "note")}`;
}

/**
 * Shows a stage as a bar on a terminal's last line, which is cleared at its end:
 *
 *     parse  ████████████············  7040/14000
 */
function progressBar(terminal: Terminal): Progress {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(timer);
    terminal.write(CLEAR_LINE);
  };
  const begin: Progress["begin"] = (stage, total, count) => {
    end();
    const draw = () => {
      if (performance.now() - started < PATIENCE_MS) return;
      // Without the last column: a line that fills it might wrap.
      const line = count && total ? barLine(stage, count(), total) : lineOf(stage, total);
      terminal.write(CLEAR_LINE + line.slice(0, (terminal.columns || 80) - 1));
    };
    draw();
    timer = setInterval(draw, REDRAW_MS);
  };
  return { begin, end };
}

function barLine(stage: string, done: number, total: number): string {
  const filled = Math.floor((done / total) * BAR_WIDTH);
  const bar = "█".repeat(filled) + "·".repeat(BAR_WIDTH - filled);
  return `${stage.padEnd(5)}  ${bar}  ${done}/${total}`;
}
