import { barLine } from "./bar-line.ts";
import type { Progress } from "./progress.ts";

/** A build that is over before is not worth a bar. */
const PATIENCE_MS = 500;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";

/** Shows the stage that began last as a bar on a terminal's last line, which is empty again at its end. */
export class ProgressBar implements Progress {
  readonly #write: (text: string) => void;
  readonly #started: number;
  readonly #columns: () => number;
  readonly #stages: { stage: string; total: number; count: () => number; began: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDrawn = false;

  /**
   * @param started as `performance.now` gives it
   * @param columns of the terminal, now
   */
  constructor(write: (text: string) => void, started: number, columns: () => number) {
    this.#write = write;
    this.#started = started;
    this.#columns = columns;
  }

  begin(stage: string, total = 0, count = () => 0): Disposable {
    const own = { stage, total, count, began: performance.now() };
    this.#stages.push(own);
    this.#timer ??= setInterval(() => this.#draw(), REDRAW_MS);
    this.#draw();
    return {
      [Symbol.dispose]: () => {
        this.#stages.splice(this.#stages.indexOf(own), 1);
        if (this.#stages.length === 0) this.#clear();
      },
    };
  }

  #draw(): void {
    const now = performance.now();
    const shown = this.#stages.findLast(({ total }) => total > 0) ?? this.#stages.at(-1);
    if (!shown || now - this.#started < PATIENCE_MS) return;
    const { stage, total, count, began } = shown;
    this.#isDrawn = true;
    const done = Math.min(count(), total);
    this.#write(CLEAR_LINE + barLine(stage, done, total, now - began, this.#columns()));
  }

  #clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isDrawn) this.#write(CLEAR_LINE);
    this.#isDrawn = false;
  }
}
