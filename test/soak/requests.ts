import {
  API_BASE,
  LIST_ADDRESS,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import { ODD_HEADER_VALUES } from "../edge/odd-header-values.ts";
import { Random } from "../vaults/random.ts";

const NOTES = `${API_BASE}/notes`;
const WORDS = "hash,table,tree,c++,c%23,.NET,O(n log n),the,python,graf".split(",");
const HOSTILE_TEXTS = [
  ..."% %ZZ %F0%9F %00 %ED%A0%80 %EF%BF%BF %E2%80%8D __proto__ (a+)+$ $& - -hash * 木".split(" "),
  ...["%22hash", "%22hash+table%22", "tag:trees", "\u{1f333}", "e\u0301", "' OR 1=1--"],
];
const HOSTILE_PATHS = ".. %2e%2E . %2F %5C %0d%0a :route+ notes api v2 terms .json".split(" ");
const HEADERS = [
  ...["If-None-Match", "If-Match", "If-Modified-Since", "Range", "Accept-Encoding", "Origin"],
  ...["Access-Control-Request-Method", "X-HTTP-Method-Override", "X-Forwarded-For", "Cookie"],
];
const METHODS = ["POST", "PUT", "DELETE", "PATCH", "PROPFIND"];
const BAD_CLIENTS = ["999.1.1.1", "1.2.3", "::", "fe80::1%eth0", ":::", "' OR 1=1", "0x7f.1"];
/** Clients that do not stop asking, among the many that ask once. */
const GREEDY_CLIENTS = 4;

/** Requests of all kinds, as Latin-1, nearly all of clients that ask once: the same seed, the same requests. */
export class FloodRequests {
  /** Clients so far that ask once: half of them IPv4 addresses, half IPv6 networks. */
  clients = 0;
  readonly #random: Random;
  readonly #routes: readonly string[];

  /** @param routes of the notes there are, percent-encoded */
  constructor(seed: number, routes: readonly string[]) {
    this.#random = new Random(seed);
    this.#routes = routes;
  }

  next(): string {
    const random = this.#random;
    const method = this.#method();
    const body = METHODS.includes(method) && random.isBelow(0.5) ? "{}" : "";
    const lines = [
      `${method} ${sendable(this.#target())} HTTP/1.1`,
      "Host: localhost",
      `CF-Connecting-IP: ${this.#client()}`,
      ...(random.isBelow(0.35) ? ["If-None-Match: *"] : []),
      ...(random.isBelow(0.3) ? [`${random.pick(HEADERS)}: ${this.#headerValue()}`] : []),
      ...(METHODS.includes(method) ? [`Content-Length: ${body.length}`] : []),
    ];
    return `${lines.join("\r\n")}\r\n\r\n${body}`;
  }

  #method(): string {
    const share = this.#random.next();
    if (share < 0.88) return "GET";
    if (share < 0.93) return "HEAD";
    return share < 0.96 ? "OPTIONS" : this.#random.pick(METHODS);
  }

  #client(): string {
    const share = this.#random.next();
    if (share < 0.01) return this.#random.pick(BAD_CLIENTS);
    if (share < 0.05) return `198.51.100.${this.#random.below(GREEDY_CLIENTS)}`;
    const n = this.clients++ >> 1;
    // The first four words of an IPv6 address are the network, and a client is a network.
    return this.clients % 2 === 0
      ? `${11 + (n >>> 24)}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
      : `fd00:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}:1::${(n % 65536).toString(16)}`;
  }

  #target(): string {
    const random = this.#random;
    const share = random.next();
    if (share < 0.35) return `${SEARCH_ADDRESS}?q=${this.#words(WORDS, 3).join("+")}`;
    if (share < 0.5) return `${SEARCH_ADDRESS}?${this.#hostileQuery()}`;
    if (share < 0.75) return `${NOTES}${random.pick(this.#routes)}.json`;
    if (share < 0.8) return `${NOTES}${random.pick(this.#routes).slice(0, -1)}.json`;
    if (share < 0.84) return LIST_ADDRESS;
    if (share < 0.88) return OPENAPI_ADDRESS;
    const path = this.#words([...HOSTILE_PATHS, ...HOSTILE_TEXTS], 6).join(
      random.pick(["/", "/", ""]),
    );
    return `${random.pick(["/", `${NOTES}/`, `${NOTES}//`])}${path}${random.pick(["", ".json", "/"])}`;
  }

  #hostileQuery(): string {
    const random = this.#random;
    const name = random.pick(["q", "q", "q", "%71", "q[]", "Q", ""]);
    const text = this.#words([...HOSTILE_TEXTS, ...WORDS], 8).join(random.pick(["+", "%20", ""]));
    const times = random.isBelow(0.1) ? 1 + random.below(100) : 1;
    return `${name}=${text.repeat(times)}${random.pick(["", "&q=b", "&&=", "&q"])}`.slice(0, 8000);
  }

  #headerValue(): string {
    return this.#random.pick(ODD_HEADER_VALUES).repeat(this.#random.isBelow(0.05) ? 500 : 1);
  }

  #words(from: readonly string[], most: number): string[] {
    return Array.from({ length: 1 + this.#random.below(most) }, () => this.#random.pick(from));
  }
}

/** In UTF-8, without what the runtime's HTTP parser refuses before the Worker is asked. */
function sendable(text: string): string {
  return Buffer.from(text.replace(/[\0-\x20\x7f#"<>`]/g, ""), "utf8").toString("latin1");
}
