import { spawn } from "node:child_process";
import { once } from "node:events";
import { childCpuSeconds } from "./child-cpu-seconds.ts";
import { treeMemory } from "./tree-memory.ts";

/** A command and where it is run. */
export interface Command {
  command: string;
  args: readonly string[];
  cwd: string;
}

/** What one command took. */
export interface Timed {
  seconds: number;
  /** User and system time of the command and all that it started; NaN where the system does not tell. */
  cpuSeconds: number;
  /** Peak resident bytes of the command and all that it started, sampled; 0 where the system does not tell. */
  memory: number;
}

const SAMPLE_MS = 25;
const LONGEST_MS = 30 * 60_000;
const KEPT_OUTPUT = 2000;

/**
 * Runs a command to its end, or for half an hour. Only one may run at a time: the processor time is
 * that of all children that ended meanwhile.
 * @throws Error with the end of what it printed where it fails
 */
export async function runTimed({ command, args, cwd }: Command): Promise<Timed> {
  const cpuBefore = childCpuSeconds();
  const started = performance.now();
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    });
  }
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, treeMemory(child.pid));
  }, SAMPLE_MS);
  try {
    const [code, signal] = await once(child, "close");
    const seconds = (performance.now() - started) / 1000;
    if (code === 0) return { seconds, cpuSeconds: childCpuSeconds() - cpuBefore, memory };
    throw new Error(`${command} ended with ${code ?? signal}: ${output.trim()}`);
  } finally {
    clearInterval(timer);
  }
}
