import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type WorkerSettings, workerdConfig } from "./workerd/workerd-config.ts";

/** The unit of CPU time in `/proc`, in milliseconds: Linux reports 100 ticks a second. */
const TICK_MS = 10;

const running = new Set<ChildProcess>();
// Otherwise they would outlive a run that fails.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A running server. CPU time and memory are known on Linux only, NaN elsewhere. */
export class ServerProcess {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #log: string[];

  private constructor(process: ChildProcess, port: number, log: string[]) {
    this.#process = process;
    this.port = port;
    this.#log = log;
  }

  /** Starts a program. @param findPort finds the port that it listens on, where it says so */
  static async start(
    args: readonly [program: string, ...string[]],
    findPort: (child: ChildProcess) => Promise<number>,
    cwd?: string,
  ): Promise<ServerProcess> {
    const [program, ...others] = args;
    const child = spawn(program, others, {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      ...(cwd !== undefined && { cwd }),
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => log.push(text));
    }
    const port = await Promise.race([
      findPort(child),
      once(child, "exit").then(() => {
        throw new Error(`${program} did not start: ${log.join("")}`);
      }),
    ]);
    return new ServerProcess(child, port, log);
  }

  /** What it has printed. */
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

/**
 * Starts `workerd serve`.
 * @param folder where its configuration is written
 */
export function startWorkerd(settings: WorkerSettings, folder: string): Promise<ServerProcess> {
  const file = join(folder, `${crypto.randomUUID()}.capnp`);
  writeFileSync(file, workerdConfig(settings));
  const { default: workerd } = createRequire(import.meta.url)("workerd");
  const args = ["serve", file, "--import-path=/", "--control-fd=3"];
  return ServerProcess.start([workerd, ...args], async ({ stdio }) =>
    // It reports the port as JSON on this stream.
    portIn(stdio[3] as Readable, /"event":"listen".*"port":(\d+)/),
  );
}

/** Starts a program on Node that says "Ready on http://…" where it listens. */
export function startNode(args: readonly string[], cwd?: string): Promise<ServerProcess> {
  const findPort = ({ stdout }: ChildProcess) => portIn(stdout!, /Ready on http:\S+:(\d+)/);
  return ServerProcess.start([process.execPath, ...args], findPort, cwd);
}

/**
 * Starts `npm run serve`, which takes the client's address from the header that the Worker takes it from. Its other
 * settings are the defaults, because there is no `wrangler.toml` in the folder that it runs in.
 */
export function startServe(
  dist: string,
  vars: Readonly<Record<string, string | number>>,
  ...flags: readonly string[]
): Promise<ServerProcess> {
  const script = join(import.meta.dirname, "../scripts/commands/serve.ts");
  const trust = ["--client-header", "CF-Connecting-IP", "--trusted-proxy", "127.0.0.1"];
  const settings = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const where = ["--out", dist, "--host", "127.0.0.1", "--port", "0"];
  return startNode([...flags, script, ...where, ...trust, ...settings], dist);
}

/**
 * Starts nginx, in one process, for the files of a folder, which it keeps open.
 * @param parent where its configuration is written
 */
export async function startNginx(dist: string, parent: string): Promise<ServerProcess> {
  const folder = mkdtempSync(join(parent, "nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid nginx.pid; error_log stderr notice; events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${name};`).join(" ")}
  access_log off; sendfile on; open_file_cache max=100000; keepalive_requests 1000000000;
  types { application/json json; }
  server { listen 127.0.0.1:${port}; root ${dist}; }
}
`,
  );
  const args = ["-p", folder, "-c", "nginx.conf", "-e", "stderr"];
  return ServerProcess.start(["nginx", ...args], async ({ stderr }) => {
    await once(stderr!, "data");
    return port;
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function portIn(stream: Readable, pattern: RegExp): Promise<number> {
  let said = "";
  return new Promise((resolve) => {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const port = pattern.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
