/** The server's cost per request on Node, beside a constant answer on Node and sirv serving the same files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCH_ADDRESS, SEARCH_INDEX_FILE } from "../worker/contract/addresses.ts";
import { loadLanguage } from "../worker/search/language.ts";
import { openEngine } from "../worker/search/search-engine.ts";
import { searchResponse } from "../worker/search/search-response.ts";
import { type Load, type Result, requestsFor, takeTurns } from "./load.ts";
import { median } from "./report.ts";
import { startNode, startServe } from "./server-process.ts";

const RIVALS = join(import.meta.dirname, "node-rivals.ts");
/** So short that no client reaches the limit. */
const WINDOW = { RATE_LIMIT_WINDOW_SECONDS: 1 };

/**
 * @param dist built notes
 * @param notes addresses of notes
 * @param searches targets of searches
 */
export async function measureNode(
  dist: string,
  notes: readonly string[],
  searches: readonly string[],
  rounds: number,
  seconds: number,
): Promise<Result[]> {
  const [constant, sirv, own] = [
    await startNode([RIVALS, "constant"]),
    await startNode([RIVALS, "sirv", dist]),
    await startServe(dist, WINDOW),
  ];
  const loads: Load[] = [
    { name: "constant on Node", workerd: constant, requests: requestsFor(notes) },
    { name: "note, sirv", workerd: sirv, requests: requestsFor(notes) },
    { name: "note", workerd: own, requests: requestsFor(notes), beside: "note, sirv", goal: 0.5 },
    { name: "search", workerd: own, requests: requestsFor(searches), beside: "constant on Node" },
  ];
  try {
    return await takeTurns(loads, rounds, seconds);
  } finally {
    await Promise.all([constant, sirv, own].map((server) => server.stop()));
  }
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
