import { expect, onTestFinished, test, vi } from "vitest";
import { type BuildOptions, parseBuildOptions } from "../../scripts/cli/options.ts";
import {
  barLine,
  openProgress,
  progressBar,
  progressLines,
  StageClock,
} from "../../scripts/report/progress.ts";

test.each([
  ["parse", 0, 100, 2000, 80, "parse  ························  0/100"],
  ["parse", 50, 100, 1000, 80, "parse  ████████████············  50/100  1 s left"],
  ["parse", 50, 100, 999, 80, "parse  ████████████············  50/100"],
  ["link", 100, 100, 2000, 80, "link   ████████████████████████  100/100  0 s left"],
  ["parse", 50, 100, 2000, 40, "parse  ███████·······  50/100  2 s left"],
  ["parse", 50, 100, 2000, 30, "parse  ██··  50/100  2 s left"],
  ["parse", 50, 100, 2000, 26, "parse  50/100  2 s left"],
  ["parse", 50, 100, 2000, 12, "parse  50/1"],
  ["index", 0, 0, 2000, 80, "index"],
  ["index", 0, 0, 2000, 4, "ind"],
])(
  "%s %i of %i after %i ms in %i columns: %s",
  (stage, done, total, milliseconds, columns, line) => {
    expect(barLine(stage, done, total, milliseconds, columns)).toBe(line);
  },
);

/** A terminal, and what was written to it. */
function terminalOf(columns: number) {
  const written: string[] = [];
  return {
    written,
    terminal: { columns, write: (text: unknown) => written.push(String(text)) > 0 },
  };
}

test("a bar appears after half a second, follows the count, and leaves an empty line", () => {
  const { written, terminal } = terminalOf(80);
  const early = progressBar(terminal);
  early.begin("parse", 10, () => 5);
  early.end();
  expect(written).toEqual([]);
  const late = progressBar(terminal, performance.now() - 1000);
  late.begin("parse", 10, () => 5);
  late.end();
  expect(written[0]).toContain("\r\u001b[2Kparse  ████████████············  5/10");
  expect(written.at(-1)).toBe("\r\u001b[2K");
});

test("a stage without a count is shown too, and a bar is redrawn until its stage ends", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { written, terminal } = terminalOf(80);
  const bar = progressBar(terminal);
  bar.begin("list");
  vi.advanceTimersByTime(500);
  expect(written).toEqual(["\r\u001b[2Klist"]);
  let done = 0;
  bar.begin("parse", 10, () => done);
  done = 5;
  vi.advanceTimersByTime(100);
  expect(written.at(-1)).toMatch(/ {2}5\/10$/);
  bar.end();
  // A running timer would keep the process from exiting.
  expect(vi.getTimerCount()).toBe(0);
});

test("measuring the time of the stages still shows their progress", () => {
  const { written, terminal } = terminalOf(80);
  const clock = new StageClock(progressBar(terminal, performance.now() - 1000));
  clock.begin("parse", 10, () => 5);
  expect(written.at(-1)).toMatch(/parse .* 5\/10$/);
  clock.end();
  expect(written.at(-1)).toBe("\r\u001b[2K");
  expect(clock.table(1000)).toMatch(/^ {2}parse +0\.\d\d s +\d+ %\n$/);
});

test.each<[Partial<BuildOptions>, NodeJS.ProcessEnv, isTerminal: boolean, hasBar: boolean]>([
  [{}, {}, true, true],
  [{}, {}, false, false],
  [{}, { CI: "true" }, true, false],
  [{ quiet: true }, {}, true, false],
  [{ report: "json" }, {}, true, false],
])("%j with %j, a terminal: %s; a bar: %s", (options, env, isTTY, hasBar) => {
  const { isTTY: usual, write } = process.stderr;
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(process.stderr, { isTTY: usual, write });
  });
  let shown = "";
  Object.assign(process.stderr, { isTTY, write: (text: string) => (shown += text) });
  vi.useFakeTimers();
  const progress = openProgress({ ...parseBuildOptions([], {}), ...options }, env);
  progress.begin("parse", 10, () => 5);
  vi.advanceTimersByTime(1000);
  progress.end();
  expect(shown.includes("█")).toBe(hasBar);
});

test("one note is counted in the singular", () => {
  const written: string[] = [];
  progressLines((text) => void written.push(text)).begin("parse", 1);
  expect(written).toEqual(["parse 1 note\n"]);
});
