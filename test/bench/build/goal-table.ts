import type { Costs } from "./costs.ts";
import { goals } from "./goals.ts";
import { markdownTable } from "./markdown-table.ts";
import { significant } from "./significant.ts";

/** What is aimed at beside what was measured, as a table of Markdown. */
export function goalTable(costs: Costs): string {
  const rows = goals(costs).map(({ about, measured, byCpu, goal }) => [
    about,
    `${significant(measured, 3)}${measured > goal ? " (missed)" : ""}`,
    significant(byCpu, 3),
    `≤ ${goal}`,
  ]);
  return markdownTable(["", "Measured", "By CPU time", "Goal"], rows);
}
