import type { Progress } from "./progress.ts";

/** What a stage took. Stages that ran beside each other add up to more than the whole. */
export interface StageTime {
  stage: string;
  milliseconds: number;
}

/** Takes the time of every stage, and passes what it is told on to what shows it. */
export class StageClock implements Progress {
  readonly times: StageTime[] = [];
  readonly #shown: Progress;

  constructor(shown: Progress) {
    this.#shown = shown;
  }

  begin(stage: string, total?: number, count?: () => number): Disposable {
    const started = performance.now();
    const shown = this.#shown.begin(stage, total, count);
    return {
      [Symbol.dispose]: () => {
        shown[Symbol.dispose]();
        this.times.push({ stage, milliseconds: performance.now() - started });
      },
    };
  }
}
