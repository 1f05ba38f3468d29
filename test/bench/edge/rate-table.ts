import type { EdgeLoad } from "./edge-loads.ts";
import { median } from "./median.ts";
import type { LoadResult } from "./run-load.ts";

/**
 * The results as a table, one row a load: the median of its rates, CPU time of the server a request,
 * how much of the time one core of the server was busy, the median over the rounds of the ratio
 * to the rate of the load that it is compared with, and the ratio of the CPU times, which other work on
 * the machine disturbs less.
 */
export function rateTable(results: ReadonlyMap<EdgeLoad, readonly LoadResult[]>): string {
  const rows = [...results].map(([load, rounds]) => {
    const cpuMs = sum(rounds, (round) => round.cpuMs);
    const seconds = sum(rounds, (round) => round.seconds);
    const beside = [...results].find(([other]) => other.name === load.beside)?.[1];
    return [
      load.name,
      median(rounds.map(rate)).toFixed(0),
      cpuMicroseconds(rounds).toFixed(1),
      `${((0.1 * cpuMs) / seconds).toFixed(0)}%`,
      ...(beside === undefined ? ["", "", "", ""] : comparison(load, rounds, beside)),
    ];
  });
  const head = ["", "requests/s", "CPU µs", "busy", "ratio", "goal", "by CPU", "to"];
  return [head, ...rows].map(line).join("\n");
}

function comparison(
  { goal, beside = "" }: EdgeLoad,
  rounds: readonly LoadResult[],
  other: readonly LoadResult[],
): string[] {
  const ratio = median(rounds.map((round, i) => rate(round) / rate(other[i]!)));
  const byCpu = cpuMicroseconds(other) / cpuMicroseconds(rounds);
  return [ratio.toFixed(2), verdict(ratio, goal), byCpu.toFixed(2), beside];
}

function verdict(ratio: number, goal: number | undefined): string {
  if (goal === undefined) return "";
  return `${goal}${ratio < goal ? " missed" : ""}`;
}

function rate({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

/** CPU time a request. */
function cpuMicroseconds(rounds: readonly LoadResult[]): number {
  return (1000 * sum(rounds, (round) => round.cpuMs)) / sum(rounds, (round) => round.requests);
}

function sum(rounds: readonly LoadResult[], value: (round: LoadResult) => number): number {
  return rounds.reduce((total, round) => total + value(round), 0);
}

function line([name = "", ...cells]: readonly string[]): string {
  return `${name.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join("")}`.trimEnd();
}
