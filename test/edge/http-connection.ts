import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A response as it came over the wire. */
export interface WireReply {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = "\r\n\r\n";
const LINE_END = "\r\n";

interface Waiting {
  readonly isHead: boolean;
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (error: Error) => void;
}

/** A response of which the head is read. */
interface Reading {
  readonly status: number;
  readonly head: string;
  readonly isChunked: boolean;
  /** Bytes to come of the body, or of the chunk of it that is being read, with its line end. */
  left: number;
  /** Whether nothing comes after that. */
  isLast: boolean;
  /** The body so far, as it was sent. */
  readonly body: Buffer[];
}

/**
 * One kept connection that sends what it is given, also before what it sent is answered. It does a
 * fraction of what Node's own client does for a request, so that the server is what a benchmark
 * measures, and it sends targets and headers that Node's would refuse.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #unread: Buffer = Buffer.alloc(0);
  #reading: Reading | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    await once(socket, "connect");
    return new HttpConnection(socket);
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /**
   * Sends a request and reads its response to the end.
   * @param request the bytes of the request, as Latin-1
   * @throws Error if the connection fails or is closed before that
   */
  async send(request: string): Promise<WireReply> {
    const [reply] = await this.sendAll([request]);
    return reply!;
  }

  /**
   * Sends requests at once and reads their responses, in the order of the requests.
   * @param requests the bytes of each, as Latin-1
   * @throws Error if the connection fails or is closed before the last is answered
   */
  sendAll(requests: readonly string[]): Promise<WireReply[]> {
    if (!this.isOpen) return Promise.reject(new Error("the connection is closed"));
    const replies = requests.map(
      (request) =>
        new Promise<WireReply>((resolve, reject) => {
          this.#waiting.push({ isHead: request.startsWith("HEAD "), resolve, reject });
        }),
    );
    this.#socket.write(requests.join(""), "latin1");
    return Promise.all(replies);
  }

  /** Sends a request and closes the connection without reading, after a delay in milliseconds. */
  async abort(request: string, afterMs: number): Promise<void> {
    this.send(request).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    this.close();
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    while (this.#unread.length > 0) {
      this.#reading ??= this.#readHead();
      if (this.#reading === undefined || !this.#readBody(this.#reading)) return;
      const { status, head, isChunked, body } = this.#reading;
      this.#reading = undefined;
      const sent = Buffer.concat(body);
      this.#waiting.shift()?.resolve({ status, head, body: isChunked ? unchunked(sent) : sent });
    }
  }

  /** Takes a head from what is unread, if all of it is there. */
  #readHead(): Reading | undefined {
    const end = this.#unread.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const head = this.#unread.toString("latin1", 0, end + LINE_END.length);
    this.#take(end + HEAD_END.length);
    const status = Number(head.slice(9, 12));
    const isBodiless = this.#waiting[0]?.isHead === true || status === 204 || status === 304;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const left = isBodiless ? 0 : Number(length ?? 0);
    const isChunked = !isBodiless && length === undefined;
    return { status, head, isChunked, left, isLast: !isChunked, body: [] };
  }

  /** Takes of the body what is there. Whether that was the end of it. */
  #readBody(reading: Reading): boolean {
    for (;;) {
      const taken = Math.min(reading.left, this.#unread.length);
      reading.body.push(this.#unread.subarray(0, taken));
      this.#take(taken);
      reading.left -= taken;
      if (reading.left > 0) return false;
      if (reading.isLast) return true;
      const end = this.#unread.indexOf(LINE_END);
      if (end === -1) return false;
      const size = Number.parseInt(this.#unread.toString("latin1", 0, end), 16);
      reading.left = end + LINE_END.length + size + LINE_END.length;
      reading.isLast = size === 0;
    }
  }

  #take(bytes: number): void {
    this.#unread = this.#unread.subarray(bytes);
  }

  #fail(error: Error): void {
    this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

/** What was sent in chunks (RFC 9112, section 7.1), none of which has an extension. */
function unchunked(sent: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < sent.length; ) {
    const start = sent.indexOf(LINE_END, at) + LINE_END.length;
    const size = Number.parseInt(sent.toString("latin1", at, start), 16);
    chunks.push(sent.subarray(start, start + size));
    at = start + size + LINE_END.length;
  }
  return Buffer.concat(chunks);
}
