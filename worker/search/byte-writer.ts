/** Bytes that grow. */
export class ByteWriter {
  length = 0;
  /** What was written, and room behind; good until the next call of `reserve` or `put`. */
  bytes = new Uint8Array(1 << 15);
  view = new DataView(this.bytes.buffer);

  /** Makes room for `more` bytes behind `length`. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * this.bytes.length + more);
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  put(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    const target = this.bytes;
    let to = this.length;
    // The pieces put are short: a loop is faster than the call of `set`.
    for (let i = 0; i < bytes.length; i++) target[to++] = bytes[i]!;
    this.length = to;
  }

  /** A copy of what was written. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}
