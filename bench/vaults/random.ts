/** A generator of random numbers that are the same for the same seed on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  isBelow(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Picks early items far more often than late ones, like words in a language. */
  pickEarly<T>(items: readonly T[]): T {
    return items[Math.floor(items.length * this.next() ** 3)]!;
  }

  /** A positive number from a log-normal distribution with this median, which has a long tail. */
  longTailed(median: number, spread: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.next()));
  }
}

const STARTS = " b br c d f g gr h l m n p pl r s st t tr v".split(" ");
const MIDDLES = "a e i o u ea ou".split(" ");
const ENDS = "n r st l m ck nd t".split(" ");

/** About 1,100 words of one syllable, none of which has a meaning in Markdown or YAML. */
export const WORDS: readonly string[] = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)),
);
