import type { Costs } from "./costs.ts";
import { markdownTable } from "./markdown-table.ts";
import { significant } from "./significant.ts";

/** All costs as a table of Markdown: medians of the rounds, a row a builder and size. */
export function costTable(costs: Costs): string {
  const rows = costs.sizes.flatMap((notes) =>
    costs.buildersOf(notes).map((builder) => {
      const seconds = costs.median(builder, notes, "seconds");
      const memory = costs.median(builder, notes, "memory");
      return [
        `${notes.toLocaleString("en")} notes, ${builder}`,
        significant(seconds),
        significant(costs.median(builder, notes, "cpuSeconds")),
        Math.round(notes / seconds).toLocaleString("en"),
        memory > 0 ? Math.round(memory / 1e6).toLocaleString("en") : "–",
        significant(costs.ratio(builder, "floor", notes, "seconds")),
      ];
    }),
  );
  return markdownTable(
    ["", "Seconds", "CPU seconds", "Notes a second", "Peak MB", "÷ floor"],
    rows,
  );
}
