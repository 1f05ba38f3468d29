import { expect, onTestFinished, test, vi } from "vitest";
import { type BuildOptions, parseBuildOptions } from "../../scripts/cli/options.ts";
import { openProgress, progressBar, progressLines } from "../../scripts/report/progress.ts";

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
