// Preloaded into the programs that a rehearsal runs: sends requests for https:// addresses to the platform's
// stand-in, makes waits a hundred times shorter, and where it is told to, takes the place of wrangler.
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

const SPEED = 100;

const { fetch: send } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(String(input));
  if (url.protocol !== "https:") return send(input, init);
  const headers = new Headers(init?.headers);
  headers.set("X-Edge-Host", url.host);
  return send(`${process.env.REHEARSAL_EDGE}${url.pathname}${url.search}`, { ...init, headers });
};

const { setTimeout: wait } = timers;
timers.setTimeout = ((milliseconds = 0, ...rest: []) =>
  wait(milliseconds / SPEED, ...rest)) as typeof wait;
syncBuiltinESMExports();

// wrangler's own waits are whole seconds; the other timers are the runtime's and keep their delays.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = ((run: () => void, milliseconds = 0, ...rest: []) =>
  later(run, milliseconds % 1000 ? milliseconds : milliseconds / SPEED, ...rest)) as typeof later;

const now = performance.now.bind(performance);
performance.now = () => now() * SPEED;

if (process.env.STAND_IN && process.argv[1]?.endsWith("wrangler.js")) {
  const response = await send(process.env.REHEARSAL_EDGE!, {
    method: "POST",
    headers: { "X-Stand-In": "wrangler" },
    body: JSON.stringify(process.argv.slice(2)),
  });
  const {
    code,
    stdout = "",
    stderr = "",
    report,
  } = (await response.json()) as {
    code: number;
    stdout?: string;
    stderr?: string;
    report?: object;
  };
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (report) appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH!, JSON.stringify(report));
  process.exit(code);
}
