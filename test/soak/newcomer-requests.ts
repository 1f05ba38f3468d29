import {
  API_BASE,
  LIST_ADDRESS,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import type { ClientAddresses } from "./client-addresses.ts";

const NOTES = `${API_BASE}/notes`;

/** A request whose status is known before it is sent. */
export interface ExpectedRequest {
  /** The bytes of the request, as Latin-1. */
  readonly request: string;
  readonly status: number;
}

/** The beginning of a request, header fields, and the status of its response. */
type Kind = readonly [start: string, fields: string, status: number];

/** What is cheap to answer, so that as many as can be are answered; the first comes most often. */
const KINDS: readonly Kind[] = [
  [`GET ${LIST_ADDRESS}`, "If-None-Match: *\r\n", 304],
  [`GET ${SEARCH_ADDRESS}?q=hash+table`, "If-None-Match: *\r\n", 304],
  [`GET ${SEARCH_ADDRESS}?q=dijkstra`, "", 200],
  [`GET ${SEARCH_ADDRESS}`, "", 400],
  [`HEAD ${OPENAPI_ADDRESS}`, "If-None-Match: *\r\n", 304],
  ["GET /nothing", "", 404],
  [`DELETE ${LIST_ADDRESS}`, "", 405],
];

/** Requests of clients that come once, each from an address that was not there before. */
export class NewcomerRequests {
  readonly #routes: readonly string[];
  readonly #clients: ClientAddresses;
  #made = 0;

  /** @param routes of the notes that there are */
  constructor(routes: readonly string[], clients: ClientAddresses) {
    this.#routes = routes;
    this.#clients = clients;
  }

  /** A request that is answered without the asset store, but for the first of each kind. */
  next(): ExpectedRequest {
    const n = this.#made++;
    return this.#request(KINDS[n % 2 === 0 ? 0 : (n >> 1) % KINDS.length]!);
  }

  /** A request for which the asset store is asked, as no other has its address. */
  nextOfFile(): ExpectedRequest {
    const n = this.#made++;
    const note = `${NOTES}${this.#routes[n % this.#routes.length]}`;
    const kinds: readonly Kind[] = [
      [`GET ${note}.json?${n}`, "", 200],
      [`GET ${note}.json?${n}`, "If-None-Match: *\r\n", 304],
      [`HEAD ${note}.json?${n}`, "", 200],
      [`GET ${note}-${n}.json`, "", 404],
    ];
    return this.#request(kinds[n % kinds.length]!);
  }

  #request([start, fields, status]: Kind): ExpectedRequest {
    const client = this.#clients.next();
    const request = `${start} HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: ${client}\r\n${fields}\r\n`;
    return { request, status };
  }
}
