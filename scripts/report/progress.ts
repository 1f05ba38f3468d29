/** Where a run says what it is doing. */
export interface Progress {
  /**
   * Begins a stage, which lasts until the next one begins or all have ended.
   * @param total of what it counts; absent for a stage of one step
   * @param count what is done so far, read when it is shown
   */
  begin(stage: string, total?: number, count?: () => number): void;
  end(): void;
}

type Terminal = Pick<typeof process.stderr, "columns" | "write">;

export const SILENT: Progress = { begin: () => undefined, end: () => undefined };

/** Width of a terminal that does not tell its own. */
const USUAL_COLUMNS = 80;
/** A build that takes less time than this gets no bar. */
const PATIENCE_MS = 500;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";
const BAR_WIDTH = 24;
/** Before a stage is this old, the time left is a guess that jumps. */
const GUESS_MS = 1000;

/** What shows the progress where a build runs: a bar on a terminal, a line for each stage in CI, or nothing. */
export function openProgress(
  { quiet, report }: { quiet: boolean; report: string },
  env: NodeJS.ProcessEnv,
): Progress {
  const { stderr } = process;
  if (quiet || report === "json") return SILENT;
  const isLog = env.CI === "true" || env.GITHUB_ACTIONS === "true";
  if (isLog) return progressLines((text) => void stderr.write(text));
  return stderr.isTTY ? progressBar(stderr) : SILENT;
}

/** Prints a line when a stage begins, for logs. */
export function progressLines(write: (text: string) => void): Progress {
  const begin: Progress["begin"] = (stage, total) =>
    write(total === undefined ? `${stage}\n` : `${stage} ${plural(total, "note")}\n`);
  return { ...SILENT, begin };
}

/** How many there are of what: `1 note`, `2 notes`. */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/**
 * Shows a stage as a bar on a terminal's last line, which is empty again at its end.
 * @param started when the build began, as `performance.now` gives it
 */
export function progressBar(terminal: Terminal, started = performance.now()): Progress {
  let isDrawn = false;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(timer);
    if (isDrawn) terminal.write(CLEAR_LINE);
    isDrawn = false;
  };
  const begin: Progress["begin"] = (stage, total = 0, count = () => 0) => {
    end();
    const began = performance.now();
    const draw = () => {
      const now = performance.now();
      if (now - started < PATIENCE_MS) return;
      isDrawn = true;
      const done = Math.min(count(), total);
      const columns = terminal.columns || USUAL_COLUMNS;
      terminal.write(CLEAR_LINE + barLine(stage, done, total, now - began, columns));
    };
    draw();
    timer = setInterval(draw, REDRAW_MS);
  };
  return { begin, end };
}

/**
 * A stage as a line, with a shorter bar and then no bar where the terminal is narrow:
 *
 *     parse  ████████████············  7040/14000  2 s left
 *
 * @param total 0 for a stage that cannot be counted
 * @param milliseconds since the stage began
 * @param columns of the terminal; the last is left empty, or the line might break there
 */
export function barLine(
  stage: string,
  done: number,
  total: number,
  milliseconds: number,
  columns: number,
): string {
  if (total === 0) return stage.slice(0, columns - 1);
  const seconds = Math.ceil(((total - done) * milliseconds) / done / 1000);
  const left = done > 0 && milliseconds >= GUESS_MS ? `  ${seconds} s left` : "";
  const [head, count] = [`${stage.padEnd(5)}  `, `${done}/${total}${left}`];
  const width = Math.min(BAR_WIDTH, columns - 1 - head.length - count.length - 2);
  if (width <= 0) return (head + count).slice(0, columns - 1);
  const filled = Math.floor((done / total) * width);
  return `${head}${"█".repeat(filled)}${"·".repeat(width - filled)}  ${count}`;
}

/** Times every stage, and passes what it is told on to what shows it. */
export class StageClock implements Progress {
  readonly #shown: Progress;
  readonly #starts: { stage: string; at: number }[] = [];
  #ended = 0;

  constructor(shown: Progress) {
    this.#shown = shown;
  }

  begin(stage: string, total?: number, count?: () => number): void {
    this.#starts.push({ stage, at: performance.now() });
    this.#shown.begin(stage, total, count);
  }

  end(): void {
    this.#ended = performance.now();
    this.#shown.end();
  }

  /**
   * The stages with their shares of the whole, a line each:
   *
   *     parse     1.84 s   61 %
   */
  table(wholeMilliseconds: number): string {
    const lines = this.#starts.map(({ stage, at }, i) => {
      const milliseconds = (this.#starts[i + 1]?.at ?? this.#ended) - at;
      const seconds = (milliseconds / 1000).toFixed(2).padStart(6);
      const share = String(Math.round((100 * milliseconds) / wholeMilliseconds)).padStart(4);
      return `  ${stage.padEnd(8)} ${seconds} s ${share} %\n`;
    });
    return lines.join("");
  }
}
