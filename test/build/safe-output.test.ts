import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
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
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { OutputError } from "../../scripts/diagnostics/errors.ts";
import { lockForServer, Output, outputPaths } from "../../scripts/output/write.ts";
import { SILENT } from "../../scripts/report/progress.ts";
import { needTool } from "../clients/need-tool.ts";
import { faultyDisk, replaceInFs } from "./faulty-disk.ts";
import { builtVault, note, type Tree, treeOf, type Vault, vault } from "./vault.ts";

const BUILD = join(import.meta.dirname, "../../scripts/commands/build.ts");

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
});

test("of two processes that build different notes into one folder at once, one wins, whole", async () => {
  const [one, two] = [wordy(60), wordy(60)];
  two.say("second");
  const outcomes = [(await one.cold()).tree, (await two.cold()).tree];
  for (let i = 0; i < 4; i++) {
    const children = [one, two].map(({ contentDir }) => start({ contentDir, outDir: one.outDir }));
    await Promise.all(children.map((child) => once(child, "exit")));
    expect(children.map((child) => child.exitCode)).toEqual([0, 0]);
    expect(outcomes).toContainEqual(one.tree());
  }
});

/** What others put at the top level of an output, as far as it is there. */
function foreignIn(folder: string): Tree {
  const paths = Object.keys(FOREIGN);
  return Object.fromEntries(
    Object.entries(treeOf(folder)).filter(([path]) => paths.includes(path)),
  );
}

/** Kinds of changes to an output, each of which is put in place in a different way. */
const CHANGES: [string, (made: ReturnType<typeof wordy>) => void][] = [
  ["text of a note", ({ write }) => write("n0.md", note("first 0", "Another text.\n"))],
  ["every note", ({ say }) => say("second")],
  ["a deleted note", ({ contentDir }) => rmSync(join(contentDir, "n1.md"))],
];

/** What others put at the top level of an output. */
const FOREIGN = { CNAME: "notes.example", ".git/HEAD": "ref: refs/heads/main" };

/** A vault that was built, then changed. */
async function changedVault(change: (made: ReturnType<typeof wordy>) => void) {
  const made = wordy(2);
  await made.build();
  for (const [path, text] of Object.entries(FOREIGN)) {
    mkdirSync(dirname(join(made.outDir, path)), { recursive: true });
    writeFileSync(join(made.outDir, path), text);
  }
  const old = made.tree();
  change(made);
  const fresh = { ...(await made.cold()).tree, ...FOREIGN };
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
        // Between the two renames there is briefly no output; the old one is beside it. After them, what others put
        // into the old one is moved.
        const left = existsSync(out) ? { ...foreignIn(retired), ...treeOf(out) } : treeOf(retired);
        expect([old, fresh], `${fault} from change ${n} on`).toContainEqual(left);
        if (fault === "full" && error) {
          const sentence = `${made.outDir} was not changed: the disk is full.`;
          expect([error, left]).toEqual([new OutputError(sentence), old]);
        }
        await made.build();
        expect(treeOf(out), `built after ${fault} from change ${n} on`).toEqual(fresh);
        expect([existsSync(retired), existsSync(staging)]).toEqual([false, false]);
      }
    }
  },
);

test("what others put at the top level of the output stays as they wrote it until they remove it, and files of deleted notes go", async () => {
  const made = vault({ "a.md": note("A"), "b.md": note("B") });
  const { build, contentDir, outDir, write } = made;
  await build();
  mkdirSync(join(outDir, ".git/refs/tags"), { recursive: true });
  symlinkSync("api/v1", join(outDir, "latest"));
  const head = join(outDir, ".git/HEAD");
  for (const version of ["first", "second", "third"]) {
    // Like most programs: writes under another name, then renames it over the old file.
    writeFileSync(`${head}.lock`, version);
    renameSync(`${head}.lock`, head);
    for (const file of ["a.md", "b.md"]) write(file, note(version));
    await build();
    expect(made.tree()).toMatchObject({ ".git/HEAD": version, ".git/refs/tags/": "" });
    expect(readlinkSync(join(outDir, "latest"))).toBe("api/v1");
    expect(made.tree()["api/v1/notes/a.json"]).toContain(version);
  }
  rmSync(join(outDir, ".git"), { recursive: true });
  rmSync(join(contentDir, "b.md"));
  await build();
  const paths = Object.keys(made.tree()).filter((path) => /^\.git|^api\/v1\/notes\//.test(path));
  expect(paths).toEqual(["api/v1/notes/a.json"]);
});

test.each<[path: string, put: (path: string) => void]>([
  ["api/v1/mine/HEAD", (path) => writeFileSync(path, "mine")],
  ["api/v2/notes.json", (path) => writeFileSync(path, "mine")],
  ["api/v1/notes/mine.json", (path) => writeFileSync(path, "mine")],
  ["api/v1/parts/2.json", (path) => writeFileSync(path, "mine")],
  ["api/latest", (path) => symlinkSync("v1", path)],
])("a build refuses to replace what no build made, and names it: %s", async (path, put) => {
  const { build, outDir, tree } = await builtVault({ "a.md": note("A") });
  mkdirSync(dirname(join(outDir, path)), { recursive: true });
  put(join(outDir, path));
  const before = tree();
  await expect(build()).rejects.toThrow(
    new OutputError(
      `${outDir} contains ${path}, which no build made. Move it elsewhere, or choose another folder with --out.`,
    ),
  );
  expect(tree()).toEqual(before);
});

test("what others put below api/ while npm start runs is not deleted either", async () => {
  const { started, outDir, write, read } = vault({ "a.md": note("A") });
  const kept = await started();
  writeFileSync(join(outDir, "api/mine"), "mine");
  write("a.md", note("B"));
  await kept.run(SILENT, new Set(["a.md"]));
  write("collections.yaml", "inlineTags: true\n");
  await expect(kept.run(SILENT, new Set(["collections.yaml"]))).rejects.toThrow(
    "contains api/mine,",
  );
  expect(read("api/mine")).toBe("mine");
});

test("a build that fails before it writes does not forget what a killed one added", async () => {
  for (let n = 1, isTried = false; !isTried; n++) {
    const made = vault({ "a.md": note("A") });
    const kept = await made.started();
    made.write("b.md", note("B"));
    const repair = faultyDisk(n, "dead");
    const building = kept.run(SILENT, new Set(["b.md"])).catch(() => undefined);
    await building.finally(repair);
    const isAdded = "api/v1/notes/b.json" in made.tree();
    isTried = isAdded && !made.read("api/v1/digests.json").includes("/b");
    for (const name of ["a.md", "b.md"]) rmSync(join(made.contentDir, name));
    await expect(made.build()).rejects.toThrow("contains no Markdown notes");
    made.write("a.md", note("A"));
    await made.build();
    expect(made.tree()).toEqual((await made.cold()).tree);
  }
});

test("beside the output is only a folder for locks, which nobody else can enter; the cache of an earlier version goes", async () => {
  const { build, outDir } = vault({ "a.md": note("A") });
  const root = dirname(outDir);
  mkdirSync(join(root, ".dist.cache"));
  writeFileSync(join(root, ".dist.cache/notes.jsonl"), "{}");
  await build();
  expect(readdirSync(root).sort()).toEqual([".dist.lock", "content", "dist"]);
  expect((lstatSync(join(root, ".dist.lock")).mode & 0o777).toString(8)).toBe("700");
});

/** A vault that was built, then edited: its output `before`, and the title that the output now has. */
async function editedVault() {
  const made = await builtVault({ "a.md": note("A") });
  const before = made.tree();
  made.write("a.md", note("B"));
  return { ...made, before, titleNow: () => JSON.parse(made.read("api/v1/notes/a.json")).title };
}

test("an output that this user may not replace stays, with nothing beside it, until the user may", async (context) => {
  const { contentDir, outDir, tree, before, titleNow } = await editedVault();
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
      `${realpathSync(readOnly)} was not changed: this user may not write there. Choose another folder with --out.\n`,
    );
    expect(status).toBe(1);
    expect(tree()).toEqual(before);
    expect(readdirSync(dirname(outDir)).sort()).toEqual([".dist.lock", "content", "dist"]);
  }
  chmodSync(readOnly, 0o755);
  expect(spawnSync(process.execPath, command, user).status).toBe(0);
  expect(titleNow()).toBe("B");
});

test.each([
  ["out", (path: string) => `${path} is a file. Choose a folder with --out.`],
  [
    "out/below",
    (path: string) =>
      `${path} was not changed: a part of its path is a file. Choose another folder with --out.`,
  ],
])("a file in place of the output folder is named, and stays: --out %s", async (out, message) => {
  const { build, contentDir } = vault({ "a.md": note("A") });
  const folder = dirname(contentDir);
  writeFileSync(join(folder, "out"), "mine");
  const error = new OutputError(message(join(folder, out)));
  await expect(build({ outDir: join(folder, out) })).rejects.toEqual(error);
  expect(() => lockForServer(join(folder, out))).toThrow(error);
  expect(readFileSync(join(folder, "out"), "utf8")).toBe("mine");
});

describe("where nothing can be written beside the output, the error names --out", () => {
  test.each([
    ["EACCES", "this user may not write there"],
    ["EROFS", "its disk is read-only"],
  ])("%s: %s", async (code, cause) => {
    const { build, outDir, tree, before, titleNow } = await editedVault();
    const parent = dirname(realpathSync(outDir));
    const repair = replaceInFs("accessSync", (access) => (path: string, mode: number) => {
      if (path !== parent) return access(path, mode);
      throw Object.assign(new Error(code), { code, syscall: "access" });
    });
    const error = new OutputError(
      `${outDir} was not changed: ${cause}. Choose another folder with --out.`,
    );
    await expect(build()).rejects.toEqual(error);
    expect(() => lockForServer(outDir)).toThrow(error);
    expect(tree()).toEqual(before);
    repair();
    await build();
    expect(titleNow()).toBe("B");
  });
});

test("if the old output cannot be removed, the error says that the new one is in place", async () => {
  const { build, outDir, titleNow } = await editedVault();
  const repair = replaceInFs("rmSync", (remove) => (path: string, options: object) => {
    if (!path.endsWith(".old") || !existsSync(path)) return remove(path, options);
    throw Object.assign(new Error("EBUSY: resource busy"), { syscall: "rm" });
  });
  await expect(build()).rejects.toThrow(/dist is complete, but .+\.dist\.old, an older one, /);
  expect(titleNow()).toBe("B");
  repair();
  await build();
  expect(existsSync(outputPaths(outDir).retired)).toBe(false);
});

test("if the new output alone cannot be renamed, the old one is in its place again", async () => {
  const { build, outDir, tree, before, titleNow } = await editedVault();
  const repair = replaceInFs("renameSync", (rename) => (from: string, to: string) => {
    if (!from.endsWith(".new")) return rename(from, to);
    throw Object.assign(new Error("EBUSY: resource busy"), { syscall: "rename" });
  });
  await expect(build()).rejects.toThrow("dist was not changed: EBUSY: resource busy.");
  expect(tree()).toEqual(before);
  expect(readdirSync(dirname(outDir)).sort()).toEqual([".dist.lock", "content", "dist"]);
  repair();
  await build();
  expect(titleNow()).toBe("B");
});

test("what others put into an old output that a killed build left is moved, unless they put it into the new one since", async () => {
  const { build, outDir, tree } = await builtVault({ "a.md": note("A") });
  const { retired } = outputPaths(outDir);
  mkdirSync(retired);
  for (const name of ["CNAME", "robots.txt"]) writeFileSync(join(retired, name), "old");
  writeFileSync(join(outDir, "CNAME"), "new");
  await build();
  expect(tree()).toMatchObject({ CNAME: "new", "robots.txt": "old" });
  expect(existsSync(retired)).toBe(false);
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
});

test("a search index that the disk damages fails the build, which changes nothing", async () => {
  const { build, tree, before } = await editedVault();
  replaceInFs("readFileSync", (readFile) => (...args: Parameters<typeof readFileSync>) => {
    const read = readFile(...args);
    if (typeof read !== "string" && `${args[0]}`.endsWith("search-index.bin"))
      read[read.length - 1]! ^= 1;
    return read;
  });
  await expect(build()).rejects.toThrow("search-index.bin is damaged on the disk");
  expect(tree()).toEqual(before);
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
])("no file is written to %j, which may be outside the output on some system", async (path) => {
  const { outDir } = vault({});
  const output = await Output.open(outDir);
  onTestFinished(() => output.close());
  const before = treeOf(dirname(outDir));
  const file = { path, bytes: Buffer.from("outside") };
  for (const use of [
    () => output.write(file),
    () => output.remove(path),
    () => output.read(path),
  ]) {
    expect(use).toThrow(OutputError);
  }
  expect(treeOf(dirname(outDir))).toEqual(before);
});

test("no file is written through a symbolic link in the output", async () => {
  const { started, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
  const kept = await started();
  const outside = join(dirname(outDir), "outside");
  for (const path of ["_headers", "api/v1/digests.json", "api/v1/notes/a.json"]) {
    renameSync(join(outDir, path), outside);
    symlinkSync(outside, join(outDir, path));
    const before = readFileSync(outside);
    write("a.md", note("A", `${path}\n`));
    await kept.run(SILENT, new Set(["a.md"]));
    expect(readFileSync(outside)).toEqual(before);
    if (path !== "_headers") expect(tree()).toEqual((await cold()).tree);
  }
  const notes = join(outDir, "api/v1/notes");
  renameSync(notes, `${outside}-notes`);
  symlinkSync(`${outside}-notes`, notes);
  write("a.md", note("A", "More.\n"));
  await expect(kept.run(SILENT, new Set(["a.md"]))).rejects.toThrow("contains api/v1/notes, which");
});

test("a file is put in the place of an empty folder", async () => {
  const { started, outDir, write, tree, cold } = vault({ "a.md": note("A") });
  const kept = await started();
  const path = join(outDir, "api/v1/notes/a.json");
  rmSync(path);
  mkdirSync(path);
  write("a.md", note("B"));
  await kept.run(SILENT, new Set(["a.md"]));
  expect(tree()).toEqual((await cold()).tree);
});

/** Changes that `npm start` puts in place file by file, each with the paths that a watcher names. */
const EDITS: [string, (made: Vault, n: number) => string[]][] = [
  [
    "another text",
    ({ write }, n) => {
      write("b.md", note("B", `${n}.\n`));
      return ["b.md"];
    },
  ],
  [
    "a new note",
    ({ write }, n) => {
      write(`x/n${n}.md`, note(`N${n}`));
      return [`x/n${n}.md`];
    },
  ],
  [
    "a renamed note",
    ({ contentDir }, n) => {
      const name = readdirSync(contentDir).find((each) => each.startsWith("m"))!;
      renameSync(join(contentDir, name), join(contentDir, `m${n}.md`));
      return [name, `m${n}.md`];
    },
  ],
];

test.each(
  EDITS.flatMap(([what, edit]) =>
    ["itself", "npm run build"].map((by) => [what, by, edit] as const),
  ),
)("if the disk fails while npm start puts %s in place, %s repairs it", async (_, by, edit) => {
  const made = vault({ "a.md": note("A"), "b.md": note("B"), "m.md": note("M") });
  const { build, started, outDir, tree, cold } = made;
  const kept = await started();
  writeFileSync(join(outDir, "CNAME"), "notes.example");
  for (let n = 1, isDone = false; !isDone; n++) {
    const changed = new Set(edit(made, n));
    const folder = lstatSync(outDir).ino;
    const repair = faultyDisk(n, "dead");
    const building = kept.run(SILENT, changed).then(
      () => true,
      () => false,
    );
    isDone = await building.finally(repair);
    expect(lstatSync(outDir).ino).toBe(folder);
    await (by === "itself" ? kept.run(SILENT, new Set()) : build());
    const fresh = { ...(await cold()).tree, CNAME: "notes.example" };
    expect(tree(), `dead from change ${n} on`).toEqual(fresh);
    if (by === "npm run build") await kept.run();
  }
});

test("where an address changes only in case, npm start replaces the whole output", async () => {
  const { started, contentDir, outDir, tree, cold } = vault({
    "collections.yaml":
      "collections:\n  a: { folder: a, route: '/N/{slug}' }\n  b: { folder: b, route: '/n/{slug}' }\n",
    "a/x.md": note("X"),
    "b/y.md": note("Y"),
  });
  const kept = await started();
  const folder = lstatSync(outDir).ino;
  renameSync(join(contentDir, "a/x.md"), join(contentDir, "b/x.md"));
  await kept.run(SILENT, new Set(["a/x.md", "b/x.md"]));
  expect(lstatSync(outDir).ino).not.toBe(folder);
  expect(tree()).toEqual((await cold()).tree);
});

test("a file that somebody put where npm start needs a folder is named, and stays", async () => {
  const { started, outDir, write, read } = vault({ "a.md": note("A") });
  const kept = await started();
  writeFileSync(join(outDir, "api/v1/notes/x"), "mine");
  write("x/b.md", note("B"));
  await expect(kept.run(SILENT, new Set(["x/b.md"]))).rejects.toThrow("contains api/v1/notes/x,");
  expect(read("api/v1/notes/x")).toBe("mine");
});
