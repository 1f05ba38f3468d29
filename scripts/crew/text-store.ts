/** Where a text lies in a `TextStore`. */
export interface StoredText {
  chunk: Buffer;
  start: number;
  end: number;
}

const CHUNK_BYTES = 1024 * 1024;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const MOST_BYTES = 3;

/**
 * Texts that wait for long, as UTF-8 in large chunks of memory outside the heap, where no collection of
 * garbage has to walk over them or move them. Texts are well-formed.
 */
export class TextStore {
  #chunk = Buffer.alloc(0);
  #end = 0;
  #bytes = 0;

  /** Of all texts together. */
  get bytes(): number {
    return this.#bytes;
  }

  put(text: string): StoredText {
    const most = MOST_BYTES * text.length;
    if (this.#end + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      this.#end = 0;
    }
    const start = this.#end;
    const written = this.#chunk.write(text, start);
    this.#end += written;
    this.#bytes += written;
    return { chunk: this.#chunk, start, end: this.#end };
  }

  static read({ chunk, start, end }: StoredText): string {
    return chunk.toString("utf8", start, end);
  }
}
