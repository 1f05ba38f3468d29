// Preloaded into the programs that a rehearsal runs: sends requests for https:// addresses to the platform's
// stand-in, and makes waits a hundred times shorter.
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
