import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type WorkerSettings, workerdConfig } from "./workerd-config.ts";

/** The unit of CPU time in `/proc`, in milliseconds: Linux reports 100 ticks a second. */
const TICK_MS = 10;

/** A running `workerd serve`. CPU time and memory are known on Linux only, NaN elsewhere. */
export class Workerd {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #log: string[];

  private constructor(process: ChildProcess, port: number, log: string[]) {
    this.#process = process;
    this.port = port;
    this.#log = log;
  }

  /**
   * Starts `workerd serve`.
   * @param folder where its configuration is written
   */
  static async start(settings: WorkerSettings, folder: string): Promise<Workerd> {
    const file = join(folder, `${crypto.randomUUID()}.capnp`);
    writeFileSync(file, workerdConfig(settings));
    const args = ["serve", file, "--import-path=/", "--control-fd=3"];
    const child = spawn(binary(), args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
    // Otherwise it would outlive a run that fails.
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => log.push(text));
    }
    const control = child.stdio[3] as Readable;
    const port = await Promise.race([
      portOf(control),
      once(child, "exit").then(() => {
        throw new Error(`workerd did not start: ${log.join("")}`);
      }),
    ]);
    return new Workerd(child, port, log);
  }

  /** The output of the Worker and the runtime. */
  get log(): string {
    return this.#log.join("");
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** User and system CPU time of the process since it started, in milliseconds. */
  get cpuMs(): number {
    // The command's name, in parentheses, may contain spaces, so fields are counted after it.
    const fields = this.#proc("stat").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11] ?? Number.NaN) + Number(fields[12])) * TICK_MS;
  }

  /** Resident memory of the process, in MiB. */
  get memory(): number {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(this.#proc("status"))?.[1];
    return Number(kibibytes ?? Number.NaN) / 1024;
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exit;
  }

  #proc(name: string): string {
    if (process.platform !== "linux") return "";
    return readFileSync(`/proc/${this.#process.pid}/${name}`, "utf8");
  }
}

/** Reads the port from the control stream, on which workerd reports it as JSON. */
async function portOf(control: Readable): Promise<number> {
  let said = "";
  for await (const chunk of control) {
    said += String(chunk);
    const port = /"event":"listen".*"port":(\d+)/.exec(said)?.[1];
    if (port !== undefined) return Number(port);
  }
  return new Promise(() => {});
}

function binary(): string {
  const { default: path } = createRequire(import.meta.url)("workerd");
  return path;
}
