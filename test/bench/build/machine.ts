import { availableParallelism, cpus } from "node:os";
import type { Rivals } from "./find-rivals.ts";

/** When, on what and with what is measured, in one line. */
export function machine(rivals: Rivals): string {
  return [
    new Date().toISOString().slice(0, 10),
    cpus()[0]?.model.trim() ?? "unknown processor",
    `${availableParallelism()} cores`,
    `Node ${process.versions.node}`,
    ...Object.entries(rivals).map(([name, version]) => `${name} ${version}`),
  ].join(", ");
}
