import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const START = join(import.meta.dirname, "../../scripts/commands/start.ts");

/** A running `npm start` or `wrangler dev`. */
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
 */
export function startNpm(folder: string, content: string): Promise<Started> {
  // Polling for an answer must not run into the limit.
  const vars = ["--var", "RATE_LIMIT_REQUESTS:10000", "--var", "RATE_LIMIT_WINDOW_SECONDS:1"];
  const args = [START, "--content", content, "--out", "dist", "--port", "0", ...vars];
  const env = { ...process.env, CI: "true" };
  return untilReady(spawn(process.execPath, args, { cwd: folder, env }));
}

/** Waits until a program says where it serves. @throws Error with the output if it exits before that */
export async function untilReady(child: ChildProcessWithoutNullStreams): Promise<Started> {
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
    ended.then(() => reject(new Error(`It ended: ${said}`)));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { origin, said: () => said, stop };
}
