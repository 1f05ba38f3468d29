import { readdirSync, readFileSync } from "node:fs";

/**
 * The peaks of the resident bytes of a process and of all that it started and that still run, added up.
 * 0 where the system does not tell it, and where the process has ended.
 */
export function treeMemory(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const own = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    return childrenOf(pid).reduce((sum, child) => sum + treeMemory(child), own);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(
    (thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g)?.map(Number) ?? [],
  );
}
