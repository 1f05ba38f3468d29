import type { ClientKey } from "./client-key.ts";

const NONE = -1;
const MIN_CAPACITY = 1024;

/**
 * A hash table of the clients that have accepted requests in the window, in typed arrays: 28 bytes a
 * client, doubling as it fills. A client is known by its number, which is used again once the client
 * is removed.
 *
 *     buckets   hash → first client ─┐
 *     chain              client → next client of the same bucket (or next free number)
 */
export class ClientTable {
  static readonly NONE = NONE;

  /** Accepted requests of the client that are still counted. */
  count = new Int32Array(MIN_CAPACITY);
  /** Sequence numbers of the client's oldest and newest counted request. */
  oldest = new Int32Array(MIN_CAPACITY);
  newest = new Int32Array(MIN_CAPACITY);

  #high = new Int32Array(MIN_CAPACITY);
  #low = new Int32Array(MIN_CAPACITY);
  #chain = new Int32Array(MIN_CAPACITY);
  #buckets = new Int32Array(MIN_CAPACITY).fill(NONE);
  #free = NONE;
  #used = 0;
  readonly #seed: number;

  /** @param seed 32 random bits, so that nobody can choose addresses that share a bucket. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Bytes held in typed arrays. */
  get bytes(): number {
    return this.count.byteLength * 6 + this.#buckets.byteLength;
  }

  /** The client's number, or `ClientTable.NONE`. */
  find(key: ClientKey): number {
    let client = this.#buckets[this.#bucket(key.high, key.low)]!;
    while (client !== NONE && (this.#low[client] !== key.low || this.#high[client] !== key.high)) {
      client = this.#chain[client]!;
    }
    return client;
  }

  /** Adds a client that is not there yet, with a count of 0, and returns its number. */
  add(key: ClientKey): number {
    const client = this.#takeNumber();
    this.#high[client] = key.high;
    this.#low[client] = key.low;
    this.count[client] = 0;
    this.#link(client);
    return client;
  }

  remove(client: number): void {
    const bucket = this.#bucket(this.#high[client]!, this.#low[client]!);
    const next = this.#chain[client]!;
    let previous = this.#buckets[bucket]!;
    if (previous === client) {
      this.#buckets[bucket] = next;
    } else {
      while (this.#chain[previous] !== client) previous = this.#chain[previous]!;
      this.#chain[previous] = next;
    }
    this.#chain[client] = this.#free;
    this.#free = client;
  }

  #takeNumber(): number {
    if (this.#free === NONE) {
      if (this.#used === this.count.length) this.#grow();
      return this.#used++;
    }
    const client = this.#free;
    this.#free = this.#chain[client]!;
    return client;
  }

  #link(client: number): void {
    const bucket = this.#bucket(this.#high[client]!, this.#low[client]!);
    this.#chain[client] = this.#buckets[bucket]!;
    this.#buckets[bucket] = client;
  }

  // Grows only when no number is free, so every number is in use and goes to its new bucket.
  #grow(): void {
    this.count = doubled(this.count);
    this.oldest = doubled(this.oldest);
    this.newest = doubled(this.newest);
    this.#high = doubled(this.#high);
    this.#low = doubled(this.#low);
    this.#chain = doubled(this.#chain);
    this.#buckets = new Int32Array(2 * this.#buckets.length).fill(NONE);
    for (let client = 0; client < this.#used; client++) this.#link(client);
  }

  // Two rounds of the 32-bit finalizer of MurmurHash3, the seed in the first.
  #bucket(high: number, low: number): number {
    return mix(mix(high ^ this.#seed) ^ low) & (this.#buckets.length - 1);
  }
}

function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}
