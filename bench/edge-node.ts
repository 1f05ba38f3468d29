/** The cost of a request to the server on Node, beside a constant answer, and beside other servers of the same files. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  LIST_ADDRESS,
  noteAddress,
  SEARCH_ADDRESS,
  SEARCH_INDEX_FILE,
} from "../worker/contract/addresses.ts";
import type { NoteList } from "../worker/contract/note.ts";
import { loadLanguage } from "../worker/search/language.ts";
import { openEngine } from "../worker/search/search-engine.ts";
import { searchResponse } from "../worker/search/write-response.ts";
import { type Load, type Result, requestsFor, takeTurns } from "./load.ts";
import { median } from "./report.ts";
import { type ServerProcess, startNginx, startNode, startServe } from "./server-process.ts";

const PROJECT = join(import.meta.dirname, "..");
const RIVALS = join(import.meta.dirname, "node-rivals.ts");
/** So short that no client reaches the limit. */
const WINDOW = { RATE_LIMIT_WINDOW_SECONDS: 1 };
const COMPRESSED = { encoding: "gzip, deflate, br" };

/**
 * @param dist a large built folder, whose notes do not fit into the memory for files
 * @param searches targets of searches in it
 * @param parent where the included notes, which fit, are built
 */
export async function measureNode(
  dist: string,
  searches: readonly string[],
  parent: string,
  rounds: number,
  seconds: number,
): Promise<Result[]> {
  const small = join(parent, "included");
  build(small);
  const running: ServerProcess[] = [];
  const start = async (server: Promise<ServerProcess>) => {
    running.push(await server);
    return server;
  };
  const rival = (name: string, folder: string) => start(startNode([RIVALS, name, folder]));
  const [notes, many] = [notesIn(small), notesIn(dist)];
  try {
    const own = await start(startServe(small, WINDOW));
    const large = await start(startServe(dist, WINDOW));
    const rivals: [string, ServerProcess][] = [
      ["sirv", await rival("sirv", small)],
      ["sirv, dev", await rival("sirv-dev", small)],
      ["hono", await rival("hono", small)],
      ["nginx", await start(startNginx(small, parent))],
    ];
    const [note, list] = [requestsFor(notes), requestsFor([LIST_ADDRESS])];
    const beside = "constant on Node";
    const loads: Load[] = [
      { name: beside, workerd: await rival("constant", small), requests: note },
      { name: "note", workerd: own, requests: note, beside: "note, sirv", goal: 1 },
      ...rivals.map(([name, workerd]) => ({ name: `note, ${name}`, workerd, requests: note })),
      {
        name: "note, compressed",
        workerd: own,
        requests: requestsFor(notes, COMPRESSED),
        beside: "note",
      },
      { name: "list", workerd: own, requests: list, beside: "list, sirv", goal: 3 },
      ...rivals.map(([name, workerd]) => ({ name: `list, ${name}`, workerd, requests: list })),
      {
        name: "list, compressed",
        workerd: own,
        requests: requestsFor([LIST_ADDRESS], COMPRESSED),
        beside: "list",
      },
      {
        name: "note of many in turn",
        workerd: large,
        requests: requestsFor(many),
        beside: "the same, sirv",
      },
      {
        name: "the same, sirv",
        workerd: await rival("sirv", dist),
        requests: requestsFor(many),
      },
      { name: "search", workerd: large, requests: requestsFor(searches), beside },
    ];
    return await takeTurns(loads, rounds, seconds);
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** Builds the included notes. */
function build(out: string): void {
  const script = join(PROJECT, "scripts/commands/build.ts");
  const options = ["--content", join(PROJECT, "content"), "--out", out, "--quiet"];
  execFileSync(process.execPath, [script, ...options], { cwd: PROJECT });
}

/** Addresses of notes. sirv does not find files by addresses with encoded characters such as `+`. */
function notesIn(dist: string): string[] {
  const list: NoteList = JSON.parse(readFileSync(join(dist, LIST_ADDRESS), "utf8"));
  return list.notes.map(({ route }) => noteAddress(route)).filter((each) => !each.includes("%"));
}

/** Microseconds of CPU time that the engine alone takes for a search, once it is warm. */
export async function engineTime(dist: string, searches: readonly string[]): Promise<number> {
  const bytes = new Uint8Array(readFileSync(join(dist, SEARCH_INDEX_FILE))).buffer;
  await loadLanguage(bytes);
  const engine = openEngine(bytes);
  const queries = searches.map((target) =>
    new URLSearchParams(target.slice(SEARCH_ADDRESS.length)).get("q")!.trim(),
  );
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (const query of queries) searchResponse(engine, query);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / queries.length;
  });
  return median(times.slice(1));
}
