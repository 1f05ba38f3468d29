import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OutputError } from "../../scripts/diagnostics/errors.ts";
import { Output, outputPaths } from "../../scripts/output/write.ts";
import { NoteCache } from "../../scripts/pipeline/cache.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import { needTool } from "../clients/need-tool.ts";
import { diskThatDamages, diskWithoutHardLinks, faultyDisk } from "./faulty-disk.ts";
import { note, type Tree, treeOf, type Vault, vault } from "./vault.ts";

const BUILD = join(import.meta.dirname, "../../scripts/commands/build.ts");

const cacheOf = (outDir: string) => new NoteCache(outputPaths(outDir).cache);

/** A vault whose notes all contain the same word, so that a mixture of two builds shows. */
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

test("concurrent builds do not mix: one waits for the other", async () => {
  const made = wordy(60);
  const children = [start(made), start(made), start(made)];
  await Promise.all(children.map((child) => once(child, "exit")));
  expect(children.map((child) => child.exitCode)).toEqual([0, 0, 0]);
  expect(made.tree()).toEqual((await made.cold()).tree);
  made.say("second");
  await Promise.all([made.build(), made.build()]);
  expect(made.tree()).toEqual((await made.cold()).tree);
});

/** Kinds of changes to an output, each of which is put in place in a different way. */
const CHANGES: [string, (made: ReturnType<typeof wordy>) => void][] = [
  ["text of a note", ({ write }) => write("n0.md", note("first 0", "Another text.\n"))],
  ["every note", ({ say }) => say("second")],
  ["a deleted note", ({ contentDir }) => rmSync(join(contentDir, "n1.md"))],
];

/** A vault that was built several times, then changed: the next build has an output and a cache. */
async function changedVault(change: (made: ReturnType<typeof wordy>) => void) {
  const made = wordy(2);
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

/** Builds copies of a vault with disks that fail one change later each time, until none fails. */
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
  "a build that dies or finds the disk full, before any one change to the disk, leaves a complete output: %s",
  async (_, change) => {
    const { root, old, fresh } = await changedVault(change);
    for (const fault of ["dead", "full"] as const) {
      for await (const { made, n, error } of faultyBuilds(root, fault)) {
        const { out, retired, staging } = outputPaths(made.outDir);
        // Between the two renames there is briefly no output; the old one is beside it.
        const left = treeOf(existsSync(out) ? out : retired);
        expect([old, fresh], `${fault} from change ${n} on`).toContainEqual(left);
        if (fault === "full" && error) {
          const sentence = `${made.outDir} was not changed: the disk is full.`;
          expect([error, left]).toEqual([new OutputError(sentence), old]);
          continue;
        }
        await made.build();
        expect(treeOf(out), `built after ${fault} from change ${n} on`).toEqual(fresh);
        expect([existsSync(retired), existsSync(staging)]).toEqual([false, false]);
      }
    }
  },
);

test.each([
  ["dead", ["a.md", "b.md"], "is undone"],
  ["full", ["a.md"], "stays"],
] as const)(
  "nothing left by a build with a %s disk gets into a later output: a change of %j that %s",
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
    let fresh: Tree | undefined;
    for await (const { made, n } of faultyBuilds(dirname(first.outDir), fault)) {
      if (then === "is undone") say(made, "One.\n", changed);
      for (const files of [["c.md"], ["b.md", "c.md"]]) {
        say(made, `${files.length} more.\n`, files);
        await made.build();
      }
      fresh ??= (await made.cold()).tree;
      expect(made.tree(), `${fault} from change ${n} on`).toEqual(fresh);
    }
  },
);

test("what others put into the output stays as they wrote it until they remove it, and files of deleted notes go", async () => {
  const made = vault({ "a.md": note("A"), "b.md": note("B") });
  const { build, contentDir, outDir, write } = made;
  await build();
  mkdirSync(join(outDir, ".git/refs/tags"), { recursive: true });
  symlinkSync("api/v1", join(outDir, "latest"));
  const head = join(outDir, "api/v1/mine/HEAD");
  mkdirSync(dirname(head));
  for (const version of ["first", "second", "third", "fourth"]) {
    // Like most programs: writes under another name, then renames it over the old file.
    writeFileSync(`${head}.lock`, version);
    renameSync(`${head}.lock`, head);
    for (const file of ["a.md", "b.md"]) write(file, note(version));
    await build();
    expect(made.tree()).toMatchObject({ "api/v1/mine/HEAD": version, ".git/refs/tags/": "" });
    expect(readlinkSync(join(outDir, "latest"))).toBe("api/v1");
    expect(made.tree()["api/v1/notes/a.json"]).toContain(version);
  }
  rmSync(join(outDir, ".git"), { recursive: true });
  rmSync(join(contentDir, "b.md"));
  await build();
  const paths = Object.keys(made.tree()).filter((path) => /^\.git|^api\/v1\/notes\//.test(path));
  expect(paths).toEqual(["api/v1/notes/a.json"]);
});

test("an output that this user may not replace stays, with nothing beside it, until the user may", async (context) => {
  const { contentDir, outDir, build, write, tree } = vault({ "a.md": note("A") });
  await build();
  const before = tree();
  write("a.md", note("B"));
  const readOnly = join(outDir, "api/v1");
  chmodSync(readOnly, 0o555);
  // The superuser may write anywhere.
  const isRoot = process.getuid?.() === 0;
  const [chown, id, access] = ["chown", "id", "test"].map((tool) =>
    needTool(context, "REQUIRE_COREUTILS", tool),
  ) as [string, string, string];
  if (isRoot) execFileSync(chown, ["-R", "nobody", dirname(outDir)]);
  const user = isRoot ? { uid: Number(execFileSync(id, ["-u", "nobody"])) } : {};
  const { status: cannotRead } = spawnSync(access, ["-r", BUILD], user);
  context.skip(cannotRead !== 0, "the user nobody cannot read this folder");
  const command = [BUILD, "--content", contentDir, "--out", outDir, "--quiet"];
  for (const _ of ["first", "second"]) {
    const { status, stderr } = spawnSync(process.execPath, command, { ...user, encoding: "utf8" });
    expect(stderr).toBe(
      `${realpathSync(readOnly)} was not changed, because this user may not write to it.\n`,
    );
    expect(status).toBe(1);
    expect(tree()).toEqual(before);
    expect(readdirSync(dirname(outDir)).sort()).toEqual([".dist.cache", "content", "dist"]);
  }
  chmodSync(readOnly, 0o755);
  expect(spawnSync(process.execPath, command, user).status).toBe(0);
  expect(JSON.parse(tree()["api/v1/notes/a.json"]!).title).toBe("B");
});

test("if the old output cannot be removed, the error says that the new one is in place", async () => {
  const { build, outDir, write, tree } = vault({ "a.md": note("A") });
  await build();
  write("a.md", note("B"));
  const { rmSync: remove } = fs;
  const repair = () => {
    fs.rmSync = remove;
    syncBuiltinESMExports();
  };
  onTestFinished(repair);
  fs.rmSync = (path, options) => {
    if (!String(path).endsWith(".old") || !existsSync(path)) return remove(path, options);
    throw Object.assign(new Error("EBUSY: resource busy"), { syscall: "rm" });
  };
  syncBuiltinESMExports();
  await expect(build()).rejects.toThrow(/dist is complete, but .+\.dist\.old, an older one, /);
  expect(JSON.parse(tree()["api/v1/notes/a.json"]!).title).toBe("B");
  repair();
  await build();
  expect(existsSync(outputPaths(outDir).retired)).toBe(false);
});

test("an output folder that is a symbolic link stays one, and its target is built", async () => {
  const { build, outDir, write } = vault({ "a.md": note("A"), "b.md": note("B") });
  const real = join(dirname(outDir), "served/here");
  // The target does not exist yet, as between two renames.
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

test("a search index that the disk damages fails the build, which changes nothing", async () => {
  const { build, tree, write } = vault({ "a.md": note("A") });
  await build();
  const before = tree();
  write("a.md", note("B"));
  onTestFinished(diskThatDamages("search-index.bin"));
  await expect(build()).rejects.toThrow("search-index.bin is damaged on the disk");
  expect(tree()).toEqual(before);
});

test("on a disk without hard links the output is copied, and unchanged notes are not linked again", async () => {
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
  "..",
  "api/../../outside.json",
  "/outside.json",
  "api//v1.json",
  "api/v1/",
  "api/C:outside.json",
  "api\\..\\..\\outside.json",
  "api/v1\0/outside.json",
])(
  "no file is written to the path %j, which may be outside the output on some system",
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

/** The contents of a folder or a file. */
const readBack = (path: string) =>
  lstatSync(path).isDirectory() ? treeOf(path) : readFileSync(path, "utf8");

test.each(["api/v1/notes", "_headers"])(
  "no file is written outside the output through a symbolic link in it: %s",
  async (path) => {
    const { build, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
    await build();
    const outside = join(dirname(outDir), "outside");
    cpSync(join(outDir, path), outside, { recursive: true, preserveTimestamps: true });
    const before = readBack(outside);
    rmSync(join(outDir, path), { recursive: true });
    symlinkSync(outside, join(outDir, path));
    for (const text of ["Once.\n", "Twice.\n"]) {
      write("a.md", note("A", text));
      await build();
      expect(readBack(outside)).toEqual(before);
      expect(tree()).toEqual((await cold()).tree);
    }
  },
);

test.each(["the next build of npm start", "npm run build"])(
  "npm start replaces only the file of a changed text, and if the disk fails meanwhile, %s repairs the output",
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
