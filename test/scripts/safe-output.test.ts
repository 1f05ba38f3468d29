import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { outputPlaces } from "../../scripts/output/output-places.ts";
import { treeOf } from "./tree-of.ts";
import { note, vault } from "./vault.ts";

const BUILD = join(import.meta.dirname, "../../scripts/build.ts");

/** A vault whose notes all hold one word, so that a mix of two builds is seen. */
function wordy(notes: number) {
  const made = vault({ "start.md": "Start.\n" });
  const say = (word: string) => {
    for (let i = 0; i < notes; i++) {
      writeFileSync(
        join(made.contentDir, `n${i}.md`),
        note(`${word} ${i}`, `${word} [[n${i + 1}]]\n`),
      );
    }
  };
  say("first");
  return { ...made, say };
}

function start({ contentDir, outDir }: { contentDir: string; outDir: string }) {
  return spawn(process.execPath, [BUILD, "--content", contentDir, "--out", outDir], {
    stdio: "ignore",
  });
}

test("a build that is killed at any moment leaves a whole output, the old one or the new one", async () => {
  const made = wordy(60);
  const { build, outDir, say } = made;
  await build();
  const old = treeOf(outDir);
  say("second");
  const coldDir = join(dirname(outDir), "cold", "dist");
  await build({ outDir: coldDir });
  const fresh = treeOf(coldDir);
  const seen = { old: 0, fresh: 0 };
  const began = performance.now();
  await once(start({ ...made, outDir: join(dirname(outDir), "timed", "dist") }), "exit");
  const whole = performance.now() - began;
  const kills = Number(process.env.KILLS ?? 20);
  for (let i = 0; i < kills; i++) {
    say(i % 2 === 0 ? "second" : "first");
    const [from, to] = i % 2 === 0 ? [old, fresh] : [fresh, old];
    if (JSON.stringify(treeOf(outDir)) !== JSON.stringify(from)) {
      say(i % 2 === 0 ? "first" : "second");
      await build();
      say(i % 2 === 0 ? "second" : "first");
    }
    const child = start(made);
    await Promise.race([once(child, "exit"), setTimeout(Math.random() * whole * 1.1)]);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const left = JSON.stringify(treeOf(outDir));
    expect([JSON.stringify(from), JSON.stringify(to)]).toContain(left);
    seen[left === JSON.stringify(from) ? "old" : "fresh"]++;
  }
  say("second");
  await build();
  expect(treeOf(outDir)).toEqual(fresh);
  expect(existsSync(outputPlaces(outDir).staging)).toBe(false);
  expect(seen.old + seen.fresh).toBe(kills);
}, 600_000);

test("two builds at once do not mix: one waits for the other", async () => {
  const made = wordy(60);
  const children = [start(made), start(made), start(made)];
  await Promise.all(children.map((child) => once(child, "exit")));
  expect(children.map((child) => child.exitCode)).toEqual([0, 0, 0]);
  const left = treeOf(made.outDir);
  const coldDir = join(dirname(made.outDir), "cold", "dist");
  await made.build({ outDir: coldDir });
  expect(left).toEqual(treeOf(coldDir));
  made.say("second");
  const [one, two] = [made.build(), made.build()];
  await Promise.all([one, two]);
  await made.build({ outDir: coldDir });
  expect(treeOf(made.outDir)).toEqual(treeOf(coldDir));
});

test("what a build that died between its two renames left is put right by the next one", async () => {
  const { build, outDir } = vault({ "a.md": note("A") });
  await build();
  const good = treeOf(outDir);
  const { retired, staging } = outputPlaces(outDir);
  spawnSync("mv", [outDir, retired]);
  mkdirSync(staging);
  writeFileSync(join(staging, "half"), "half");
  expect((await build()).figures?.changed).toBe(0);
  expect(treeOf(outDir)).toEqual(good);
  expect([existsSync(retired), existsSync(staging)]).toEqual([false, false]);
});

test("a full disk is one sentence, and the old output stays", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  const disk = join(dirname(outDir), "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]);
  if (mounted.status !== 0) return;
  onTestFinished(() => void spawnSync("umount", [disk]));
  const out = join(disk, "dist");
  await build({ outDir: out });
  const old = treeOf(out);
  appendFileSync(join(contentDir, "a.md"), "All work and no play. ".repeat(20_000));
  const failed = build({ outDir: out });
  await expect(failed).rejects.toThrow(`${out} was left as it was: the disk is full.`);
  expect(treeOf(out)).toEqual(old);
  rmSync(join(contentDir, "a.md"));
  await build({ outDir: out });
  expect(Object.keys(treeOf(out))).not.toContain("api/v1/notes/a.json");
});

test("what others put into the output stays through every kind of change", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  mkdirSync(join(outDir, "api/v1/mine"), { recursive: true });
  writeFileSync(join(outDir, "api/v1/mine/x.txt"), "mine");
  writeFileSync(join(outDir, "favicon.ico"), "icon");
  for (const title of ["C", "D", "E"]) {
    writeFileSync(join(contentDir, "a.md"), note(title));
    await build();
    const tree = treeOf(outDir);
    expect([tree["api/v1/mine/x.txt"], tree["favicon.ico"]]).toEqual(["mine", "icon"]);
    expect(JSON.parse(tree["api/v1/notes/a.json"]!).title).toBe(title);
  }
  rmSync(join(outDir, "favicon.ico"));
  rmSync(join(contentDir, "b.md"));
  await build();
  const tree = treeOf(outDir);
  expect([tree["favicon.ico"], tree["api/v1/notes/b.json"]]).toEqual([undefined, undefined]);
});
