import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** What one command took. */
export interface Timed {
  seconds: number;
  /** Peak resident memory in bytes, sampled; 0 where the system does not tell it. */
  memory: number;
}

/** Runs a command to its end. @throws Error with its output where it fails */
export async function runTimed(
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<Timed> {
  const started = performance.now();
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid));
  }, 20);
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${output}`);
  return { seconds: (performance.now() - started) / 1000, memory };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
