/** Bound of the memory, and how much of it a client and each of its requests take at most. */
const MAX_BYTES = 32 * 2 ** 20;
const CLIENT_BYTES = 280;
const REQUEST_BYTES = 12;

/** What the limit says of one request. */
export interface Allowance {
  readonly accepted: boolean;
  /** Requests left to the client now, this one taken off. 0 when refused. */
  readonly remaining: number;
  /**
   * Whole seconds until more requests are left than now; for a refused request: after which one is
   * accepted. At least 1, but 0 when none is counted.
   */
  readonly resetSeconds: number;
}

export interface RateLimiterOptions {
  /** Requests of one client accepted in any window, 1 to 10,000. */
  readonly limit: number;
  readonly windowMs: number;
  /** Called once, with one line, when there is no room for another client. */
  readonly report: (message: string) => void;
  /** The most clients that are counted; as many as fit into 32 MiB when absent. */
  readonly maxClients?: number;
}

/**
 * An exact sliding window: in any span of `windowMs` (its end not included) at most `limit` requests
 * of one client are accepted. A refused request costs the client nothing.
 *
 * Each client has the times of its accepted requests, oldest first. Clients are kept in two maps. An
 * accepted request moves its client to the newer map. Once a window that map becomes the older one,
 * and the older one is dropped: whoever is still in it has sent nothing for a window.
 *
 *     ├─ map 1 is newer ─┼─ map 1 is older ─┼─ map 1 is dropped
 *                        ├─ map 2 is newer ─┼─ map 2 is older
 *                                           ├─ map 3 is newer
 *
 * Every counted client has room for `limit` times, so none is ever forgotten too early. A new client for
 * which there is no room is accepted and not counted: a flood of addresses neither lifts anybody's
 * limit nor refuses anybody. With a limit of 60 there is room for 33,554 clients.
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

  /** Clients that are counted. */
  get clients(): number {
    return this.#newer.size + this.#older.size;
  }

  /**
   * Counts a request, or refuses it.
   *
   * @param now Milliseconds on any clock. One that runs backwards stands still; one that was set back
   * by more than a window goes on from where it stood, else it would stand for as long as that was.
   */
  take(client: string, now: number): Allowance {
    const known = this.#timesOf(client, now);
    if (known === undefined && this.clients >= this.maxClients) return this.#uncounted();
    const times = known ?? [];
    if (times.length >= this.limit) return this.#allowance(times, false);
    times.push(this.#now);
    this.#older.delete(client);
    this.#newer.set(client, times);
    return this.#allowance(times, true);
  }

  /** The client's allowance; nothing is counted. */
  peek(client: string, now: number): Allowance {
    return this.#allowance(this.#timesOf(client, now) ?? [], true);
  }

  /** The times of the client's accepted requests that are in the window at `now`. */
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
    if (now + this.#setBackMs < this.#now - this.#windowMs) this.#setBackMs = this.#now - now;
    this.#now = Math.max(this.#now, now + this.#setBackMs);
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
        `The limit counts ${this.maxClients} clients and has no room for more: requests of new clients are accepted uncounted.`,
      );
      this.#hasReported = true;
    }
    return this.#allowance([], true);
  }
}
