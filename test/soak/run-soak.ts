import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { API_BASE, OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import { Workerd } from "../edge/workerd.ts";
import { workerdConfig } from "../edge/workerd-config.ts";
import { writeAssetStore } from "../edge/write-asset-store.ts";
import { ApiDescription } from "../worker/api-description.ts";
import type { Bundle } from "../worker/bundle.ts";
import { ClientAddresses } from "./client-addresses.ts";
import { controlClient, type Pace } from "./control-client.ts";
import { FloodResult, flood } from "./flood.ts";
import { FloodRequests } from "./flood-requests.ts";
import { type AskedOnce, limitFaults } from "./limit-faults.ts";
import { type MemoryGrowth, type MemorySample, memoryGrowth } from "./memory-growth.ts";
import { NewcomerRequests } from "./newcomer-requests.ts";

const SEED = 20_261_103;
const SAMPLE_MS = 250;

/** The platform ends an isolate that takes more; here the runtime ends, which is a violation. */
const HEAP_MIB = 128;

export interface SoakOptions {
  readonly seconds: number;
  /** Bound of the requests of the flood. */
  readonly maxRequests: number;
  /** The Worker's limit and window. A short window is passed many times. */
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface SoakResult {
  readonly flood: FloodResult;
  /** Why the flood or a control client ended before its time, as when the runtime does. */
  readonly failures: readonly string[];
  readonly addresses: ClientAddresses;
  /** The clients whose requests are held against the limit. */
  readonly controls: readonly { readonly asked: readonly AskedOnce[]; readonly faults: string[] }[];
  readonly memory: MemoryGrowth;
  /** What the Worker and the runtime wrote. */
  readonly log: string;
  readonly isRunning: boolean;
}

/** Floods the bundled Worker in `workerd serve`, and watches it. */
export async function runSoak(bundle: Bundle, options: SoakOptions): Promise<SoakResult> {
  const { limit, windowSeconds, seconds } = options;
  const store = join(bundle.folder, "soak-store");
  const dist = join(bundle.folder, "dist");
  writeAssetStore(store, readFiles(dist));
  const config = workerdConfig({
    modules: join(bundle.folder, "bundle"),
    compatibilityDate: bundle.settings.compatibilityDate,
    vars: { RATE_LIMIT_REQUESTS: limit, RATE_LIMIT_WINDOW_SECONDS: windowSeconds },
    heapMiB: HEAP_MIB,
    store,
  });
  const workerd = await Workerd.start(config, bundle.folder);
  const flooded = new FloodResult();
  const samples: MemorySample[] = [];
  const sampling = setInterval(() => {
    if (!workerd.isRunning) return;
    samples.push({ isWarm: flooded.isWarm, mebibytes: workerd.memory.now });
  }, SAMPLE_MS);
  try {
    const until = performance.now() + 1000 * seconds;
    const addresses = new ClientAddresses();
    const routes = routesOf(dist);
    const flooding = flood(
      {
        port: workerd.port,
        description: new ApiDescription(join(dist, OPENAPI_ADDRESS)),
        requests: new FloodRequests(SEED, routes, addresses),
        newcomers: new NewcomerRequests(routes, addresses),
        until,
        maxRequests: options.maxRequests,
      },
      flooded,
    );
    const failures: string[] = [];
    const giveUp = (reason: unknown): AskedOnce[] => {
      failures.push(String(reason));
      return [];
    };
    const controlling = controlClients(workerd.port, options, until).map((each) =>
      each.catch(giveUp),
    );
    const [, ...controls] = await Promise.all([flooding.catch(giveUp), ...controlling]);
    return {
      flood: flooded,
      failures,
      addresses,
      controls: controls.map((asked) => ({
        asked,
        faults: limitFaults(asked, limit, 1000 * windowSeconds),
      })),
      memory: memoryGrowth(samples),
      log: workerd.log,
      isRunning: workerd.isRunning,
    };
  } finally {
    clearInterval(sampling);
    await workerd.stop();
  }
}

/** One that keeps to the limit, one that asks in bursts, and one that asks always, of one network. */
function controlClients(
  port: number,
  { limit, windowSeconds }: SoakOptions,
  until: number,
): Promise<AskedOnce[]>[] {
  const windowMs = 1000 * windowSeconds;
  const steady: Pace = () => (1.5 * windowMs) / limit;
  const bursts: Pace = (sent) => (sent % (limit + 5) === 0 ? 0.6 * windowMs : 0);
  const always: Pace = () => windowMs / limit / 3;
  const network = ["2001:db8:ffff:1::1", "2001:db8:ffff:1::2", "2001:db8:ffff:1:ffff::3"];
  return [
    controlClient(port, ["192.0.2.1"], steady, until),
    controlClient(port, ["192.0.2.2"], bursts, until),
    controlClient(port, network, always, until),
  ];
}

function readFiles(folder: string): { path: string; bytes: Uint8Array }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json") && statSync(join(folder, path)).isFile())
    .map((path) => ({
      path: path.replaceAll("\\", "/"),
      bytes: readFileSync(join(folder, path)),
    }));
}

/** The routes of the notes, percent-encoded. */
function routesOf(dist: string): string[] {
  const list = JSON.parse(readFileSync(join(dist, API_BASE, "notes.json"), "utf8"));
  return list.notes.map(({ route }: { route: string }) =>
    route.split("/").map(encodeURIComponent).join("/"),
  );
}
