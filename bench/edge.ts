/**
 * The cost of a request to the Worker, and to the server on Node. The Worker runs bundled in `workerd serve`, and takes
 * turns in one run with Workers that only return a constant or pass requests to the asset store.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArguments, runCommand } from "../scripts/cli/command.ts";
import { HttpConnection, type WireReply } from "../test/edge/http-connection.ts";
import { bundle } from "../test/worker/bundle.ts";
import { LIST_ADDRESS, noteAddress, SEARCH_ADDRESS } from "../worker/contract/addresses.ts";
import type { NoteList, NoteSummary } from "../worker/contract/note.ts";
import { engineTime, measureNode } from "./edge-node.ts";
import { type Load, type Result, requestsFor, takeTurns } from "./load.ts";
import { markdownTable, median, ratios, runHeading, temporaryFolder, thousands } from "./report.ts";
import { type ServerProcess, startWorkerd } from "./server-process.ts";
import { makeVault } from "./vaults/made-vault.ts";
import { Random } from "./vaults/random.ts";
import { bundledWorker, type WorkerSettings } from "./workerd/workerd-config.ts";

const USAGE = `Usage: npm run bench -- edge [options]

  --content DIR  the notes to serve (default: 14,000 generated ones)
  --rounds N     number of turns of each load (default: 7)
  --seconds S    duration of a turn (default: 0.5)
  -h, --help     show this
`;

const MADE_NOTES = 14_000;
const STARTS = 9;
const SEARCHES = 12_000;
/** Requests per client in a window. */
const LIMIT = 60;

const CONSTANT = `export default {
  fetch: () => new Response('{"ok":true}', { headers: { "Content-Type": "application/json" } }),
};`;
const PASS_THROUGH = "export default { fetch: (request, env) => env.ASSETS.fetch(request) };";

/** The code of a Worker that only sends the given response, so no Worker can send the same for less. */
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

/** Different searches like those people type: titles, beginnings of titles, words, misspelled words. */
function makeSearches(notes: readonly NoteSummary[], count: number, random: Random): string[] {
  const queries = new Set<string>();
  while (queries.size < count) {
    const { title, summary } = random.pick(notes);
    const words = summary.split(/\s+/).filter((word) => /^[a-z]{4,}$/i.test(word));
    const [one = title, two = title] = [random.pick(words), random.pick(words)];
    queries.add(
      random.pick([
        title,
        title.slice(0, 3 + random.below(6)),
        one,
        `${one} ${two}`,
        `${title} ${one}`,
        `the ${one} of ${two}`,
        one.slice(0, 2) + one.slice(3),
      ]),
    );
  }
  return [...queries].map((q) => `${SEARCH_ADDRESS}?${new URLSearchParams({ q })}`);
}

async function askAll(workerd: ServerProcess, requests: readonly string[]): Promise<WireReply[]> {
  const connection = await HttpConnection.open(workerd.port);
  const replies = await connection.sendAll(requests);
  connection.close();
  return replies;
}

/** The loads, with those that are compared next to each other. */
async function makeLoads(
  start: (settings: WorkerSettings) => Promise<ServerProcess>,
  own: (windowSeconds: number) => WorkerSettings,
  written: (code: string) => WorkerSettings,
  notes: readonly NoteSummary[],
): Promise<Load[]> {
  // Separate processes, so that no load pays for the memory that another one has filled. Their window
  // is so short that no client reaches the limit; that of `limited` outlasts the run.
  const [files, search, asked] = [await start(own(10)), await start(own(10)), await start(own(10))];
  const missed = await start(own(10));
  const limited = await start(own(86_400));
  const constant = await start(written(CONSTANT));
  const passThrough = await start(written(PASS_THROUGH));
  const random = new Random(1);
  const targets = makeSearches(notes, SEARCHES, random);
  const searches = requestsFor(targets);
  // Zipf's law: the frequency of the query of rank k is proportional to 1 / k.
  const asPeopleAsk = Array.from(
    { length: 40_000 },
    () => targets[Math.floor((targets.length + 1) ** random.next()) - 1]!,
  );
  const found = await askAll(search, searches.slice(0, 999));
  found.sort((a, b) => a.body.length - b.body.length);
  const likeFound = await start(written(constantLike(found[499]!)));
  const addresses = notes.map(({ route }) => noteAddress(route));
  const asking = requestsFor(addresses);
  const exists = new Set(addresses);
  const misspelled = addresses
    .map((address) => address.replace(".json", "x.json"))
    .filter((address) => !exists.has(address));
  const missing = { requests: requestsFor(misspelled), status: 404 };
  const refused = requestsFor(addresses, { clients: 1 });
  const [refusal] = (await askAll(limited, refused.slice(0, LIMIT + 1))).slice(LIMIT);
  const likeRefused = await start(written(constantLike(refusal!)));
  const replies = await askAll(passThrough, asking.slice(0, addresses.length));
  const etags = replies.map(({ head }) => /\r\netag: *(.+)\r\n/i.exec(head)?.[1] ?? "");
  const known = { requests: requestsFor(addresses, { etags }), status: 304 };
  const beyond = { requests: refused, status: 429 };
  const list = { requests: requestsFor([LIST_ADDRESS]), connections: 1 };
  const beside = "constant";
  return [
    { name: "search, all different", workerd: search, requests: searches, beside, goal: 0.25 },
    {
      name: "search, as people ask",
      workerd: asked,
      requests: requestsFor(asPeopleAsk),
      beside,
      goal: 0.35,
    },
    {
      name: "404 of a note",
      workerd: missed,
      ...missing,
      beside: "search, all different",
      goal: 1,
    },
    { name: "a search's answer, constant", workerd: likeFound, requests: searches, beside },
    { name: "constant", workerd: constant, requests: asking },
    { name: "304, cold", workerd: files, ...known, beside, goal: 0.5 },
    { name: "304 passed through", workerd: passThrough, ...known, beside },
    { name: "429", workerd: limited, ...beyond, beside, goal: 0.75 },
    { name: "a 429, constant", workerd: likeRefused, ...beyond, beside },
    { name: "note passed through", workerd: passThrough, requests: asking },
    {
      name: "note, all different",
      workerd: files,
      requests: asking,
      beside: "note passed through",
      goal: 0.9,
    },
    { name: "list passed through", workerd: passThrough, ...list },
    { name: "list", workerd: files, ...list, beside: "list passed through", goal: 0.95 },
  ];
}

/** @param isByCpu whether goals are for CPU time, because the load takes more of it than the server */
function rateTable(results: readonly Result[], isByCpu = false): string {
  const rows = results.map(({ name, beside, goal, rates, cpu }) => {
    const other = results.find((result) => result.name === beside);
    const ratio = other ? ratios(rates, other.rates) : "";
    const byCpu = other ? ratios(other.cpu, cpu) : "";
    const missed = Number(isByCpu ? byCpu : ratio) < goal! ? ", missed" : "";
    const aim = goal === undefined ? (beside ?? "") : `${goal} of ${beside}${missed}`;
    return [name, thousands(median(rates)), thousands(median(cpu)), ratio, byCpu, aim];
  });
  return markdownTable(["", "Requests/s", "CPU µs", "Ratio", "By CPU", "Goal"], rows);
}

/** Milliseconds from the start of the process to the end of the first answer. */
async function startUp(settings: WorkerSettings, folder: string): Promise<number> {
  const started = performance.now();
  const workerd = await startWorkerd(settings, folder);
  await askAll(workerd, requestsFor([`${SEARCH_ADDRESS}?q=array`]).slice(0, 1));
  const milliseconds = performance.now() - started;
  await workerd.stop();
  return milliseconds;
}

async function run(content: string, rounds: number, seconds: number): Promise<void> {
  const bundled = bundle(content);
  const { folder } = bundled;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const api = bundledWorker(bundled, { RATE_LIMIT_REQUESTS: LIMIT });
  const own = (window: number): WorkerSettings => ({
    ...api,
    vars: { ...api.vars, RATE_LIMIT_WINDOW_SECONDS: window },
  });
  const written = (code: string): WorkerSettings => {
    const modules = mkdtempSync(join(folder, "worker-"));
    writeFileSync(join(modules, "index.js"), code);
    return { ...api, modules, vars: {} };
  };
  const running: ServerProcess[] = [];
  const start = async (settings: WorkerSettings): Promise<ServerProcess> => {
    const workerd = await startWorkerd(settings, folder);
    running.push(workerd);
    return workerd;
  };
  const list: NoteList = JSON.parse(readFileSync(join(folder, "dist", LIST_ADDRESS), "utf8"));
  try {
    const loads = await makeLoads(start, own, written, list.notes);
    const results = await takeTurns(loads, rounds, seconds);
    console.log(`${runHeading()} ${thousands(list.count)} notes.\n\n${rateTable(results)}`);
    for (const { log } of running) if (log !== "") console.log(log);
  } finally {
    await Promise.all(running.map((workerd) => workerd.stop()));
  }
  const dist = join(folder, "dist");
  const searches = makeSearches(list.notes, SEARCHES, new Random(1));
  const onNode = await measureNode(dist, searches, folder, rounds, seconds);
  const engine = await engineTime(dist, searches);
  const search = onNode.find(({ name }) => name === "search")!;
  console.log(
    `\nThe server on Node:\n\n${rateTable(onNode, true)}\n\nA search takes ${thousands(median(search.cpu) - engine)} µs more than its engine alone, which takes ${thousands(engine)} µs (goal: at most 100 more)`,
  );
  const [first, least]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    least.push(await startUp(written(CONSTANT), folder));
    first.push(await startUp(own(60), folder));
  }
  const more = median(first) - median(least);
  console.log(
    `\nFirst answer after the start of the process, a search: ${thousands(median(first))} ms, ${thousands(more)} more than the constant`,
  );
}

const CONFIG = {
  options: {
    content: { type: "string" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "0.5" },
  },
} as const;

await runCommand(async (args) => {
  const { values } = parseArguments(args, CONFIG);
  const content = values.content ?? temporaryFolder(tmpdir());
  if (values.content === undefined) makeVault(content, { notes: MADE_NOTES });
  await run(content, Number(values.rounds), Number(values.seconds));
  return 0;
}, USAGE);
