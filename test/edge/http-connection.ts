import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Reply } from "../worker/api-description.ts";

/** A response as received. */
export interface WireReply {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = "\r\n\r\n";
const LINE_END = "\r\n";
/** Servers close a connection that was idle for some seconds, perhaps just when a request comes. */
const MAX_IDLE_MS = 2000;

interface Waiting {
  readonly isHead: boolean;
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A keep-alive connection that sends raw requests, without waiting for earlier responses. It does a
 * fraction of the work of Node's own client, so that a benchmark measures the server, and it sends targets
 * and headers that Node's would refuse.
 */
export class HttpConnection {
  readonly #port: number;
  readonly #socket: Socket;
  /** When it was last used, on the clock of `performance.now()`. */
  #usedAt = performance.now();
  readonly #waiting: Waiting[] = [];
  #unread: Buffer[] = [];
  /** Bytes still needed before the next response can be complete. */
  #awaited = 0;

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    await once(socket, "connect");
    return new HttpConnection(port, socket);
  }

  /** Returns this connection, or a new one to the same port if this one is closed, or was idle for long. */
  async ready(): Promise<HttpConnection> {
    const isIdle = this.#waiting.length === 0 && performance.now() - this.#usedAt > MAX_IDLE_MS;
    if (!this.#socket.destroyed && !isIdle) return this;
    this.close();
    return HttpConnection.open(this.#port);
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
   * Sends requests at once and returns their responses in the same order.
   * @param requests the bytes of each, as Latin-1
   * @param cuts ascending offsets in all these bytes, at which they are split into several writes
   * @throws Error if the connection fails or is closed before the last is answered
   */
  async sendAll(requests: readonly string[], cuts: readonly number[] = []): Promise<WireReply[]> {
    if (this.#socket.destroyed) throw new Error("the connection is closed");
    const replies = requests.map(
      (request) =>
        new Promise<WireReply>((resolve, reject) => {
          this.#waiting.push({ isHead: request.startsWith("HEAD "), resolve, reject });
        }),
    );
    const answered = Promise.all(replies);
    // It may fail before all is sent, when nobody waits for it yet.
    answered.catch(() => {});
    const bytes = requests.join("");
    for (const [i, start] of [0, ...cuts].entries()) {
      const piece = bytes.slice(start, cuts[i]);
      await new Promise((sent) => this.#socket.write(piece, "latin1", sent));
    }
    return answered;
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
    this.#usedAt = performance.now();
    this.#unread.push(chunk);
    this.#awaited -= chunk.length;
    if (this.#awaited > 0) return;
    let unread = Buffer.concat(this.#unread);
    while (unread.length > 0) {
      const { reply, end } = parseResponse(unread, this.#waiting[0]?.isHead === true);
      this.#awaited = end - unread.length;
      if (reply === undefined) break;
      unread = unread.subarray(end);
      this.#waiting.shift()?.resolve(reply);
    }
    this.#unread = [unread];
  }

  #fail(error: Error): void {
    this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

interface Parsed {
  /** Absent if it is incomplete. */
  readonly reply?: WireReply;
  /** Where the response ends, or the earliest place where it may end. */
  readonly end: number;
}

/** Parses the response at the beginning of some bytes. */
function parseResponse(bytes: Buffer, isHead: boolean): Parsed {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return { end: bytes.length + 1 };
  const head = bytes.toString("latin1", 0, headEnd + LINE_END.length);
  const status = Number(head.slice(9, 12));
  const start = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const isChunked = !isHead && status !== 204 && status !== 304 && length === undefined;
  if (isChunked) {
    const chunked = parseChunks(bytes, start);
    if (chunked === undefined) return { end: bytes.length + 1 };
    return { reply: { status, head, body: chunked.body }, end: chunked.end };
  }
  const isBodiless = isHead || status === 204 || status === 304;
  const end = start + (isBodiless ? 0 : Number(length));
  if (bytes.length < end) return { end };
  return { reply: { status, head, body: bytes.subarray(start, end) }, end };
}

/** Parses a chunked body (RFC 9112, section 7.1) without chunk extensions. */
function parseChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const from = lineEnd + LINE_END.length;
    at = from + size + LINE_END.length;
    if (bytes.length < at) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(from, from + size));
  }
}

/**
 * Parses a response, and adds the request that it answers.
 * @param request its bytes, as Latin-1
 */
export function replyOf(request: string, { status, head, body }: WireReply): Reply {
  const [method = "", target = ""] = request.split(" ", 2);
  const fields = head.split(LINE_END).flatMap((line) => {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value]];
  });
  return {
    method,
    target: Buffer.from(target, "latin1").toString("utf8"),
    status,
    headers: Object.fromEntries(fields),
    body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decompress(head, body)),
  };
}

function decompress(head: string, body: Buffer): Buffer {
  const encoding = /\r\ncontent-encoding: *(\w+)/i.exec(head)?.[1];
  if (encoding === undefined || body.length === 0) return body;
  return encoding === "br" ? brotliDecompressSync(body) : gunzipSync(body);
}
