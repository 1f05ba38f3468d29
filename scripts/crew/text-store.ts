/** Where a text lies in a `TextStore`. */
export interface StoredText {
  chunk: Buffer;
  start: number;
  end: number;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Texts that wait for long, as UTF-8 in large chunks of memory outside the heap, where no collection of
 * garbage has to walk over them or move them.
 */
export class TextStore {
  #chunk = Buffer.alloc(0);
  #end = 0;
  #bytes = 0;

  /** Of all texts together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies a text. @param utf8 its bytes */
  put(utf8: Uint8Array): StoredText {
    if (this.#end + utf8.length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, utf8.length));
      this.#end = 0;
    }
    const start = this.#end;
    this.#chunk.set(utf8, start);
    this.#end += utf8.length;
    this.#bytes += utf8.length;
    return { chunk: this.#chunk, start, end: this.#end };
  }

  static read({ chunk, start, end }: StoredText): string {
    return chunk.toString("utf8", start, end);
  }
}
