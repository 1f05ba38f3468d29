/** A growing list of bytes. */
export class ByteList {
  /** The bytes of the list, with room for more behind them; replaced when the list grows. */
  bytes = new Uint8Array(1024);
  length = 0;

  push(byte: number): void {
    this.#reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Appends the bytes of `from` between two positions. */
  append(from: Uint8Array, start = 0, end = from.length): void {
    this.#reserve(end - start);
    const { bytes } = this;
    let to = this.length;
    // A loop, because most pieces are words, for which calling the native `set` takes longer.
    for (let at = start; at < end; at++) bytes[to++] = from[at]!;
    this.length = to;
  }

  /** Appends a number as LEB128: seven bits per byte, the lowest first; the high bit is set if more follow. */
  pushNumber(number: number): void {
    let rest = number;
    for (; rest > 127; rest >>>= 7) this.push((rest & 127) | 128);
    this.push(rest);
  }

  /** A view of the bytes, valid until the next change. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.toBytes());
    this.bytes = larger;
  }
}
