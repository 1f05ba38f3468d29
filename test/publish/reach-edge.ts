// Preloaded into the programs that a rehearsal runs: requests to https:// addresses go to the platform's
// stand-in, and waiting takes a hundredth of its time.
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

// wrangler waits for others in whole seconds; other timers belong to the runtime and stay as they are.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = ((run: () => void, milliseconds = 0, ...rest: []) =>
  later(run, milliseconds % 1000 ? milliseconds : milliseconds / SPEED, ...rest)) as typeof later;

const now = performance.now.bind(performance);
performance.now = () => now() * SPEED;
