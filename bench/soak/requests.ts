import fc from "fast-check";
import { oddRequest, oddRequestForNode } from "../../test/edge/odd-requests.ts";
import { LIST_ADDRESS, OPENAPI_ADDRESS, SEARCH_ADDRESS } from "../../worker/contract/addresses.ts";
import { Random } from "../vaults/random.ts";

const SEED = 20_261_122;
const WORDS = "hash,table,tree,c++,c%23,.NET,O(n+log+n),the,python,graf".split(",");
const BAD_CLIENTS = ["999.1.1.1", "1.2.3", "::", "fe80::1%eth0", ":::", "' OR 1=1", "0x7f.1"];
/** Number of clients that keep sending requests, among the many that send one or two. */
const GREEDY_CLIENTS = 4;

/** Requests as Latin-1, half of them odd, nearly all from ever new clients; always the same ones. */
export class FloodRequests {
  readonly #random = new Random(SEED);
  readonly #targets: readonly string[];
  #odd: string[] = [];
  #clients = 0;

  readonly #oddRequest: typeof oddRequest;

  /** @param notes the addresses of all notes */
  constructor(notes: readonly string[], host: "workerd" | "node") {
    this.#oddRequest = host === "node" ? oddRequestForNode : oddRequest;
    this.#targets = [...notes, LIST_ADDRESS, OPENAPI_ADDRESS];
  }

  next(): string {
    const request = this.#random.isBelow(0.5) ? this.#nextOdd() : this.#nextPlain();
    return `${request}CF-Connecting-IP: ${this.#client()}\r\n\r\n`;
  }

  #nextOdd(): string {
    if (this.#odd.length === 0)
      this.#odd = fc.sample(this.#oddRequest, { seed: this.#clients, numRuns: 500 });
    return this.#odd.pop()!;
  }

  #nextPlain(): string {
    const random = this.#random;
    const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join("+");
    const target = random.pick([random.pick(this.#targets), `${SEARCH_ADDRESS}?q=${words}`]);
    const condition = random.isBelow(0.35) ? "If-None-Match: *\r\n" : "";
    return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${condition}`;
  }

  #client(): string {
    const share = this.#random.next();
    if (share < 0.01) return this.#random.pick(BAD_CLIENTS);
    if (share < 0.05) return `198.51.100.${this.#random.below(GREEDY_CLIENTS)}`;
    const n = this.#clients++ >> 1;
    // An IPv6 client is a network, the first four groups of an address.
    return this.#clients % 2 === 0
      ? `${11 + (n >>> 24)}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
      : `fd00:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}:1::${(n % 65536).toString(16)}`;
  }
}
