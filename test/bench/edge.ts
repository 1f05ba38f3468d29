/**
 * How much does the Worker cost per request? It runs bundled in `workerd serve`, in turns with Workers
 * that only return a constant or pass requests to the asset store, in one run.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LIST_ADDRESS, noteAddress, SEARCH_ADDRESS } from "../../worker/contract/addresses.ts";
import { HttpConnection, type WireReply } from "../edge/http-connection.ts";
import { Workerd } from "../edge/workerd.ts";
import { type WorkerSettings, workerdConfig } from "../edge/workerd-config.ts";
import { Random } from "../vaults/random.ts";
import { bundle } from "../worker/bundle.ts";
import { type Document, makeQueries, readDocuments, writeNotes } from "./edge-notes.ts";
import { type Load, requestsFor, type Turn, takeTurns } from "./load.ts";
import { markdownTable, median, ratios } from "./tables.ts";

const USAGE = `Usage: npm run bench -- edge [--rounds N] [--seconds S]

  --rounds N    how often each load has its turn (default: 7)
  --seconds S   how long a turn is (default: 0.5)

SEARCH_CORPORA=DIR in the environment: DIR/mdn-moved/corpus.jsonl holds the notes; else they are made.
`;

const STARTS = 9;
/** Requests of a client in a window. */
const LIMIT = 60;
const SEED = 20_261_122;

const CONSTANT = `export default {
  fetch: () => new Response('{"ok":true}', { headers: { "Content-Type": "application/json" } }),
};`;
const PASS_THROUGH = "export default { fetch: (request, env) => env.ASSETS.fetch(request) };";

/** Sends what the API sent and does nothing else, so no Worker can answer the same for less. */
function constantLike({ status, head, body }: WireReply): string {
  const fields = head
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(": ", 2));
  const headers = Object.fromEntries(fields.filter(([name]) => name !== "Content-Length"));
  return `const body = new TextEncoder().encode(${JSON.stringify(body.toString())});
export default {
  fetch: () => new Response(body, { status: ${status}, headers: ${JSON.stringify(headers)} }),
};`;
}

async function askAll(workerd: Workerd, requests: readonly string[]): Promise<WireReply[]> {
  const connection = await HttpConnection.open(workerd.port);
  const replies = await connection.sendAll(requests);
  connection.close();
  return replies;
}

/** The tags of the answers to some targets. */
async function etagsOf(workerd: Workerd, targets: readonly string[]): Promise<string[]> {
  const replies = await askAll(workerd, requestsFor(targets).slice(0, targets.length));
  return replies.map(({ head }) => /\r\netag: *(.+)\r\n/i.exec(head)?.[1] ?? "");
}

/** The loads in an order that puts those side by side that are compared. */
async function makeLoads(
  workers: Record<"files" | "search" | "asked" | "limited" | "constant" | "passThrough", Workerd>,
  startLike: (reply: WireReply) => Promise<Workerd>,
  documents: readonly Document[],
  random: Random,
): Promise<Load[]> {
  const { files, search, asked, limited, constant, passThrough } = workers;
  const searchFor = (query: string) => `${SEARCH_ADDRESS}?${new URLSearchParams({ q: query })}`;
  const searches = makeQueries(documents, 12_000, random).map(searchFor);
  // Zipf's law: the query of rank k is asked in proportion to 1 / k.
  const asPeopleAsk = Array.from(
    { length: 40_000 },
    () => searches[Math.floor((searches.length + 1) ** random.next()) - 1]!,
  );
  const found = await askAll(search, requestsFor(searches).slice(0, 999));
  found.sort((a, b) => a.body.length - b.body.length);
  const likeFound = await startLike(found[499]!);
  const notes = documents.map(({ route }) => noteAddress(route));
  const refused = requestsFor(notes, [], 1);
  const [refusal] = await askAll(limited, refused.slice(0, 1));
  const likeRefused = await startLike(refusal!);
  const known = requestsFor(notes, await etagsOf(passThrough, notes));
  const list = requestsFor([LIST_ADDRESS]);
  const load = (name: string, workerd: Workerd, requests: readonly string[], status = 200) => ({
    name,
    workerd,
    requests,
    status,
  });
  const beside = "constant";
  return [
    { ...load("search, all different", search, requestsFor(searches)), beside, goal: 0.25 },
    { ...load("search, as people ask", asked, requestsFor(asPeopleAsk)), beside, goal: 0.35 },
    { ...load("a search's answer, constant", likeFound, requestsFor(searches)), beside },
    load("constant", constant, requestsFor(notes)),
    { ...load("304, cold", files, known, 304), beside, goal: 0.5 },
    { ...load("304 passed through", passThrough, known, 304), beside },
    { ...load("429", limited, refused, 429), beside, goal: 0.75 },
    { ...load("a 429, constant", likeRefused, refused, 429), beside },
    load("note passed through", passThrough, requestsFor(notes)),
    {
      ...load("note, all different", files, requestsFor(notes)),
      beside: "note passed through",
      goal: 0.9,
    },
    { ...load("list passed through", passThrough, list), connections: 1 },
    {
      ...load("list", files, list),
      connections: 1,
      beside: "list passed through",
      goal: 0.95,
    },
  ];
}

function rateTable(results: ReadonlyMap<Load, readonly Turn[]>): string {
  const rows = [...results].map(([{ name, beside, goal }, turns]) => {
    const other = [...results].find(([load]) => load.name === beside)?.[1] ?? [];
    const rates = turns.map(({ rate }) => rate);
    const cpu = turns.map(({ cpuMicroseconds }) => cpuMicroseconds);
    const ratio = ratios(
      rates,
      other.map(({ rate }) => rate),
    );
    const byCpu = ratios(
      other.map(({ cpuMicroseconds }) => cpuMicroseconds),
      cpu,
    );
    const missed = Number(ratio) < goal! ? ", missed" : "";
    const aim = goal === undefined ? beside! : `${goal} of ${beside}${missed}`;
    return [
      name,
      Math.round(median(rates)).toLocaleString("en"),
      median(cpu).toFixed(0),
      ...(beside ? [ratio, byCpu, aim] : ["", "", ""]),
    ];
  });
  return markdownTable(["", "Requests/s", "CPU µs", "Ratio", "By CPU", "Goal"], rows);
}

/** Milliseconds from the start of the process to the end of the first answer. */
async function startUp(config: string, folder: string): Promise<number> {
  const started = performance.now();
  const workerd = await Workerd.start(config, folder);
  const connection = await HttpConnection.open(workerd.port);
  await connection.send(requestsFor([`${SEARCH_ADDRESS}?q=array`])[0]!);
  const milliseconds = performance.now() - started;
  connection.close();
  await workerd.stop();
  return milliseconds;
}

async function run(rounds: number, seconds: number): Promise<void> {
  const random = new Random(SEED);
  const documents = readDocuments(random);
  const bundled = bundle();
  const { folder, settings } = bundled;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { compatibilityDate, vars } = settings;
  const store = writeNotes(documents, bundled);
  const own = (window: number): WorkerSettings => ({
    modules: join(folder, "bundle"),
    compatibilityDate,
    vars: { ...vars, RATE_LIMIT_REQUESTS: LIMIT, RATE_LIMIT_WINDOW_SECONDS: window },
  });
  const written = (name: string, code: string): WorkerSettings => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "index.js"), code);
    return { modules: join(folder, name), compatibilityDate, vars: {} };
  };
  const running: Workerd[] = [];
  const start = async (settings: WorkerSettings) => {
    const workerd = await Workerd.start(workerdConfig(settings), folder);
    running.push(workerd);
    return workerd;
  };
  const startLike = (reply: WireReply) =>
    start(written(`like ${running.length}`, constantLike(reply)));
  const constant = written("constant", CONSTANT);
  // A window so short that none of the clients reaches the limit, and one that outlasts the run.
  const [api, limited] = [
    { ...own(10), store },
    { ...own(86_400), store },
  ];
  try {
    const workers = {
      // By themselves, so that no load pays for the memory that another one has filled.
      files: await start(api),
      search: await start(api),
      asked: await start(api),
      limited: await start(limited),
      constant: await start(constant),
      passThrough: await start({ ...written("pass", PASS_THROUGH), store }),
    };
    await askAll(workers.limited, Array(LIMIT).fill(requestsFor([LIST_ADDRESS], [], 1)[0]));
    const loads = await makeLoads(workers, startLike, documents, random);
    const results = await takeTurns(loads, rounds, seconds);
    const source = process.env.SEARCH_CORPORA ? "real documentation" : "made words";
    console.log(
      `${documents.length} notes of ${source}, ${new Date().toISOString().slice(0, 10)}\n`,
    );
    console.log(rateTable(results));
    const megabytes = workers.search.memory.now.toFixed(0);
    console.log(`\nMemory of the process that searched, after the run: ${megabytes} MiB`);
    for (const { log } of running) if (log !== "") console.log(log);
  } finally {
    await Promise.all(running.map((workerd) => workerd.stop()));
  }
  const times: Record<"own" | "least", number[]> = { own: [], least: [] };
  for (let i = 0; i < STARTS; i++) {
    times.least.push(await startUp(workerdConfig(constant), folder));
    times.own.push(await startUp(workerdConfig(own(60)), folder));
  }
  const [first, least] = [median(times.own), median(times.least)];
  console.log(
    `First answer after the start of the process, a search: ${first.toFixed(0)} ms, ${(first - least).toFixed(0)} more than the constant`,
  );
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "0.5" },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.rounds), Number(values.seconds));
