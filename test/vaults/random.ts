/** A source of numbers that gives the same ones for the same seed on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `limit`, without it. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  isBelow(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** One of the first items far more often than one of the last, as words are. */
  pickEarly<T>(items: readonly T[]): T {
    return items[Math.floor(items.length * this.next() ** 3)]!;
  }

  /** A positive number of this median with a long tail (log-normal). */
  longTailed(median: number, spread: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.next()));
  }
}

const STARTS = " b br c d f g gr h l m n p pl r s st t tr v".split(" ");
const MIDDLES = "a e i o u ea ou".split(" ");
const ENDS = "n r st l m ck nd t".split(" ");

/** Some 1,100 words of one syllable, none of which means anything in Markdown or YAML. */
export const WORDS: readonly string[] = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)),
);
