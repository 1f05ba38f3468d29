import { costTable } from "./cost-table.ts";
import type { Costs } from "./costs.ts";
import { goalTable } from "./goal-table.ts";

/** What the benchmark found, in Markdown: on what machine, the goals, the costs. */
export function benchReport(costs: Costs, machine: string): string {
  const rounds = costs.sizes.map((notes) => costs.rounds(notes)).join(", ");
  return `${machine}. Rounds: ${rounds}.\n\n${goalTable(costs)}\n\n${costTable(costs)}\n`;
}
