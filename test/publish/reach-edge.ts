// Preloaded into the programs that a rehearsal runs: sends requests for https:// addresses to the platform's
// stand-in, makes waits a hundred times shorter, and takes the place of wrangler for the commands that STAND_IN matches.
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import type { Ran } from "./platform.ts";

const SPEED = 100;

const { fetch: send } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(String(input));
  if (url.protocol !== "https:") return send(input, init);
  const headers = new Headers(init?.headers);
  headers.set("X-Edge-Host", url.host);
  return send(`${process.env.REHEARSAL_EDGE}${url.pathname}${url.search}`, { ...init, headers });
};

/** Milliseconds that waits would have taken longer. */
let skipped = 0;
const { setTimeout: wait } = timers;
timers.setTimeout = ((milliseconds = 0, ...rest: []) => {
  skipped += milliseconds - milliseconds / SPEED;
  return wait(milliseconds / SPEED, ...rest);
}) as typeof wait;
syncBuiltinESMExports();

// wrangler's own waits are whole seconds; the other timers are the runtime's and keep their delays.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = ((run: () => void, milliseconds = 0, ...rest: []) =>
  later(run, milliseconds % 1000 ? milliseconds : milliseconds / SPEED, ...rest)) as typeof later;

// Only waits are shorter: an answer that takes a second takes no more of the time that there is.
const now = performance.now.bind(performance);
performance.now = () => now() + skipped;

const { STAND_IN, WRANGLER_OUTPUT_FILE_PATH } = process.env;
const [, program = "", ...args] = process.argv;
if (STAND_IN && program.endsWith("wrangler.js") && new RegExp(STAND_IN).test(args.join(" "))) {
  const headers = { "X-Stand-In": "wrangler" };
  const body = JSON.stringify(args);
  const response = await send(process.env.REHEARSAL_EDGE!, { method: "POST", headers, body });
  const { code, stdout = "", stderr = "", report } = (await response.json()) as Ran;
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (report) appendFileSync(WRANGLER_OUTPUT_FILE_PATH!, JSON.stringify(report));
  process.exit(code);
}
