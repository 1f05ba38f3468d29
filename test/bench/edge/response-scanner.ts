const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("\r\nContent-Length: ");
const NOTHING = Buffer.alloc(0);
const ZERO = 48;

/** Told of every response, in order. */
export interface ResponseSink {
  /**
   * A head was read.
   * @param length bytes of the body to come
   * @returns whether the body is to be given to `end`
   */
  head(status: number, length: number): boolean;
  /** The response ended. */
  end(body: Buffer | undefined): void;
}

/**
 * Finds where each of the responses ends that come one after the other over a connection, by nothing
 * but its `Content-Length`: no field is decoded and no body is read unless the sink wants it.
 *
 * Responses to GET that workerd writes, none of them chunked.
 */
export class ResponseScanner {
  readonly #sink: ResponseSink;
  /** The beginning of a head that is not there whole. */
  #cut = NOTHING;
  #isInBody = false;
  /** Bytes of the body to come. */
  #left = 0;
  /** What there is of a body that the sink wants. */
  #wanted: Buffer[] | undefined;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /**
   * Takes the next bytes of the connection. They may be overwritten afterwards.
   * @throws Error if a response is chunked
   */
  scan(chunk: Buffer): void {
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    let at = 0;
    while (at < bytes.length) {
      if (!this.#isInBody) {
        const end = bytes.indexOf(HEAD_END, at);
        if (end === -1) break;
        this.#readHead(bytes, at, end);
        at = end + HEAD_END.length;
      }
      const taken = Math.min(this.#left, bytes.length - at);
      this.#wanted?.push(Buffer.from(bytes.subarray(at, at + taken)));
      at += taken;
      this.#left -= taken;
      if (this.#left === 0) this.#end();
    }
    this.#cut = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
  }

  #readHead(bytes: Buffer, start: number, end: number): void {
    // After "HTTP/1.1 ".
    const status = numberAt(bytes, start + 9);
    this.#left = status === 204 || status === 304 ? 0 : bodyLength(bytes, start, end);
    this.#isInBody = true;
    this.#wanted = this.#sink.head(status, this.#left) ? [] : undefined;
  }

  #end(): void {
    const body = this.#wanted && Buffer.concat(this.#wanted);
    this.#wanted = undefined;
    this.#isInBody = false;
    this.#sink.end(body);
  }
}

function bodyLength(bytes: Buffer, start: number, end: number): number {
  const field = bytes.indexOf(LENGTH, start);
  if (field === -1 || field >= end) throw new Error("a response does not tell its length");
  return numberAt(bytes, field + LENGTH.length);
}

/** The number whose decimal digits begin at a place. */
function numberAt(bytes: Buffer, start: number): number {
  let number = 0;
  for (let at = start; bytes[at]! >= ZERO && bytes[at]! < ZERO + 10; at++) {
    number = 10 * number + bytes[at]! - ZERO;
  }
  return number;
}
