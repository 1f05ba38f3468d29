/** Shows what a run is doing. */
export interface Progress {
  /**
   * Begins a stage, which lasts until the next one begins or `end` is called.
   * @param total number of notes to process; absent if the stage is not counted
   * @param count returns the number processed so far; called when it is shown
   */
  begin(stage: string, total?: number, count?: () => number): void;
  end(): void;
}

type Terminal = Pick<typeof process.stderr, "columns" | "write">;

export const SILENT: Progress = { begin: () => undefined, end: () => undefined };

/** Width of a terminal that does not report it. */
const USUAL_COLUMNS = 80;
/** Builds shorter than this show no bar. */
const PATIENCE_MS = 500;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";
const BAR_WIDTH = 24;
/** The time left is not shown before this, because the estimate would jump. */
const GUESS_MS = 1000;

/** Chooses how to show progress: a bar on a terminal, a line for each stage in CI, or nothing. */
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

/** For logs: prints a line when a stage begins. */
export function progressLines(write: (text: string) => void): Progress {
  const begin: Progress["begin"] = (stage, total) =>
    write(total === undefined ? `${stage}\n` : `${stage} ${plural(total, "note")}\n`);
  return { ...SILENT, begin };
}

/** `1 note`, `2 notes`. */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/**
 * Shows a stage as a bar on a terminal's last line, which is cleared at its end.
 * @param started when the build began, as returned by `performance.now`
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
 * A stage as a line, with a shorter bar or none if the terminal is narrow:
 *
 *     parse  ████████████············  7040/14000  2 s left
 *
 * @param total 0 if the stage is not counted
 * @param milliseconds since the stage began
 * @param columns width of the terminal; the last column stays empty, otherwise the line might wrap
 */
function barLine(
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

/** Times every stage while another `Progress` shows it. */
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
   * A line for each stage, with its time and its share of the whole:
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
