import { LIST_ADDRESS, OPENAPI_ADDRESS, SEARCH_ADDRESS } from "../../worker/contract/addresses.ts";
import type { ClientAddresses } from "./client-addresses.ts";

/** A request whose status is known before it is sent. */
export interface ExpectedRequest {
  /** The bytes of the request, as Latin-1. */
  readonly request: string;
  readonly status: number;
}

/** What is cheap to answer, so that as many as can be are answered; the first comes most often. */
const KINDS: readonly [start: string, rest: string, status: number][] = [
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
  readonly #clients: ClientAddresses;
  #made = 0;

  constructor(clients: ClientAddresses) {
    this.#clients = clients;
  }

  next(): ExpectedRequest {
    const n = this.#made++;
    const [start, rest, status] = KINDS[n % 2 === 0 ? 0 : (n >> 1) % KINDS.length]!;
    const client = this.#clients.next();
    const request = `${start} HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: ${client}\r\n${rest}\r\n`;
    return { request, status };
  }
}
