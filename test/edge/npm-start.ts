import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const COMMANDS = join(import.meta.dirname, "../../scripts/commands");

/** A running `npm start` or `npm run dev`. */
export interface Started {
  readonly origin: string;
  /** The output so far. */
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * Runs `npm start`, or `npm run dev`, on a free port, and waits until it serves.
 * @param folder made by `copyProject`
 * @param content relative to it
 * @throws Error with the output if it exits before that
 */
export async function startNpm(
  folder: string,
  content: string,
  command: "start" | "dev" = "start",
): Promise<Started> {
  // Polling for an answer must not run into the limit.
  const vars = ["--var", "RATE_LIMIT_REQUESTS:10000", "--var", "RATE_LIMIT_WINDOW_SECONDS:1"];
  const inspector = command === "dev" ? ["--inspector-port", "0"] : [];
  const out = command === "start" ? ["--out", "dist"] : [];
  const args = ["--content", content, ...out, "--port", "0", ...inspector, ...vars];
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const child = spawn(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], {
    cwd: folder,
    env,
  });
  // Not on "exit", which may come before its last words are read.
  const ended = once(child, "close");
  let said = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      said += text;
      const ready = /Ready on (http:\/\/\S+:\d+)/.exec(said)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
    ended.then(() => reject(new Error(`${command} ended: ${said}`)));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { origin, said: () => said, stop };
}
