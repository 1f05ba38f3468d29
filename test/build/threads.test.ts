import { lstatSync, utimesSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { join } from "node:path";
import threads from "node:worker_threads";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { jsonReport } from "../../scripts/report/print.ts";
import { progressLines } from "../../scripts/report/progress.ts";
import { note, treeOf, vault } from "./vault.ts";

const DEADLY = new URL("data:text/javascript,throw new Error('dead')");

const machine = { cores: 1, started: 0, ended: 0, death: undefined as string | undefined };

const { availableParallelism } = os;
const { Worker } = threads;

class CountedWorker extends Worker {
  constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
    super(machine.death === "at once" ? DEADLY : file, options);
    machine.started++;
    this.once("exit", () => machine.ended++);
    if (machine.death) this.once("message", () => this.terminate());
  }
}

beforeAll(() => {
  Object.assign(os, { availableParallelism: () => machine.cores });
  Object.assign(threads, { Worker: CountedWorker });
  syncBuiltinESMExports();
  return () => {
    Object.assign(os, { availableParallelism });
    Object.assign(threads, { Worker });
    syncBuiltinESMExports();
  };
});

beforeEach(() => {
  Object.assign(machine, { cores: 1, started: 0, ended: 0, death: undefined });
});

/** The least number of notes for which there are threads. */
const NOTES = 2000;

/** Notes, some of them with problems of all kinds. */
function largeVault() {
  const files: Record<string, string | Uint8Array> = {
    "collections.yaml": "inlineTags: true\ntags: [graphs]\n",
  };
  for (let i = 0; i < NOTES; i++) {
    const link = i % 50 === 3 ? `[[nowhere ${i}|b]]` : `[c](n${i}.md)`;
    const body = `# Part ${i}\n\nA [[n${i + 1}#Part ${i + 1}]] and ${link}.\n`;
    files[`n${i}.md`] = note(`N${i}`, body, i % 7 === 0 ? "draft: true\n" : "");
    if (i % 50 === 1) files[`n${i}.md`] = Buffer.from([0x23, 0x20, 0xff]);
    if (i % 50 === 2) files[`n${i}.md`] = "---\ntitle: [\n---\n#strange text\n";
  }
  return vault(files);
}

test("a build with threads writes and reports the same as one without, byte for byte, and reads touched files again, too", async () => {
  const { build, contentDir, outDir } = largeVault();
  const alone = await build();
  expect(machine.started).toBe(0);
  machine.cores = 3;
  const helped = await build({ outDir: `${outDir}-helped` });
  expect(machine).toMatchObject({ started: 2, ended: 2 });
  expect(jsonReport(helped)).toBe(jsonReport(alone));
  expect(helped.problems).toEqual(alone.problems);
  const before = treeOf(outDir);
  expect(treeOf(`${outDir}-helped`)).toEqual(before);

  for (let i = 0; i < NOTES; i++) utimesSync(join(contentDir, `n${i}.md`), 1, 1);
  const stages: string[] = [];
  const folder = lstatSync(outDir).ino;
  await build(
    {},
    progressLines((line) => void stages.push(line.trim())),
  );
  expect(machine.started).toBe(4);
  expect(stages).toEqual(["list", `parse ${NOTES} notes`, "index", "write"]);
  expect(lstatSync(outDir).ino).toBe(folder);
  expect(treeOf(outDir)).toEqual(before);
});

test("no note is lost if threads die, at once or halfway", async () => {
  const { build } = largeVault();
  const alone = await build({ check: true });
  for (const death of ["at once", "halfway"]) {
    Object.assign(machine, { cores: 4, started: 0, ended: 0, death });
    const left = await build({ check: true });
    expect(machine).toMatchObject({ started: 3, ended: 3 });
    expect(jsonReport(left)).toBe(jsonReport(alone));
  }
});
