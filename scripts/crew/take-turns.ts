/** Items that are taken at once: few enough for shards to end together, enough to seldom meet. */
const TURN = 32;

/**
 * Shares out work between threads: each takes the next items when it is done with its last. The count
 * of what was taken is in shared memory, where the thread that waits reads the progress.
 */
export class TakeTurns {
  readonly #taken: Int32Array<SharedArrayBuffer>;

  constructor(taken = new Int32Array(new SharedArrayBuffer(4))) {
    this.#taken = taken;
  }

  /** The shared memory, to make the same turns in another thread. */
  get memory(): Int32Array<SharedArrayBuffer> {
    return this.#taken;
  }

  /** Items that were taken so far. */
  get count(): number {
    return Atomics.load(this.#taken, 0);
  }

  /** The items that nobody else takes. */
  *of<T>(items: readonly T[]): Generator<T> {
    for (;;) {
      const start = Atomics.add(this.#taken, 0, TURN);
      if (start >= items.length) return;
      yield* items.slice(start, start + TURN);
    }
  }

  /** All items, which are nobody else's, counted as they are taken. */
  *all<T>(items: readonly T[]): Generator<T> {
    for (const item of items) {
      Atomics.add(this.#taken, 0, 1);
      yield item;
    }
  }
}
