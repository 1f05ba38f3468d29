/** Clients, so many that none of them meets the limit. */
const CLIENTS = 8192;

export interface RequestsOptions {
  /** Clients that ask in turn; 8,192 when absent. */
  readonly clients?: number;
  /** For each target the tag of the copy that the clients have. */
  readonly etags?: readonly string[];
}

/** Some requests that follow each other. */
export interface RequestBatch {
  /** As they go over the wire. */
  readonly bytes: Buffer;
  /** Number of the first of them in the round. */
  readonly first: number;
  readonly count: number;
}

/** GET requests, ready to be written, in an endless round. */
export class Requests {
  /** The address of the first of the clients. */
  static readonly firstClient = clientAddress(0);

  /** Requests of a round. */
  readonly length: number;
  readonly #targets: readonly string[];
  readonly #bytes: Buffer;
  /** Where each request begins, and the end. */
  readonly #starts: Uint32Array;
  #next = 0;

  constructor(targets: readonly string[], { clients = CLIENTS, etags }: RequestsOptions = {}) {
    this.length = Math.max(targets.length, clients);
    this.#targets = targets;
    this.#starts = new Uint32Array(this.length + 1);
    const requests: string[] = [];
    for (let i = 0; i < this.length; i++) {
      const request = getRequest(this.targetOf(i), i % clients, etags?.[i % targets.length]);
      requests.push(request);
      this.#starts[i + 1] = this.#starts[i]! + request.length;
    }
    this.#bytes = Buffer.from(requests.join(""), "latin1");
  }

  /** The target of a request, by its number in the round. */
  targetOf(request: number): string {
    return this.#targets[request % this.#targets.length]!;
  }

  /** The next ones, from where the one who asked before left off: fewer than `most` at the end of a round. */
  take(most: number): RequestBatch {
    const first = this.#next;
    const end = Math.min(first + most, this.length);
    this.#next = end === this.length ? 0 : end;
    const bytes = this.#bytes.subarray(this.#starts[first], this.#starts[end]);
    return { bytes, first, count: end - first };
  }

  /** The next one, as Latin-1. */
  next(): string {
    return this.take(1).bytes.toString("latin1");
  }
}

/** The address of the client is where the edge would set it. */
function getRequest(target: string, client: number, etag: string | undefined): string {
  const condition = etag === undefined ? "" : `If-None-Match: ${etag}\r\n`;
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: ${clientAddress(client)}\r\n${condition}\r\n`;
}

function clientAddress(client: number): string {
  return `10.0.${client >> 8}.${client & 255}`;
}
