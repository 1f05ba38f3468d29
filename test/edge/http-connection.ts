import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A response as it came over the wire. */
export interface WireReply {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  /** Bytes of the body as they were sent, of its chunked coding too. */
  readonly bytes: number;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/** What remains to be read of a response whose head is there. */
interface Reading {
  readonly status: number;
  readonly head: string;
  /** Length of the body, or `undefined` for a chunked one. */
  readonly length: number | undefined;
  bytes: number;
  /** The last few characters of the body. */
  tail: string;
}

interface Waiting {
  readonly isHead: boolean;
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One kept connection that sends what it is given, one request after the other. It does a fraction of
 * what Node's own client does for a request, so that the server is what a benchmark measures, and it
 * sends targets and headers that Node's would refuse.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #waiting: Waiting | undefined;
  #unread: Buffer | undefined;
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
  send(request: string): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error("the connection is closed"));
        return;
      }
      this.#waiting = { isHead: request.startsWith("HEAD "), resolve, reject };
      this.#socket.write(request, "latin1");
    });
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
    if (this.#reading !== undefined) {
      this.#readBody(this.#reading, chunk);
      return;
    }
    const unread = this.#unread === undefined ? chunk : Buffer.concat([this.#unread, chunk]);
    const end = unread.indexOf(HEAD_END);
    if (end === -1) {
      this.#unread = unread;
      return;
    }
    this.#unread = undefined;
    const head = unread.toString("latin1", 0, end + 2);
    const status = Number(head.slice(9, 12));
    const isBodiless = this.#waiting?.isHead === true || status === 204 || status === 304;
    const length = isBodiless ? 0 : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#reading = {
      status,
      head,
      length: length === undefined ? undefined : Number(length),
      bytes: 0,
      tail: "",
    };
    this.#readBody(this.#reading, unread.subarray(end + HEAD_END.length));
  }

  #readBody(reading: Reading, chunk: Buffer): void {
    reading.bytes += chunk.length;
    if (reading.length === undefined) {
      reading.tail = (reading.tail + chunk.toString("latin1", Math.max(0, chunk.length - 7))).slice(
        -7,
      );
      // JSON has no line break inside a string, so the body cannot look like the end of itself.
      if (reading.tail !== `\r\n${LAST_CHUNK}` && reading.tail !== LAST_CHUNK) return;
    } else if (reading.bytes < reading.length) {
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#reading = undefined;
    waiting?.resolve({ status: reading.status, head: reading.head, bytes: reading.bytes });
  }

  #fail(error: Error): void {
    this.#socket.destroy();
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
