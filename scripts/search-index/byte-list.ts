/** A growing list of bytes. */
export class ByteList {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  /** Appends a number as LEB128: seven bits per byte, the lowest first; the high bit is set if more follow. */
  pushNumber(number: number): void {
    let rest = number;
    for (; rest > 127; rest >>>= 7) this.push((rest & 127) | 128);
    this.push(rest);
  }

  /** A view of the bytes, valid until the next push. */
  toBytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
