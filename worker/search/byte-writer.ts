import { copyBytes } from "./copy-bytes.ts";

/** Bytes that grow. */
export class ByteWriter {
  length = 0;
  /** What was written, and room behind; good until the next call of `reserve` or `put`. */
  view = new DataView(new ArrayBuffer(1 << 15));

  /** Makes room for `more` bytes behind `length`. */
  reserve(more: number): void {
    const { buffer, byteLength } = this.view;
    if (this.length + more <= byteLength) return;
    this.view = new DataView(buffer.transfer(2 * byteLength + more));
  }

  /** Writes all bytes of a view but for the last 8. */
  put(bytes: DataView): void {
    const length = bytes.byteLength - 8;
    this.reserve(length + 8);
    copyBytes(bytes, 0, this.view, this.length, length);
    this.length += length;
  }

  /** A copy of what was written. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer.slice(0, this.length));
  }
}
