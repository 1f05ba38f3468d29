import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runTimed } from "./run-timed.ts";

const run = (...args: string[]) => runTimed({ command: process.execPath, args, cwd: tmpdir() });
/** Fills memory, and then uses the processor for so long that the memory is seen. */
const LOAD = `
const bytes = Buffer.alloc(200e6, 1);
while (process.cpuUsage().user < 400_000) bytes.fill(2);`;

test.runIf(process.platform === "linux")(
  "the processor time and memory of a command are known",
  async () => {
    const { cpuSeconds, memory } = await run("-e", LOAD);
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.39);
    expect(memory).toBeGreaterThan(200e6);
  },
);

test.runIf(process.platform === "linux")("what a command starts counts with it", async () => {
  const script = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(LOAD)}])`;
  const { cpuSeconds, memory } = await run("-e", script);
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.39);
  expect(memory).toBeGreaterThan(200e6);
});

test("a command that fails is an error with what it said last", async () => {
  await expect(run("-e", "console.error('no luck'); process.exit(3)")).rejects.toThrow(
    /ended with 3: no luck$/,
  );
});

test("a program that is not there is an error", async () => {
  await expect(runTimed({ command: "no-such-program", args: [], cwd: tmpdir() })).rejects.toThrow(
    "no-such-program",
  );
});
