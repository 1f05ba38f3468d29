import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  API_BASE,
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import { canonicalPath } from "../../worker/http/address.ts";
import { formParameter } from "../../worker/http/form.ts";
import { median } from "../bench/tables.ts";
import { HttpConnection, replyOf, type WireReply } from "../edge/http-connection.ts";
import { Workerd } from "../edge/workerd.ts";
import { workerdConfig } from "../edge/workerd-config.ts";
import { writeAssetStore } from "../edge/write-asset-store.ts";
import { ApiDescription } from "../worker/api-description.ts";
import type { Bundle } from "../worker/bundle.ts";
import { type Reply, replyFaults } from "../worker/reply.ts";
import { type Asked, askAtPace, limitFaults } from "./control-client.ts";
import { FloodRequests } from "./requests.ts";

const SEED = 20_261_122;
const CONNECTIONS = 12;
/** Requests that a connection sends at once. */
const PIPELINED = 32;
/** Longest time in milliseconds after which a request is broken off. */
const LONGEST_WAIT = 20;
const SAMPLE_MS = 250;
/** Samples of memory in a third of a run, without which it is not judged. */
const MIN_SAMPLES = 100;
/** The platform ends an isolate that takes more; here the whole runtime ends, which is a violation. */
const HEAP_MIB = 128;

export interface SoakOptions {
  seconds: number;
  maxRequests: number;
  /** The Worker's limit and window; a short window passes many times. */
  limit: number;
  windowSeconds: number;
}

export interface SoakResult {
  /** How many responses had each status. */
  statuses: Map<number, number>;
  aborted: number;
  clients: number;
  /** Clients outside the flood: one that keeps to the limit, one that asks in bursts, one that always asks. */
  controls: Asked[][];
  /** Median MiB of the second and of the last third; NaN if the run was too short to tell. */
  memory: { middle: number; end: number };
  /** What must not be, a line each. */
  violations: string[];
}

/** Floods the bundled Worker in `workerd serve` and holds every answer to the contract. */
export async function runSoak(bundle: Bundle, options: SoakOptions): Promise<SoakResult> {
  const { limit, windowSeconds } = options;
  const windowMs = 1000 * windowSeconds;
  const dist = join(bundle.folder, "dist");
  const workerd = await startWorkerd(bundle, dist, options);
  const flood = new Flood(workerd, dist, options);
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(workerd.memory.now), SAMPLE_MS);
  const ended: string[] = [];
  const giveUp = (error: unknown): Asked[] => {
    ended.push(`asking ended before its time: ${error}`);
    return [];
  };
  try {
    const asking = controlClients(workerd.port, limit, windowMs, flood.until);
    const flooding = flood.run();
    const controls = await Promise.all(asking.map((client) => client.catch(giveUp)));
    await flooding.catch(giveUp);
    // More addresses than the limiter has room for are told of, once.
    const log = workerd.log.replace(/^The limit counts \d+ clients.*\n/m, "");
    const memory = memoryOf(samples);
    return {
      statuses: flood.statuses,
      aborted: flood.aborted,
      clients: flood.requests.clients,
      controls,
      memory,
      violations: [
        ...(workerd.isRunning ? [] : ["the runtime ended"]),
        ...ended,
        ...flood.faults,
        ...controls.flatMap((asked) => limitFaults(asked, limit, windowMs)),
        ...(log === "" ? [] : [`the log is not empty: ${log.slice(0, 2000)}`]),
        ...(memory.end > 1.1 * memory.middle + 8 ? ["memory grew to the end"] : []),
      ],
    };
  } finally {
    clearInterval(sampling);
    await workerd.stop();
  }
}

/** Connections that ask as fast as they are answered, and one after the other that is broken off. */
class Flood {
  readonly requests: FloodRequests;
  readonly until: number;
  readonly statuses = new Map<number, number>();
  aborted = 0;
  readonly #workerd: Workerd;
  readonly #description: ApiDescription;
  readonly #faults = new Map<string, { count: number; example: string }>();
  #left: number;

  constructor(workerd: Workerd, dist: string, { seconds, maxRequests }: SoakOptions) {
    this.#workerd = workerd;
    this.#description = new ApiDescription(join(dist, OPENAPI_ADDRESS));
    this.requests = new FloodRequests(SEED, routesIn(dist));
    this.until = performance.now() + 1000 * seconds;
    this.#left = maxRequests;
  }

  /** What was wrong, a line each. */
  get faults(): string[] {
    return [...this.#faults].map(
      ([fault, { count, example }]) =>
        `${fault}, ${count} times, as for ${JSON.stringify(example)}`,
    );
  }

  async run(): Promise<void> {
    const asking = Array.from({ length: CONNECTIONS }, () => this.#ask());
    await Promise.all([...asking, this.#abort()]);
  }

  get #goesOn(): boolean {
    return this.#workerd.isRunning && performance.now() < this.until && this.#left > 0;
  }

  async #ask(): Promise<void> {
    let connection = await HttpConnection.open(this.#workerd.port);
    for (let batch = 0; this.#goesOn; batch++, this.#left -= PIPELINED) {
      const sent = Array.from({ length: PIPELINED }, () => this.requests.next());
      try {
        for (const [i, wire] of (await connection.sendAll(sent)).entries()) {
          // To check every response whole would take more time than to answer them.
          this.#check(sent[i]!, wire, i === batch % PIPELINED);
        }
      } catch (error) {
        this.#addFault(String(error), sent[0]!);
        connection = await HttpConnection.open(this.#workerd.port);
      }
    }
    connection.close();
  }

  async #abort(): Promise<void> {
    while (this.#goesOn) {
      const connection = await HttpConnection.open(this.#workerd.port);
      await connection.abort(this.requests.next(), this.aborted++ % LONGEST_WAIT);
    }
  }

  #check(request: string, wire: WireReply, isWhole: boolean): void {
    const { status } = wire;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!isWhole && status < 500) return;
    for (const fault of wireFaults(request, wire, this.#description)) {
      this.#addFault(fault, request);
    }
  }

  #addFault(fault: string, example: string): void {
    const known = this.#faults.get(fault);
    if (known === undefined) this.#faults.set(fault, { count: 1, example });
    else known.count++;
  }
}

function startWorkerd(
  { folder, settings }: Bundle,
  dist: string,
  { limit, windowSeconds }: SoakOptions,
): Promise<Workerd> {
  const store = join(folder, "soak-store");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json") && statSync(join(dist, path)).isFile())
    .map((path) => ({ path: path.replaceAll("\\", "/"), bytes: readFileSync(join(dist, path)) }));
  writeAssetStore(store, files);
  const config = workerdConfig({
    modules: join(folder, "bundle"),
    compatibilityDate: settings.compatibilityDate,
    vars: { RATE_LIMIT_REQUESTS: limit, RATE_LIMIT_WINDOW_SECONDS: windowSeconds },
    heapMiB: HEAP_MIB,
    store,
  });
  return Workerd.start(config, folder);
}

function controlClients(port: number, limit: number, windowMs: number, until: number) {
  const network = ["2001:db8:ffff:1::1", "2001:db8:ffff:1::2", "2001:db8:ffff:1:ffff::3"];
  // Never idle for a window: the flood is past the limiter's bound, where who comes anew is not counted.
  const inBursts = (sent: number) => (sent % Math.ceil(limit / 3) === 0 ? windowMs / 6 : 0);
  return [
    askAtPace(port, ["192.0.2.1"], () => (1.5 * windowMs) / limit, until),
    askAtPace(port, ["192.0.2.2"], inBursts, until),
    askAtPace(port, network, () => windowMs / limit / 3, until),
  ];
}

function routesIn(dist: string): string[] {
  const { notes } = JSON.parse(readFileSync(join(dist, API_BASE, "notes.json"), "utf8"));
  return notes.map(({ route }: { route: string }) =>
    route.split("/").map(encodeURIComponent).join("/"),
  );
}

/** A median does not see the peaks of a garbage collector. */
function memoryOf(samples: readonly number[]): SoakResult["memory"] {
  const third = Math.floor(samples.length / 3);
  if (third < MIN_SAMPLES) return { middle: Number.NaN, end: Number.NaN };
  return { middle: median(samples.slice(third, 2 * third)), end: median(samples.slice(-third)) };
}

/**
 * What of a response is not as the contract says, or that it answers another request.
 * @param request its bytes, as Latin-1
 */
export function wireFaults(
  request: string,
  wire: WireReply,
  description: ApiDescription,
): string[] {
  const reply = replyOf(request, wire);
  const faults = replyFaults(reply, description);
  // A 500 is within the contract, but no request may bring it about.
  if (reply.status === 500) faults.push("status 500");
  return faults.length > 0 || answersItsRequest(reply) ? faults : ["the answer to another request"];
}

function answersItsRequest({ method, target, status, body }: Reply): boolean {
  if (method === "HEAD" || status !== 200) return true;
  const [path = ""] = target.split("?", 1);
  const address = canonicalPath(path, "");
  const { route, query, openapi, digests } = JSON.parse(body);
  if (route !== undefined) return address === noteAddress(route);
  if (digests !== undefined) return address === DIGESTS_ADDRESS;
  if (query === undefined) return address === (openapi ? OPENAPI_ADDRESS : LIST_ADDRESS);
  const asked = formParameter(target.slice(path.length + 1), "q");
  return address === SEARCH_ADDRESS && asked?.trim() === query;
}
