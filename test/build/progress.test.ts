import { expect, onTestFinished, test, vi } from "vitest";
import { parseBuildOptions } from "../../scripts/cli/options.ts";
import { openProgress } from "../../scripts/report/progress.ts";
import { vault } from "./vault.ts";

/** Progress whose output, so far, `shown` returns, on a clock that stands until it is advanced. */
function openShown(
  options: Partial<Parameters<typeof openProgress>[0]>,
  env: NodeJS.ProcessEnv,
  isTTY: boolean,
) {
  const { isTTY: usual, write } = process.stderr;
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(process.stderr, { isTTY: usual, write });
  });
  let shown = "";
  Object.assign(process.stderr, { isTTY, write: (text: string) => (shown += text) });
  vi.useFakeTimers();
  const progress = openProgress({ ...parseBuildOptions([], {}), ...options }, env);
  return { progress, shown: () => shown };
}

test.each<
  [
    Partial<Parameters<typeof openProgress>[0]>,
    NodeJS.ProcessEnv,
    isTerminal: boolean,
    hasBar: boolean,
  ]
>([
  [{}, {}, true, true],
  [{}, {}, false, false],
  [{}, { CI: "true" }, true, false],
  [{}, { TERM: "dumb" }, true, false],
  [{ quiet: true }, {}, true, false],
  [{ report: "json" }, {}, true, false],
])(
  "%j with %j, a terminal: %s; a bar that counts and is cleared: %s",
  (options, env, isTTY, hasBar) => {
    const { progress, shown } = openShown(options, env, isTTY);
    let done = 0;
    progress.begin("parse", 10, () => done);
    vi.advanceTimersByTime(400);
    expect(shown()).not.toContain("█");
    done = 5;
    vi.advanceTimersByTime(600);
    progress.end();
    expect([shown().includes("5/10"), shown().endsWith("\r\u001b[2K")]).toEqual([hasBar, hasBar]);
    // A running timer would keep the process from exiting.
    expect(vi.getTimerCount()).toBe(0);
  },
);

test.each([
  [{}, {}, false, 2000, "Building: link 3 notes …\n"],
  [{}, { TERM: "dumb" }, true, 2000, "Building: link 3 notes …\n"],
  [{}, {}, false, 900, ""],
  [{ quiet: true }, {}, false, 2000, ""],
  [{ report: "json" }, {}, false, 2000, ""],
])(
  "without a terminal, %j with %j, a terminal: %s, prints one line after a second: %i ms, %j",
  (options, env, isTTY, milliseconds, line) => {
    const { progress, shown } = openShown(options, env, isTTY);
    progress.begin("parse", 3, () => 0);
    vi.advanceTimersByTime(500);
    progress.begin("link", 3, () => 0);
    vi.advanceTimersByTime(milliseconds - 500);
    progress.end();
    vi.advanceTimersByTime(5000);
    expect(shown()).toBe(line);
  },
);

test("a stage's count may be shown as soon as it begins", async () => {
  const counts: string[] = [];
  const begin = (stage: string, total?: number, count?: () => number) =>
    void counts.push(`${stage} ${count?.()} of ${total}`);
  await vault({ "a.md": "", "b.md": "" }).build({ check: true }, { begin, end: () => undefined });
  expect(counts).toContain("parse 0 of 2");
});
