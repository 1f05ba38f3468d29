import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { AnswerCheck } from "./answer-check.ts";
import type { RequestBatch, Requests } from "./requests.ts";
import { ResponseScanner, type ResponseSink } from "./response-scanner.ts";

const BUFFER_BYTES = 2 ** 16;
/** Of so many batches one has a response whose body is looked at. */
const CHECKED = 64;

export interface LoadOptions {
  readonly requests: Requests;
  readonly check: AnswerCheck;
  /** How many requests are to be sent next at most, all in one write; 0 ends the load. */
  readonly wanted: () => number;
}

/**
 * One kept connection that asks over and over: some requests in one write, and when the last of them is
 * answered the next. What it does for a response is to find its end, so that the server is what is
 * measured. Status and length of each are checked, and the bodies of a few.
 */
export class LoadConnection implements ResponseSink {
  readonly #socket: Socket;
  readonly #options: LoadOptions;
  readonly #done = Promise.withResolvers<number>();
  #batch: RequestBatch | undefined;
  #batches = 0;
  #answers = 0;
  /** Responses to the batch that ended. */
  #ended = 0;

  private constructor(port: number, options: LoadOptions) {
    this.#options = options;
    const scanner = new ResponseScanner(this);
    const callback = (length: number, buffer: Uint8Array) => {
      try {
        scanner.scan(buffer.subarray(0, length) as Buffer);
      } catch (error) {
        this.#done.reject(error);
        this.close();
      }
      return true;
    };
    // Every read goes to the same buffer, and no stream of its own stands between it and the callback.
    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback };
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true, onread });
    this.#socket.on("error", (error) => this.#done.reject(error));
    this.#socket.on("close", () => this.#done.reject(new Error("the connection was closed")));
  }

  /** Connects to a port of this machine. */
  static async open(port: number, options: LoadOptions): Promise<LoadConnection> {
    const connection = new LoadConnection(port, options);
    await once(connection.#socket, "connect");
    return connection;
  }

  /**
   * Asks until no more requests are wanted and all are answered.
   * @returns how many were answered
   * @throws Error if an answer is not what it must be, or the connection fails
   */
  run(): Promise<number> {
    this.#ask();
    return this.#done.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  head(status: number, length: number): boolean {
    const { check } = this.#options;
    check.head(this.#request, status, length);
    return this.#ended === 0 && this.#batches % CHECKED === 1;
  }

  end(body: Buffer | undefined): void {
    if (body !== undefined) this.#options.check.body(this.#request, body);
    this.#ended++;
    this.#answers++;
    if (this.#ended === this.#batch?.count) this.#ask();
  }

  /** Number in its round of the request that is answered now. */
  get #request(): number {
    if (this.#batch === undefined) throw new Error("an answer to nothing");
    return this.#batch.first + this.#ended;
  }

  #ask(): void {
    const count = this.#options.wanted();
    this.#ended = 0;
    if (count === 0) {
      this.#batch = undefined;
      this.#done.resolve(this.#answers);
      return;
    }
    this.#batch = this.#options.requests.take(count);
    this.#batches++;
    this.#socket.write(this.#batch.bytes);
  }
}
