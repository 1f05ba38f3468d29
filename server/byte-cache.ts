/** Values by key, within a number of bytes. Those used least recently make room for others. */
export class ByteCache<Value> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order of their last use, because a map keeps that of insertion. */
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  /** @param sizeOf the bytes that a value takes, always the same; a value above the maximum is not kept */
  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#delete(key);
    this.#values.set(key, value);
    this.#bytes += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#bytes -= this.#sizeOf(value);
  }
}
