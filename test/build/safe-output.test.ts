import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { NoteCache } from "../../scripts/cache.ts";
import { Output, outputPlaces } from "../../scripts/output/write.ts";
import { OutputError } from "../../scripts/report/errors.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import { diskWithoutHardLinks, faultyDisk } from "./faulty-disk.ts";
import { note, treeOf, type Vault, vault } from "./vault.ts";

const BUILD = join(import.meta.dirname, "../../scripts/build.ts");

const cacheOf = (outDir: string) => new NoteCache(outputPlaces(outDir).cache);

/** A vault whose notes all hold one word, so that a mix of two builds is seen. */
function wordy(notes: number) {
  const made = vault({ "start.md": "Start.\n" });
  const say = (word: string) => {
    for (let i = 0; i < notes; i++) {
      made.write(`n${i}.md`, note(`${word} ${i}`, `${word} [[n${i + 1}]]\n`));
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
  const { build, outDir, say, tree } = made;
  await build();
  const old = tree();
  say("second");
  const fresh = (await made.cold()).tree;
  const began = performance.now();
  await once(start({ ...made, outDir: join(dirname(outDir), "timed", "dist") }), "exit");
  const whole = performance.now() - began;
  const kills = Number(process.env.KILLS ?? 20);
  for (let i = 0; i < kills; i++) {
    say("first");
    await build();
    say("second");
    const child = start(made);
    await Promise.race([once(child, "exit"), setTimeout(Math.random() * whole * 1.1)]);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect([old, fresh]).toContainEqual(tree());
  }
  await build();
  expect(tree()).toEqual(fresh);
  expect(existsSync(outputPlaces(outDir).staging)).toBe(false);
}, 600_000);

test("two builds at once do not mix: one waits for the other", async () => {
  const made = wordy(60);
  const children = [start(made), start(made), start(made)];
  await Promise.all(children.map((child) => once(child, "exit")));
  expect(children.map((child) => child.exitCode)).toEqual([0, 0, 0]);
  expect(made.tree()).toEqual((await made.cold()).tree);
  made.say("second");
  await Promise.all([made.build(), made.build()]);
  expect(made.tree()).toEqual((await made.cold()).tree);
});

test("what a first build that died left is in no output", async () => {
  const { build, outDir, tree } = vault({ "a.md": note("A") });
  const { staging } = outputPlaces(outDir);
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, "half"), "half");
  await build();
  expect(tree()).not.toHaveProperty("half");
});

/** Ways in which an output changes: each is put in place by steps of its own. */
const CHANGES: [string, (made: ReturnType<typeof wordy>) => void][] = [
  ["text of a note", ({ write }) => write("n0.md", note("first 0", "Another text.\n"))],
  ["every note", ({ say }) => say("second")],
  ["a note that goes", ({ contentDir }) => rmSync(join(contentDir, "n2.md"))],
];

/** A vault that was built some times and changed: a build has an output and a cache to go by. */
async function changedVault(change: (made: ReturnType<typeof wordy>) => void) {
  const made = wordy(3);
  for (const word of ["zeroth", "first", "zeroth", "first"]) {
    made.say(word);
    await made.build();
  }
  writeFileSync(join(made.outDir, "favicon.ico"), "of somebody else");
  const old = made.tree();
  change(made);
  const fresh = { ...(await made.cold()).tree, "favicon.ico": "of somebody else" };
  return { root: dirname(made.outDir), old, fresh };
}

/** Builds copies of a vault, the disk of each failing one change later, until none fails. */
async function* faultyBuilds(root: string, fault: "dead" | "full") {
  for (let n = 1, isDone = false; !isDone; n++) {
    expect(n).toBeLessThan(100);
    const made = vault({});
    cpSync(root, dirname(made.outDir), { recursive: true });
    const repair = faultyDisk(n, fault);
    const building = made.build().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const error = await building.finally(repair);
    yield { made, n, error };
    isDone = error === undefined;
  }
}

test.each(CHANGES)(
  "a build that dies before any one change of the disk leaves a whole output: %s",
  async (_, change) => {
    const { root, old, fresh } = await changedVault(change);
    for await (const { made, n } of faultyBuilds(root, "dead")) {
      const { out, retired, staging } = outputPlaces(made.outDir);
      // Between its two renames there is an instant without an output; the old one lies beside it.
      const left = treeOf(existsSync(out) ? out : retired);
      expect([old, fresh], `dead before change ${n}`).toContainEqual(left);
      await made.build();
      expect(treeOf(out), `built after a death before change ${n}`).toEqual(fresh);
      expect([existsSync(retired), existsSync(staging)]).toEqual([false, false]);
    }
  },
);

test.each([
  ["dead", ["a.md", "b.md"], "goes back"],
  ["full", ["a.md"], "stays"],
] as const)(
  "what a build with a disk that is %s left half done is in no later output: a change of %j that %s",
  async (fault, changed, then) => {
    const say = ({ write }: Vault, text: string, files: readonly string[]) => {
      for (const file of files) write(file, note("N", text));
    };
    const first = vault({ "a.md": note("N", "One.\n") });
    for (const text of ["Zero.\n", "One.\n"]) {
      say(first, text, ["b.md", "c.md"]);
      await first.build();
    }
    say(first, "Two.\n", changed);
    for await (const { made, n } of faultyBuilds(dirname(first.outDir), fault)) {
      if (then === "goes back") say(made, "One.\n", changed);
      for (const files of [["c.md"], ["b.md", "c.md"]]) {
        say(made, `${files.length} more.\n`, files);
        await made.build();
      }
      expect(made.tree(), `${fault} from change ${n} on`).toEqual((await made.cold()).tree);
    }
  },
);

test.each(CHANGES)(
  "a disk that is full from any one change on is one sentence, and the old output stays: %s",
  async (_, change) => {
    const { root, old, fresh } = await changedVault(change);
    for await (const { made, n, error } of faultyBuilds(root, "full")) {
      if (error) {
        expect(error).toEqual(new OutputError(`${made.outDir} was not changed: the disk is full.`));
      }
      expect(made.tree(), `full from change ${n} on`).toEqual(error ? old : fresh);
      await made.build();
      expect(made.tree(), `built after a disk full from change ${n} on`).toEqual(fresh);
    }
  },
);

test("a full disk is the error that is told, also where the index cannot be made either", async () => {
  // More than the 8 MiB of different words that an index may have.
  const words = (n: number) => Array.from({ length: 1500 }, (_, i) => hash("sha256", `${n} ${i}`));
  const summary = (n: number) => note(`N${n}`, "").replace("About it.", words(n).join(" "));
  const notes = Array.from({ length: 90 }, (_, n) => [`${n}.md`, summary(n)]);
  const { build, outDir } = vault(Object.fromEntries(notes));
  const repair = faultyDisk(3, "full");
  await expect(build().finally(repair)).rejects.toThrow(`${outDir} was not changed`);
  // Which would end the process.
  expect(await Promise.race([once(process, "unhandledRejection"), setTimeout(0)])).toBeUndefined();
});

test("what others put into the output stays through every kind of change", async () => {
  const made = vault({ "a.md": note("A"), "b.md": note("B") });
  const { build, contentDir, outDir, write } = made;
  await build();
  mkdirSync(join(outDir, "api/v1/mine"), { recursive: true });
  writeFileSync(join(outDir, "api/v1/mine/x.txt"), "mine");
  symlinkSync("api/v1", join(outDir, "latest"));
  writeFileSync(join(outDir, "favicon.ico"), "icon");
  for (const title of ["C", "D", "E"]) {
    write("a.md", note(title));
    await build();
    const tree = made.tree();
    expect([tree["api/v1/mine/x.txt"], tree["favicon.ico"]]).toEqual(["mine", "icon"]);
    expect(readlinkSync(join(outDir, "latest"))).toBe("api/v1");
    expect(JSON.parse(tree["api/v1/notes/a.json"]!).title).toBe(title);
  }
  rmSync(join(outDir, "favicon.ico"));
  rmSync(join(contentDir, "b.md"));
  await build();
  const tree = made.tree();
  expect([tree["favicon.ico"], tree["api/v1/notes/b.json"]]).toEqual([undefined, undefined]);
});

test("what others write anew in the output stays as they wrote it, and so does a folder of theirs in which nothing is", async () => {
  const { build, outDir, write } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  mkdirSync(join(outDir, ".git/refs/tags"), { recursive: true });
  const head = join(outDir, ".git/HEAD");
  for (const version of ["first", "second", "third", "fourth"]) {
    // As most programs write: under another name, and then renamed over the old file.
    writeFileSync(`${head}.lock`, version);
    renameSync(`${head}.lock`, head);
    write("a.md", note("A", version));
    write("b.md", note("B", version));
    await build();
    expect(readFileSync(head, "utf8")).toBe(version);
    expect(existsSync(join(outDir, ".git/refs/tags"))).toBe(true);
  }
  rmSync(join(outDir, ".git"), { recursive: true });
  write("a.md", note("C"));
  await build();
  expect(existsSync(join(outDir, ".git"))).toBe(false);
});

test("an output folder that is a symbolic link stays one, and what it leads to is built", async () => {
  const { build, outDir, write } = vault({ "a.md": note("A"), "b.md": note("B") });
  const real = join(dirname(outDir), "served/here");
  // Not there yet, as it is in the instant between two renames.
  symlinkSync("served/here", outDir);
  for (const title of ["C", "D", "E"]) {
    write("a.md", note(title));
    await build();
    expect(lstatSync(outDir).isSymbolicLink()).toBe(true);
    expect(JSON.parse(treeOf(real)["api/v1/notes/a.json"]!).title).toBe(title);
  }
  const before = lstatSync(real).ino;
  await build();
  expect(lstatSync(real).ino).toBe(before);
});

test("on a disk without hard links the output is copied, and what did not change is left alone", async () => {
  onTestFinished(diskWithoutHardLinks());
  const { build, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  writeFileSync(join(outDir, "favicon.ico"), "icon");
  write("a.md", note("A", "More.\n"));
  await build();
  expect(tree()).toEqual({ ...(await cold()).tree, "favicon.ico": "icon" });
  const stages: string[] = [];
  await build(
    {},
    progressLines((stage) => void stages.push(stage)),
  );
  expect(stages.filter((stage) => stage.startsWith("link"))).toEqual([]);
});

test.each([
  "",
  ".",
  "..",
  "../outside.json",
  "api/../../outside.json",
  "api/v1/notes/..",
  "/outside.json",
  "//host/outside.json",
  "api//v1.json",
  "api/v1/",
  "C:/outside.json",
  "api/C:outside.json",
  "..\\outside.json",
  "api\\..\\..\\outside.json",
  "api/v1\0/outside.json",
  "api/v1\n/outside.json",
])(
  "no file is written to the path %j, which another system may take for one outside the output",
  async (path) => {
    const { outDir } = vault({});
    const output = await Output.open(outDir);
    onTestFinished(() => output.close());
    const before = treeOf(dirname(outDir));
    const file = { path, bytes: Buffer.from("outside") };
    for (const use of [
      () => output.write(file),
      () => output.keep(path, undefined),
      () => output.read(path),
    ]) {
      expect(use).toThrow(OutputError);
    }
    expect(treeOf(dirname(outDir))).toEqual(before);
  },
);

/** What a folder or a file holds. */
const readBack = (path: string) =>
  lstatSync(path).isDirectory() ? treeOf(path) : readFileSync(path, "utf8");

test.each([
  ["npm run build", "api/v1/notes"],
  ["npm run build", "_headers"],
  ["npm start", "api/v1/notes"],
  ["npm start", "_headers"],
])("a symbolic link inside the output leads no file out of it: %s, %s", async (command, path) => {
  const { build, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
  const cache = command === "npm start" ? cacheOf(outDir) : undefined;
  await build({}, SILENT, cache);
  const outside = join(dirname(outDir), "outside");
  cpSync(join(outDir, path), outside, { recursive: true, preserveTimestamps: true });
  const before = readBack(outside);
  rmSync(join(outDir, path), { recursive: true });
  symlinkSync(outside, join(outDir, path));
  for (const text of ["Once.\n", "Twice.\n"]) {
    write("a.md", note("A", text));
    await build({}, SILENT, cache);
    expect(readBack(outside)).toEqual(before);
    expect(tree()).toEqual((await cold()).tree);
  }
});

test.each(["the next build of npm start", "npm run build"])(
  "under npm start a text replaces its file alone, and what a disk that dies meanwhile leaves is put right by %s",
  async (by) => {
    const { build, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
    const cache = cacheOf(outDir);
    await build({}, SILENT, cache);
    for (let n = 1, isDone = false; !isDone; n++) {
      write("b.md", note("B", `${n}.\n`));
      const folder = lstatSync(outDir).ino;
      const repair = faultyDisk(n, "dead");
      const building = build({}, SILENT, cache).then(
        () => true,
        () => false,
      );
      isDone = await building.finally(repair);
      expect(lstatSync(outDir).ino).toBe(folder);
      await build({}, SILENT, by === "npm run build" ? undefined : cache);
      expect(tree(), `dead from change ${n} on`).toEqual((await cold()).tree);
      if (by === "npm run build") await build({}, SILENT, cache);
    }
  },
);
