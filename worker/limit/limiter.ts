/** Memory limit, and the most that a client and each of its requests take of it. */
const MAX_BYTES = 32 * 2 ** 20;
const CLIENT_BYTES = 280;
const REQUEST_BYTES = 12;

/** The outcome of counting one request. */
export interface Allowance {
  readonly accepted: boolean;
  /** Requests the client has left after this one. 0 if refused. */
  readonly remaining: number;
  /**
   * Whole seconds until the client has more requests left; for a refused request, until one is accepted
   * again. At least 1, or 0 if no request is counted.
   */
  readonly resetSeconds: number;
}

export interface RateLimiterOptions {
  /** Requests accepted from one client in any window, 1 to 10,000. */
  readonly limit: number;
  readonly windowMs: number;
  /** Called once, with one line, when there is no memory for another client. */
  readonly report: (message: string) => void;
  /** Maximum number of clients counted; by default, as many as fit into 32 MiB. */
  readonly maxClients?: number;
}

/**
 * An exact sliding window: in any span of `windowMs` (end excluded), at most `limit` requests from one
 * client are accepted. A refused request costs the client nothing.
 *
 * For each client, the times of its accepted requests are stored, oldest first. Clients are in two maps.
 * An accepted request moves its client to the newer map. Once per window, that map becomes the older one,
 * and the previous older one is dropped: no client still in it has had a request accepted for a window.
 *
 *     ├─ map 1 is newer ─┼─ map 1 is older ─┼─ map 1 is dropped
 *                        ├─ map 2 is newer ─┼─ map 2 is older
 *                                           ├─ map 3 is newer
 *
 * Every client is given memory for `limit` times, so none is ever forgotten early. If there is none left for
 * a new client, its requests are accepted but not counted: a flood of addresses neither lifts
 * anyone's limit nor locks anyone out. With a limit of 60, 33,554 clients fit.
 */
export class RateLimiter {
  readonly limit: number;
  readonly maxClients: number;
  readonly #windowMs: number;
  readonly #report: (message: string) => void;
  #hasReported = false;
  #newer = new Map<string, number[]>();
  #older = new Map<string, number[]>();
  #newerSince = 0;
  #now = 0;
  #setBackMs = 0;

  constructor({ limit, windowMs, report, maxClients }: RateLimiterOptions) {
    this.limit = limit;
    this.maxClients = maxClients ?? Math.floor(MAX_BYTES / (CLIENT_BYTES + limit * REQUEST_BYTES));
    this.#windowMs = windowMs;
    this.#report = report;
  }

  /** Number of clients counted. */
  get clients(): number {
    return this.#newer.size + this.#older.size;
  }

  /**
   * Counts a request, or refuses it.
   *
   * @param now Milliseconds on any clock, such as the wall clock of Workers; fractions do not count. If it runs
   *   backwards, time stands still; if it is set back by more than a window, time goes on from where it was, instead of
   *   waiting for the clock to catch up
   */
  take(client: string, now: number): Allowance {
    let times = this.#timesOf(client, now);
    if (times === undefined && this.clients >= this.maxClients) return this.#uncounted();
    times ??= [];
    if (times.length >= this.limit) return this.#allowance(times, false);
    times.push(this.#now);
    this.#older.delete(client);
    this.#newer.set(client, times);
    return this.#allowance(times, true);
  }

  /** Returns the client's allowance without counting a request. */
  peek(client: string, now: number): Allowance {
    return this.#allowance(this.#timesOf(client, now) ?? [], true);
  }

  /** The times of the client's accepted requests in the window that ends at `now`. */
  #timesOf(client: string, now: number): number[] | undefined {
    this.#advance(now);
    const times = this.#newer.get(client) ?? this.#older.get(client);
    if (times === undefined) return undefined;
    let left = 0;
    while (times[left]! + this.#windowMs <= this.#now) left++;
    if (left > 0) times.splice(0, left);
    return times;
  }

  #advance(now: number): void {
    // Sums of fractions are inexact: a window of 60 s would sometimes end in 61.
    const whole = Math.floor(now);
    if (whole + this.#setBackMs < this.#now - this.#windowMs) this.#setBackMs = this.#now - whole;
    this.#now = Math.max(this.#now, whole + this.#setBackMs);
    const age = this.#now - this.#newerSince;
    if (age < this.#windowMs) return;
    this.#older = age < 2 * this.#windowMs ? this.#newer : new Map();
    this.#newer = new Map();
    this.#newerSince = this.#now;
  }

  #allowance(times: readonly number[], accepted: boolean): Allowance {
    const oldest = times[0] ?? this.#now - this.#windowMs;
    const resetSeconds = Math.ceil((oldest + this.#windowMs - this.#now) / 1000);
    return { accepted, remaining: this.limit - times.length, resetSeconds };
  }

  #uncounted(): Allowance {
    if (!this.#hasReported) {
      this.#report(
        `The limit counts ${this.maxClients} clients and has no room for more: requests from new clients are accepted but not counted.`,
      );
      this.#hasReported = true;
    }
    return this.#allowance([], true);
  }
}
