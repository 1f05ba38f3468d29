import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const SCRIPT = join(import.meta.dirname, "../../scripts/commands/start.ts");

/** A running `npm start`. */
export interface Started {
  readonly origin: string;
  /** The output so far. */
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * Runs `npm start` on a free port, and waits until it serves.
 * @param folder made by `copyProject`
 * @param content relative to it
 * @throws Error with the output if it exits before that
 */
export async function startNpm(folder: string, content: string): Promise<Started> {
  // Polling for an answer must not run into the limit.
  const vars = ["--var", "RATE_LIMIT_REQUESTS:1000000"];
  const args = ["--content", content, "--port", "0", "--inspector-port", "0", ...vars];
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const child = spawn(process.execPath, [SCRIPT, ...args], { cwd: folder, env });
  const exit = once(child, "exit");
  let said = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      said += text;
      const ready = /Ready on (http:\/\/\S+:\d+)/.exec(said)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
    exit.then(() => reject(new Error(`npm start ended: ${said}`)));
  });
  const stop = async () => {
    child.kill();
    await exit;
  };
  return { origin, said: () => said, stop };
}
