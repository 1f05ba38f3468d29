/** Clients, so many that none of them meets the limit. */
const CLIENTS = 8192;

export interface RequestsOptions {
  /** Clients that ask in turn; 8,192 when absent. */
  readonly clients?: number;
  /** For each target the tag of the copy that the clients have. */
  readonly etags?: readonly string[];
}

/** GET requests as they go over the wire, in an endless round. */
export class Requests {
  /** The address of the first of the clients. */
  static readonly firstClient = clientAddress(0);

  readonly #requests: readonly string[];
  #sent = 0;

  constructor(targets: readonly string[], { clients = CLIENTS, etags }: RequestsOptions = {}) {
    const length = Math.max(targets.length, clients);
    this.#requests = Array.from({ length }, (_, i) => {
      const target = i % targets.length;
      return getRequest(targets[target]!, i % clients, etags?.[target]);
    });
  }

  /** The next one, from where the one who asked before left off. */
  next(): string {
    return this.#requests[this.#sent++ % this.#requests.length]!;
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
