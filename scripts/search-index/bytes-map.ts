/** A map from rows of bytes to numbers from 0 to 2³¹ - 2. It finds a key where it lies; no string is made of it. */
export class BytesMap {
  /** At the place that a key's hash leads to, or the next free one, its entry + 1; a power of two of places. */
  #places = new Int32Array(1024);
  #size = 0;
  /** By entry. */
  #values = new Int32Array(512);
  /** Where an entry's key begins in `#keys`, and after the last where the next one will. */
  #starts = new Uint32Array(513);
  #keys = new Uint8Array(4096);

  /** The number of the key `bytes[start]` to `bytes[end - 1]`; -1 where there is none. */
  get(bytes: Uint8Array, start: number, end: number): number {
    const entry = this.#places[this.#placeOf(bytes, start, end)]! - 1;
    return entry < 0 ? -1 : this.#values[entry]!;
  }

  /** Adds a key, which must be new. */
  add(bytes: Uint8Array, start: number, end: number, value: number): void {
    if (this.#size === this.#values.length) this.#grow();
    const keyStart = this.#starts[this.#size]!;
    const keyEnd = keyStart + end - start;
    while (keyEnd > this.#keys.length) this.#keys = larger(this.#keys);
    this.#keys.set(bytes.subarray(start, end), keyStart);
    this.#places[this.#placeOf(bytes, start, end)] = this.#size + 1;
    this.#values[this.#size++] = value;
    this.#starts[this.#size] = keyEnd;
  }

  /** Where a key is, or would be. At most half of the places are taken, so the search ends. */
  #placeOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#places.length - 1;
    let place = hashOf(bytes, start, end) & mask;
    while (this.#places[place] !== 0 && !this.#isKey(this.#places[place]! - 1, bytes, start, end)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #isKey(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const keys = this.#keys;
    const keyStart = this.#starts[entry]!;
    const length = end - start;
    if (this.#starts[entry + 1]! - keyStart !== length) return false;
    for (let i = 0; i < length; i++) if (keys[keyStart + i] !== bytes[start + i]) return false;
    return true;
  }

  #grow(): void {
    this.#values = larger(this.#values);
    const starts = new Uint32Array(this.#values.length + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#places = new Int32Array(2 * this.#places.length);
    for (let entry = 0; entry < this.#size; entry++) {
      const place = this.#placeOf(this.#keys, starts[entry]!, starts[entry + 1]!);
      this.#places[place] = entry + 1;
    }
  }
}

/** FNV-1a, its upper bits, which are the better ones, mixed into the lower. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

function larger<T extends Int32Array | Uint8Array>(array: T): T;
function larger(array: Int32Array | Uint8Array): Int32Array | Uint8Array {
  const twice =
    array instanceof Int32Array
      ? new Int32Array(2 * array.length)
      : new Uint8Array(2 * array.length);
  twice.set(array);
  return twice;
}
