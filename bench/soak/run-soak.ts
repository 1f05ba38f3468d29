import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HttpConnection, replyOf, type WireReply } from "../../test/edge/http-connection.ts";
import { ApiDescription, type Reply } from "../../test/worker/api-description.ts";
import type { Bundle } from "../../test/worker/bundle.ts";
import {
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import { canonicalPath } from "../../worker/http/address.ts";
import { median } from "../report.ts";
import { type ServerProcess, startServe, startWorkerd } from "../server-process.ts";
import { bundledWorker } from "../workerd/workerd-config.ts";
import { type Asked, askAtPace, limitFaults } from "./control-client.ts";
import { FloodRequests } from "./requests.ts";

const CONNECTIONS = 12;
/** Requests that a connection sends at once. */
const PIPELINED = 32;
/** Times that it does so at least, however slow the machine is. */
const MIN_BATCHES = 3;
/** Longest time in milliseconds after which a request is aborted. */
const LONGEST_WAIT = 20;
/** What slow clients send or read at once, and how often. */
const SLOW_BYTES = 256;
const SLOW_MS = 10;
const BROKEN = [
  "\r\n\r\n\0\0",
  "GET / HTTP/9.9\r\n\r\n",
  "HELO somebody\r\n\r\n",
  "GET /api/v1/notes.json HTTP/1.1\r\nHost: a\r\nX-Half: a header that does not e",
  "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{",
  "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
  `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`,
];
const SAMPLE_MS = 250;
/** Minimum number of memory samples in a third of a run; with fewer, memory is not judged. */
const MIN_SAMPLES = 100;
/** The platform ends an isolate that uses more; here the whole runtime ends, which is a violation. */
const HEAP_MIB = 128;

export interface SoakOptions {
  host: "workerd" | "node";
  seconds: number;
  /** The Worker's limit and window; a short window passes many times. */
  limit: number;
  windowSeconds: number;
}

export interface SoakResult {
  /** Number of responses by status. */
  statuses: Map<number, number>;
  /** Clients outside the flood: one within the limit, one that sends bursts, one at three times the limit. */
  controls: Asked[][];
  /** Median MiB in the second and the last third of the run; NaN if it was too short to tell. */
  memory: { middle: number; end: number };
  /** What must not happen, one line each. */
  violations: string[];
}

/** Floods the bundled Worker in `workerd serve`, or the server on Node, and checks its responses against the contract. */
export async function runSoak(bundle: Bundle, options: SoakOptions): Promise<SoakResult> {
  const { host, seconds, limit, windowSeconds } = options;
  const windowMs = 1000 * windowSeconds;
  const vars = { RATE_LIMIT_REQUESTS: limit, RATE_LIMIT_WINDOW_SECONDS: windowSeconds };
  const dist = join(bundle.folder, "dist");
  const server = await (host === "node"
    ? startServe(dist, vars, `--max-old-space-size=${HEAP_MIB}`)
    : startWorkerd({ ...bundledWorker(bundle, vars), heapMiB: HEAP_MIB }, bundle.folder));
  const until = performance.now() + 1000 * seconds;
  const flood = new Flood(server, host, dist, until);
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(server.memory), SAMPLE_MS);
  const ended: string[] = [];
  const giveUp = (error: unknown): Asked[] => {
    ended.push(`requests ended early: ${error}`);
    return [];
  };
  try {
    const asking = controlClients(server.port, limit, windowMs, until);
    const flooding = flood.run();
    const controls = await Promise.all(asking.map((client) => client.catch(giveUp)));
    await flooding.catch(giveUp);
    // Logged once each: that the limiter has no room for more addresses, and that some cannot be read.
    const log = server.log.replace(
      /^(?:The limit counts \d+ clients|A trusted proxy sends no readable address|Ready on ).*\n/gm,
      "",
    );
    const memory = memoryOf(samples);
    return {
      statuses: flood.statuses,
      controls,
      memory,
      violations: [
        ...(server.isRunning ? [] : ["the server ended"]),
        ...ended,
        ...flood.faults,
        ...controls.flatMap((asked) => limitFaults(asked, limit, windowMs)),
        ...(log === "" ? [] : [`the log is not empty: ${log.slice(0, 2000)}`]),
        ...(memory.end > 1.1 * memory.middle + 8 ? ["memory grew to the end"] : []),
      ],
    };
  } finally {
    clearInterval(sampling);
    await server.stop();
  }
}

/** Connections that send requests as fast as they are answered, and others that are aborted, one by one. */
class Flood {
  readonly statuses = new Map<number, number>();
  readonly #requests: FloodRequests;
  readonly #server: ServerProcess;
  readonly #until: number;
  readonly #description: ApiDescription;
  readonly #faults = new Map<string, { count: number; example: string }>();

  constructor(server: ServerProcess, host: SoakOptions["host"], dist: string, until: number) {
    this.#server = server;
    this.#until = until;
    this.#description = new ApiDescription(join(dist, OPENAPI_ADDRESS));
    const list: NoteList = JSON.parse(readFileSync(join(dist, LIST_ADDRESS), "utf8"));
    this.#requests = new FloodRequests(
      list.notes.map(({ route }) => noteAddress(route)),
      host,
    );
  }

  /** What was wrong, one line each. */
  get faults(): string[] {
    return [...this.#faults].map(
      ([fault, { count, example }]) =>
        `${fault}, ${count} times, as for ${JSON.stringify(example)}`,
    );
  }

  async run(): Promise<void> {
    const asking = Array.from({ length: CONNECTIONS }, () => this.#ask());
    await Promise.all([...asking, this.#abort(), this.#break(), this.#dawdle(), this.#dawdle()]);
  }

  get #goesOn(): boolean {
    return this.#server.isRunning && performance.now() < this.#until;
  }

  async #ask(): Promise<void> {
    let connection = await HttpConnection.open(this.#server.port);
    for (let batch = 0; this.#goesOn || batch < MIN_BATCHES; batch++) {
      const sent = Array.from({ length: PIPELINED }, () => this.#requests.next());
      try {
        connection = await connection.ready();
        for (const [i, wire] of (await connection.sendAll(sent)).entries()) {
          // Checking every response completely would take longer than answering the requests.
          this.#check(sent[i]!, wire, i === batch % PIPELINED);
        }
      } catch (error) {
        this.#addFault(String(error), sent[0]!);
        connection = await HttpConnection.open(this.#server.port);
      }
    }
    connection.close();
  }

  async #abort(): Promise<void> {
    for (let i = 0; this.#goesOn; i++) {
      const connection = await HttpConnection.open(this.#server.port);
      await connection.abort(this.#requests.next(), i % LONGEST_WAIT);
    }
  }

  /** Sends what is not a request, or only half of one, and leaves. */
  async #break(): Promise<void> {
    for (let i = 0; this.#goesOn; i++) {
      const connection = await HttpConnection.open(this.#server.port);
      await connection.abort(BROKEN[i % BROKEN.length]!, i % LONGEST_WAIT);
    }
  }

  /** Sends a request byte by byte, and reads its answer in drops. */
  async #dawdle(): Promise<void> {
    while (this.#goesOn) {
      const socket = connect(this.#server.port, "127.0.0.1").on("error", () => {});
      socket.pause();
      for (const byte of `GET ${LIST_ADDRESS} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`) {
        if (!this.#goesOn || socket.destroyed) break;
        socket.write(byte);
        await setTimeout(SLOW_MS);
      }
      while (this.#goesOn && !socket.readableEnded && !socket.destroyed) {
        socket.read(SLOW_BYTES);
        await setTimeout(SLOW_MS);
      }
      socket.destroy();
    }
  }

  #check(request: string, wire: WireReply, isWhole: boolean): void {
    const { status } = wire;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!isWhole && status < 500) return;
    const reply = replyOf(request, wire);
    const faults = this.#description.faults(reply);
    // The contract allows a 500, but no request may cause one.
    if (status === 500) faults.push("status 500");
    if (faults.length === 0 && !answersItsRequest(reply))
      faults.push("the response to another request");
    for (const fault of faults) this.#addFault(fault, request);
  }

  #addFault(fault: string, example: string): void {
    const count = (this.#faults.get(fault)?.count ?? 0) + 1;
    this.#faults.set(fault, { count, example });
  }
}

function controlClients(port: number, limit: number, windowMs: number, until: number) {
  const network = ["2001:db8:ffff:1::1", "2001:db8:ffff:1::2", "2001:db8:ffff:1:ffff::3"];
  // Never idle for a window: the flood fills the limiter, which then does not count new clients.
  const inBursts = (sent: number) => (sent % Math.ceil(limit / 3) === 0 ? windowMs / 6 : 0);
  return [
    askAtPace(port, ["192.0.2.1"], () => (1.5 * windowMs) / limit, until),
    askAtPace(port, ["192.0.2.2"], inBursts, until),
    askAtPace(port, network, () => windowMs / limit / 3, until),
  ];
}

/** Uses medians, which are not affected by the peaks between garbage collections. */
function memoryOf(samples: readonly number[]): SoakResult["memory"] {
  const third = Math.floor(samples.length / 3);
  if (third < MIN_SAMPLES) return { middle: Number.NaN, end: Number.NaN };
  return { middle: median(samples.slice(third, 2 * third)), end: median(samples.slice(-third)) };
}

function answersItsRequest({ method, target, status, body }: Reply): boolean {
  if (method === "HEAD" || status !== 200) return true;
  const [path = ""] = target.split("?", 1);
  const address = canonicalPath(path, "");
  const { route, query, openapi, digests } = JSON.parse(body);
  if (route !== undefined) return address === noteAddress(route);
  if (digests !== undefined) return address === DIGESTS_ADDRESS;
  if (query === undefined) return address === (openapi ? OPENAPI_ADDRESS : LIST_ADDRESS);
  // Beside an invalid escape, Node would read letters as bytes.
  const form = target.slice(path.length + 1).replace(/[^\0-\x7f]+/g, encodeURIComponent);
  const asked = new URLSearchParams(form).get("q");
  return address === SEARCH_ADDRESS && asked?.trim() === query;
}
