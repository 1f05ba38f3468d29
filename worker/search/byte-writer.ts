/** Bytes that grow. */
export class ByteWriter {
  length = 0;
  /** What was written, and room behind; good until the next call of `reserve` or `put`. */
  view = new DataView(new ArrayBuffer(1 << 15));

  /** Makes room for `more` bytes behind `length`. */
  reserve(more: number): void {
    const { byteLength } = this.view;
    if (this.length + more <= byteLength) return;
    const larger = new Uint8Array(2 * byteLength + more);
    larger.set(new Uint8Array(this.view.buffer));
    this.view = new DataView(larger.buffer);
  }

  /** Writes all bytes of a view. */
  put(bytes: DataView): void {
    const { byteLength } = bytes;
    this.reserve(byteLength);
    const { view } = this;
    let to = this.length;
    let from = 0;
    // What is put is short: loops are faster than the call of `set`.
    for (; from + 4 <= byteLength; from += 4, to += 4) view.setInt32(to, bytes.getInt32(from));
    for (; from < byteLength; from++, to++) view.setUint8(to, bytes.getUint8(from));
    this.length = to;
  }

  /** A copy of what was written. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer.slice(0, this.length));
  }
}
