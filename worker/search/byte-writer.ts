/** A text in UTF-8. ASCII, as most is, is written without a call into the runtime. */
export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return UTF8.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

const UTF8 = new TextEncoder();

/** Bytes that grow, with room behind them to write over. */
export class ByteWriter {
  length = 0;
  /** What was written, and room; good until the next call of `reserve` or `put`. */
  view = new DataView(new ArrayBuffer(1 << 15));

  /** Makes room for `more` bytes behind `length`. */
  reserve(more: number): void {
    const { buffer, byteLength } = this.view;
    if (this.length + more <= byteLength) return;
    this.view = new DataView(buffer.transfer(2 * byteLength + more));
  }

  /** Writes what `paddedBytes` made. */
  put(bytes: DataView): void {
    const length = bytes.byteLength - PADDING;
    this.reserve(length + PADDING);
    copyBytes(bytes, 0, this.view, this.length, length);
    this.length += length;
  }

  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer.slice(0, this.length));
  }
}

/** So many bytes behind what is copied are read and written over. */
export const PADDING = 8;

/** A text in UTF-8, with the padding that `copyBytes` needs. */
export function paddedBytes(text: string): DataView {
  const bytes = utf8Of(text);
  const padded = new Uint8Array(bytes.length + PADDING);
  padded.set(bytes);
  return new DataView(padded.buffer);
}

/**
 * Copies `length` bytes, and up to 8 more, which are there to be written over: eight at a time, so that
 * most words take one turn, without a branch for their length.
 */
export function copyBytes(
  source: DataView,
  from: number,
  target: DataView,
  to: number,
  length: number,
): void {
  let done = 0;
  do {
    target.setInt32(to + done, source.getInt32(from + done, true), true);
    target.setInt32(to + done + 4, source.getInt32(from + done + 4, true), true);
    done += 8;
  } while (done < length);
}
