import type { Allowance } from "./allowance.ts";
import type { ClientKey } from "./client-key.ts";
import { ClientTable } from "./client-table.ts";

const NONE = ClientTable.NONE;
const MIN_CAPACITY = 1024;
const DEFAULT_MAX_EVENTS = 2 ** 19;

/** How many requests that left the window one call forgets: more than one, and few. */
const FORGOTTEN_A_CALL = 16;

export interface RateLimiterOptions {
  /** Requests of one client accepted in any window. */
  readonly limit: number;
  readonly windowMs: number;
  /** 32 random bits, so that nobody can choose addresses that collide in the table of clients. */
  readonly seed: number;
  /** Bound of the accepted requests held, a power of two from 1024; 2^19 when absent. */
  readonly maxEvents?: number;
}

/**
 * An exact sliding window: in any span of `windowMs` (its end not included) at most `limit` requests
 * of one client are accepted. A refused request costs the client nothing.
 *
 * Every accepted request is an event in one ring, in order of time; the events of one client are
 * linked, oldest to newest. An event that left the window is forgotten when its client asks again, or
 * when it is the oldest of all, a few a call, so no call is long.
 *
 *     ring     first ─→ [t0 A][t1 B][t2 A][t3 C][t4 A] ─→ next to be written
 *     client A          oldest ─────→ ○ ─────────→ newest, count 3
 *
 * 16 bytes an event and 28 a client in typed arrays, doubling as they fill: 22 MiB at the default
 * bound. Idle for a window, the limiter starts anew with 44 KiB. Near the bound newcomers are refused;
 * the last eighth is for the clients that are already there, so a flood of addresses neither lifts
 * anyone's limit nor takes the allowance of a client in the middle of its requests.
 */
export class RateLimiter {
  readonly limit: number;
  readonly windowMs: number;
  readonly #seed: number;
  readonly #maxEvents: number;
  readonly #newcomersBelow: number;

  #now = 0;
  #setBackMs = 0;
  #clients: ClientTable;
  // A sequence number wraps at 2^32, a multiple of every capacity: its place in the ring stays right.
  #first = 0;
  #size = 0;
  #times = new Float64Array(MIN_CAPACITY);
  /** The event's client; NONE when the client has forgotten the event. */
  #owners = new Int32Array(MIN_CAPACITY);
  /** Sequence number of the same client's next event. */
  #nexts = new Int32Array(MIN_CAPACITY);

  constructor({ limit, windowMs, seed, maxEvents = DEFAULT_MAX_EVENTS }: RateLimiterOptions) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#seed = seed;
    this.#maxEvents = maxEvents;
    this.#newcomersBelow = maxEvents - maxEvents / 8;
    this.#clients = new ClientTable(seed);
  }

  /** Bytes held in typed arrays. */
  get bytes(): number {
    return 16 * this.#times.length + this.#clients.bytes;
  }

  /**
   * Counts a request, or refuses it.
   *
   * @param now Milliseconds on any clock. One that runs backwards stands still; one that was set back
   * by more than a window goes on from where it stood, else it would stand for as long as that was.
   */
  take(key: ClientKey, now: number): Allowance {
    const known = this.#clientAt(key, now);
    const waitMs = this.#waitMs(known);
    if (waitMs > 0) return { accepted: false, remaining: 0, resetSeconds: seconds(waitMs) };
    const client = known === NONE ? this.#clients.add(key) : known;
    this.#append(client);
    return this.#allowance(client);
  }

  /** The client's allowance; nothing is counted. */
  peek(key: ClientKey, now: number): Allowance {
    return this.#allowance(this.#clientAt(key, now));
  }

  #clientAt(key: ClientKey, now: number): number {
    if (now + this.#setBackMs < this.#now - this.windowMs) this.#setBackMs = this.#now - now;
    this.#now = Math.max(this.#now, now + this.#setBackMs);
    this.#forgetOldest();
    const client = this.#clients.find(key);
    return client === NONE ? NONE : this.#forgetOwn(client);
  }

  #allowance(client: number): Allowance {
    if (client === NONE) return { accepted: true, remaining: this.limit, resetSeconds: 0 };
    return {
      accepted: true,
      remaining: this.limit - this.#clients.count[client]!,
      resetSeconds: seconds(this.#leavesInMs(this.#clients.oldest[client]!)),
    };
  }

  /** Milliseconds until a request of the client would be accepted, 0 if it would be now. */
  #waitMs(client: number): number {
    if (client === NONE) return this.#roomInMs(this.#newcomersBelow);
    if (this.#clients.count[client]! < this.limit) return this.#roomInMs(this.#maxEvents);
    return this.#leavesInMs(this.#clients.oldest[client]!);
  }

  /** Milliseconds until fewer than `bound` events are in the window. */
  #roomInMs(bound: number): number {
    if (this.#size < bound) return 0;
    return Math.max(0, this.#leavesInMs((this.#first + this.#size - bound) | 0));
  }

  #leavesInMs(event: number): number {
    return this.#times[this.#place(event)]! + this.windowMs - this.#now;
  }

  #place(event: number): number {
    return event & (this.#times.length - 1);
  }

  #append(client: number): void {
    if (this.#size === this.#times.length) this.#grow();
    const event = (this.#first + this.#size) | 0;
    const place = this.#place(event);
    this.#size++;
    this.#times[place] = this.#now;
    this.#owners[place] = client;
    const clients = this.#clients;
    if (clients.count[client] === 0) clients.oldest[client] = event;
    else this.#nexts[this.#place(clients.newest[client]!)] = event;
    clients.newest[client] = event;
    clients.count[client]!++;
  }

  #forgetOldest(): void {
    if (this.#size === 0) return;
    if (this.#leavesInMs((this.#first + this.#size - 1) | 0) <= 0) {
      this.#startAnew();
      return;
    }
    for (let n = 0; n < FORGOTTEN_A_CALL && this.#leavesInMs(this.#first) <= 0; n++) {
      const owner = this.#owners[this.#place(this.#first)]!;
      if (owner !== NONE) this.#forgetOldestOf(owner);
      this.#first = (this.#first + 1) | 0;
      this.#size--;
    }
  }

  /** Forgets the client's events that left the window. The client, or NONE if none is left. */
  #forgetOwn(client: number): number {
    while (this.#leavesInMs(this.#clients.oldest[client]!) <= 0) {
      this.#owners[this.#place(this.#clients.oldest[client]!)] = NONE;
      if (!this.#forgetOldestOf(client)) return NONE;
    }
    return client;
  }

  /** Whether the client has events left; without any it is removed. */
  #forgetOldestOf(client: number): boolean {
    const clients = this.#clients;
    clients.count[client]!--;
    if (clients.count[client] === 0) {
      clients.remove(client);
      return false;
    }
    clients.oldest[client] = this.#nexts[this.#place(clients.oldest[client]!)]!;
    return true;
  }

  #startAnew(): void {
    this.#clients = new ClientTable(this.#seed);
    this.#first = 0;
    this.#size = 0;
    this.#times = new Float64Array(MIN_CAPACITY);
    this.#owners = new Int32Array(MIN_CAPACITY);
    this.#nexts = new Int32Array(MIN_CAPACITY);
  }

  // Grows only when the ring is full. Each event stands in the lower or the upper half of the new
  // ring, as its sequence number says; both halves get a copy, and only one of the two is ever read.
  #grow(): void {
    const length = this.#times.length;
    const times = new Float64Array(2 * length);
    const owners = new Int32Array(2 * length);
    const nexts = new Int32Array(2 * length);
    for (const offset of [0, length]) {
      times.set(this.#times, offset);
      owners.set(this.#owners, offset);
      nexts.set(this.#nexts, offset);
    }
    this.#times = times;
    this.#owners = owners;
    this.#nexts = nexts;
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
