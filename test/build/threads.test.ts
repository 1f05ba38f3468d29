import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { jsonReport } from "../../scripts/report/print.ts";
import { progressLines } from "../../scripts/report/progress.ts";
import { note, treeOf, vault } from "./vault.ts";

const DEADLY = new URL("data:text/javascript,throw new Error('dead')");

const machine = { cores: 1, started: 0, ended: 0, death: undefined as string | undefined };

vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  availableParallelism: () => machine.cores,
}));

vi.mock("node:worker_threads", async (original) => {
  const threads = await original<typeof import("node:worker_threads")>();
  class Worker extends threads.Worker {
    constructor(...[file, options]: ConstructorParameters<typeof threads.Worker>) {
      super(machine.death === "at once" ? DEADLY : file, options);
      machine.started++;
      this.once("exit", () => machine.ended++);
      if (machine.death) this.once("message", () => this.terminate());
    }
  }
  return { ...threads, Worker };
});

beforeEach(() => {
  Object.assign(machine, { cores: 1, started: 0, ended: 0, death: undefined });
});

/** Enough notes for threads, some of them with problems of all kinds. */
function largeVault() {
  const files: Record<string, string | Uint8Array> = {
    "collections.yaml": "inlineTags: true\ntags: [graphs]\n",
  };
  for (let i = 0; i < 2500; i++) {
    const body = `# Part ${i}\n\nA [[n${i + 1}#Part ${i + 1}]], [[nowhere ${i}|b]] and [c](n${i}.md).\n`;
    files[`n${i}.md`] = note(`N${i}`, body, i % 7 === 0 ? "draft: true\n" : "");
    if (i % 50 === 1) files[`n${i}.md`] = Buffer.from([0x23, 0x20, 0xff]);
    if (i % 50 === 2) files[`n${i}.md`] = "---\ntitle: [\n---\n#strange text\n";
  }
  return vault(files);
}

test("a build with threads writes and reports the same as one without, byte for byte", async () => {
  const { build, outDir } = largeVault();
  const alone = await build();
  expect(machine.started).toBe(0);
  machine.cores = 3;
  const helped = await build({ outDir: `${outDir}-helped` });
  expect(machine).toMatchObject({ started: 2, ended: 2 });
  expect(jsonReport(helped)).toBe(jsonReport(alone));
  expect(helped.problems).toEqual(alone.problems);
  expect(treeOf(`${outDir}-helped`)).toEqual(treeOf(outDir));
});

test("if only the timestamps of very many files changed, threads read them and no note is linked again", async () => {
  const { build, contentDir, outDir } = largeVault();
  machine.cores = 3;
  await build();
  const before = treeOf(outDir);
  for (let i = 0; i < 2500; i++) utimesSync(join(contentDir, `n${i}.md`), 1, 1);
  const stages: string[] = [];
  const folder = lstatSync(outDir).ino;
  await build(
    {},
    progressLines((line) => void stages.push(line.trim())),
  );
  expect(stages).toEqual(["list", "parse 2500 notes", "index", "write"]);
  expect(lstatSync(outDir).ino).toBe(folder);
  expect(treeOf(outDir)).toEqual(before);
});

test.each(["at once", "halfway"])("no note is lost if threads die %s", async (death) => {
  const { build, outDir } = largeVault();
  const alone = await build();
  Object.assign(machine, { cores: 4, death });
  const left = await build({ outDir: `${outDir}-left` });
  expect(machine).toMatchObject({ started: 3, ended: 3 });
  expect(jsonReport(left)).toBe(jsonReport(alone));
  expect(treeOf(`${outDir}-left`)).toEqual(treeOf(outDir));
});
