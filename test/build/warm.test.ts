import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Builder } from "../../scripts/pipeline/builder.ts";
import { jsonReport } from "../../scripts/report/print.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import { faultyDisk, replaceInFs } from "./faulty-disk.ts";
import { note, type Vault, vault } from "./vault.ts";

const NAMES = [
  "a",
  "b",
  "x/a",
  "x/b",
  "x/deep/b",
  "y/c d",
  "y/C-d",
  "tcp.ip",
  "x/index",
  "x/x",
  "202101011200 e",
];
const LINKS = [
  "[[a]]",
  "[[x/b]]",
  "[[b#Part]]",
  "[[c d]]",
  "[[TCP/IP]]",
  "[[one]]",
  "[[two#Other]]",
  "[[../b]]",
  "[[nowhere]]",
  "[[/a]]",
  "[to](/x/a)",
  "[to](a.md)",
  "![[p.png]]",
  "![](x/p.png)",
  "[[q.pdf]]",
  "[[x]]",
  "[to](x/)",
  "[[202101011200]]",
];
const PICTURES = ["p.png", "x/p.png", "y/q.pdf"];
const LENIENT =
  "rules: { broken-link: warning, ambiguous-link: warning, missing-heading: warning }\n";
const CONFIGS = [
  LENIENT,
  `${LENIENT}inlineTags: true\n`,
  `${LENIENT}planned: [nowhere]\n`,
  `${LENIENT}markdownLinks: route\nattachments: https://files.example\n`,
  `${LENIENT}ignore: [x/deep]\n`,
  "rules: { broken-link: error }\n",
];

/** One change to a vault. */
type Edit =
  | { kind: "write"; name: string; front: string; links: string[]; heading: string }
  | { kind: "rename"; name: string; to: string }
  | { kind: "remove" | "mark as a draft" | "publish"; name: string }
  | { kind: "rename a folder"; name: string; to: string }
  | { kind: "add a picture" | "remove a picture"; name: string }
  | { kind: "configure"; config: string };

const name = fc.constantFrom(...NAMES);
const of = <K>(kind: K) => fc.constant(kind);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: of("write" as const),
      name,
      front: fc.constantFrom(
        "title: One\n",
        "title: Two\naliases: [one]\n",
        "title: TCP/IP\naliases: [two, nowhere]\n",
        "title: A\nformerly: [/old]\n",
        "title: One\ndraft: true\n",
        "title: [\n",
      ),
      links: fc.array(fc.constantFrom(...LINKS), { maxLength: 4 }),
      heading: fc.constantFrom("Part", "Other"),
    }),
  },
  fc.record({ kind: of("rename" as const), name, to: name }),
  fc.record({
    kind: fc.constantFrom("remove" as const, "mark as a draft" as const, "publish" as const),
    name,
  }),
  fc.record({
    kind: of("rename a folder" as const),
    name: fc.constantFrom("x", "y", "x/deep", "z"),
    to: fc.constantFrom("x", "z", "y/deep"),
  }),
  fc.record({
    kind: fc.constantFrom("add a picture" as const, "remove a picture" as const),
    name: fc.constantFrom(...PICTURES),
  }),
  fc.record({ kind: of("configure" as const), config: fc.constantFrom(...CONFIGS) }),
);

/** Makes a change. @returns the paths that a watcher would name */
function apply(change: Edit, { contentDir }: Vault): string[] {
  const path = (of: string) => join(contentDir, of);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
    return [file];
  };
  const move = (from: string, to: string) => {
    if (!existsSync(path(from)) || existsSync(path(to))) return [];
    mkdirSync(dirname(path(to)), { recursive: true });
    renameSync(path(from), path(to));
    return [from, to];
  };
  const remove = (file: string) => {
    rmSync(path(file), { force: true });
    return [file];
  };
  if (change.kind === "configure") return write("collections.yaml", change.config);
  const file = `${change.name}.md`;
  switch (change.kind) {
    case "write": {
      const { front, links, heading } = change;
      return write(file, `---\n${front}---\n## ${heading}\n\n${links.join(" and ")}.\n`);
    }
    case "rename":
      return move(file, `${change.to}.md`);
    case "rename a folder":
      return change.to.startsWith(`${change.name}/`) ? [] : move(change.name, change.to);
    case "remove":
      return remove(file);
    case "mark as a draft":
      return write(file, note("One", "See [[b]].\n", "draft: true\n"));
    case "publish":
      return write(file, note("One", "See [[b]].\n"));
    case "add a picture":
      return write(change.name, "");
    case "remove a picture":
      return remove(change.name);
  }
}

/** Edits between two builds, and whether the second is told what changed. */
const round = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  isTold: fc.integer({ max: 9, min: 0 }).map((n) => n > 0),
});

test("after any edits, a build that is told what changed equals a cold one, byte for byte, problems included", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 10, maxLength: 10 }), async (rounds) => {
      const made = vault({
        "collections.yaml": LENIENT,
        "a.md": note("One", "See [[b#Part]] and [[TCP/IP]].\n"),
        "b.md": note("Two", "## Part\n\nSee [[one]].\n"),
        "x/deep/b.md": note("Deep", "See [[/b]].\n"),
        "y/p.png": "",
        "start.md": note("Start", "See [[a]], [[x/a]], [[two#Other|it]], [[C-D]], ![[p.png]].\n"),
      });
      const builder = await made.started();
      for (const { edits, isTold } of rounds) {
        const changed = new Set(edits.flatMap((each) => apply(each, made)));
        const warm = await builder.run(SILENT, isTold ? changed : undefined);
        const cold = await made.cold();
        // A cold build has no output of an earlier one that a failure could leave public.
        expect(jsonReport({ ...warm, stillPublic: [] })).toBe(
          jsonReport({ ...cold, stillPublic: [] }),
        );
        const hasErrors = cold.problems.some(({ severity }) => severity === "error");
        if (!hasErrors) expect(made.tree()).toEqual(cold.tree);
      }
    }),
    { numRuns: Number(process.env.WARM_RUNS ?? 12) },
  );
});

/** Runs a build and returns its stages, with the number of notes of each. */
async function stagesOf(builder: Builder, changed?: ReadonlySet<string>): Promise<string> {
  const lines: string[] = [];
  await builder.run(
    progressLines((line) => void lines.push(line)),
    changed,
  );
  return lines.map((line) => line.replace(/( notes?)?\n/, "")).join(", ");
}

const LINKED = {
  "a.md": note("A", "See [[B#Part]] and ![[p.png]].\n"),
  "b.md": note("B", "## Part\n", "aliases: [bee]\n"),
  "c.md": note("C"),
  "d.md": "See [[nowhere]].\n",
  "e.md": note("E", "See [a](a.md) and [b](/b).\n"),
  "p.png": "",
};
const NO_CHANGE = "list, index, write";
const linking = (parsed: number, linked: number) =>
  ["list", ...(parsed ? [`parse ${parsed}`] : []), `link ${linked}`, "index", "write"].join(", ");

test.each<[change: string, files: Record<string, string | undefined>, stages: string]>([
  ["no change", {}, NO_CHANGE],
  ["the same text", { "c.md": LINKED["c.md"] }, "list, parse 1, index, write"],
  ["another text", { "c.md": note("C", "More.\n") }, linking(1, 1)],
  // Besides it, those that ask for its names, and the one with a problem.
  ["another title of a linked note", { "b.md": note("Bee", "## Part\n") }, linking(1, 4)],
  ["another heading", { "b.md": note("B", "## Other\n", "aliases: [bee]\n") }, linking(1, 4)],
  ["another alias", { "b.md": note("B", "## Part\n", "aliases: [b2]\n") }, linking(1, 4)],
  ["another title of a note without links", { "c.md": note("Sea") }, linking(1, 2)],
  ["a new note", { "f.md": note("F") }, linking(1, 2)],
  ["a new note with the name of another", { "x/b.md": note("F") }, linking(1, 4)],
  [
    "a new note whose alias is the name of another",
    { "f.md": note("F", "", "aliases: [B]\n") },
    linking(1, 4),
  ],
  [
    "a new draft with the name of a note",
    { "x/B.md": note("F", "", "draft: true\n") },
    "list, parse 1, link 3, index, write",
  ],
  ["a new note at a route that is linked", { "c.md": undefined, "x.md": note("F") }, linking(1, 2)],
  ["a deleted note", { "c.md": undefined }, linking(0, 1)],
  ["a deleted note with links to it", { "b.md": undefined }, linking(0, 3)],
  ["a deleted picture", { "p.png": undefined }, linking(0, 2)],
  ["a new picture", { "x/p.png": "" }, linking(0, 2)],
])("after %s, a build does only the necessary work", async (_, files, stages) => {
  const made = vault(LINKED);
  const builder = await made.started();
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(made.contentDir, file));
    else made.write(file, text);
  }
  expect(await stagesOf(builder, new Set(Object.keys(files)))).toBe(stages);
  expect(made.tree()).toEqual((await made.cold()).tree);
});

test.each([
  ["a title that another note loses", "See [[Old]].\n", note("Old"), note("New")],
  [
    "a route that a note gets",
    "See [it](/guides/x).\n",
    note("Old", "", "draft: true\n"),
    note("Old"),
  ],
  ["a file that is published", "See [[x.md]].\n", note("X", "", "draft: true\n"), note("X")],
])("all notes that name %s are linked again", async (_, text, before, after) => {
  const made = vault({
    "collections.yaml": `${LENIENT}strict: false\ncollections:\n  guides: { folder: g, route: "/guides/{path}" }\n  rest: { folder: ., route: "/{path}" }\n`,
    "a.md": note("A", text),
    "b.md": note("B", text),
    "c.md": note("x.md"),
    "g/x.md": before,
  });
  const builder = await made.started();
  made.write("g/x.md", after);
  expect(await stagesOf(builder, new Set(["g/x.md"]))).toBe(linking(1, 3));
  expect(made.tree()).toEqual((await made.cold()).tree);
});

test.each([
  ["the folder of a new index note", "x", "x/index.md"],
  ["the id of a new note", "202101011200", "202101011200 e.md"],
])("a planned link to %s becomes a link", async (_, name, file) => {
  const config = `planned: ["${name}"]\n`;
  const made = vault({ "collections.yaml": config, "a.md": `See [[${name}]].\n` });
  const builder = await made.started();
  made.write(file, note("Other"));
  await builder.run(SILENT, new Set([file]));
  expect(made.tree()).toEqual((await made.cold()).tree);
});

const ALL = linking(5, 5);

test.each<[what: string, change: (made: Vault) => unknown, changed: string[] | undefined]>([
  ["the changes are unknown", () => undefined, undefined],
  ["too much changed", () => undefined, Array.from({ length: 101 }, (_, i) => `${i}.txt`)],
  [
    "the configuration changed, though nobody said so",
    ({ write }) => write("collections.yaml", "inlineTags: true\n"),
    [],
  ],
  ["another process built the notes", ({ build }) => build(), []],
  ["the output was removed", ({ outDir }) => rmSync(outDir, { recursive: true }), []],
])("everything is built if %s", async (_, change, changed) => {
  const made = vault(LINKED);
  const builder = await made.started();
  await change(made);
  expect(await stagesOf(builder, changed && new Set(changed))).toBe(ALL);
  expect(made.tree()).toEqual((await made.cold()).tree);
});

test("everything is built if another process built the notes within the same tick of the clock", async () => {
  replaceInFs("lstatSync", (stat) => (...args: Parameters<typeof stat>) => {
    const stats = stat(...args);
    return stats && Object.assign(stats, { mtimeMs: 0 });
  });
  const made = vault(LINKED);
  const builder = await made.started();
  expect(await stagesOf(builder, new Set())).toBe(NO_CHANGE);
  await made.build();
  expect(await stagesOf(builder, new Set())).toBe(ALL);
});

test("everything is built after a build that failed to write", async () => {
  const made = vault(LINKED);
  const builder = await made.started();
  made.write("c.md", note("C", "More.\n"));
  const repair = faultyDisk(2, "dead");
  await expect(builder.run(SILENT, new Set(["c.md"])).finally(repair)).rejects.toThrow("dead");
  expect(await stagesOf(builder, new Set())).toBe(ALL);
});

test("what changed in builds with errors is built once they are corrected", async () => {
  const made = vault({ ...LINKED, "collections.yaml": "rules: { broken-link: error }\n" });
  made.write("d.md", "See [[C]].\n");
  const builder = await made.started();
  made.write("c.md", note("Sea"));
  made.write("d.md", "See [[nowhere]].\n");
  const { problems } = await builder.run(SILENT, new Set(["c.md", "d.md"]));
  expect(problems.map(({ rule }) => rule)).toContain("broken-link");
  made.write("d.md", "See [[Sea]].\n");
  expect(await stagesOf(builder, new Set(["d.md"]))).toBe(linking(2, 2));
  expect(made.tree()).toEqual((await made.cold()).tree);
});

test("a note that is linked again is judged again if it changed, though nobody said so", async () => {
  const made = vault(LINKED);
  const builder = await made.started();
  made.write("b.md", note("Bee", "## Part\n"));
  made.write("a.md", note("Secret", "See [[B#Part]].\n", "draft: true\n"));
  await builder.run(SILENT, new Set(["b.md"]));
  expect(made.tree()).toEqual((await made.cold()).tree);
  expect(JSON.stringify(made.tree())).not.toContain("Secret");
});

test("files whose bytes do not change are not written", async () => {
  const { started, contentDir, outDir, tree } = vault({ "a.md": note("A"), "b.md": note("B") });
  const kept = await started();
  const inode = (path: string) => lstatSync(join(outDir, path)).ino;
  const paths = Object.keys(tree());
  const before = new Map(paths.map((path) => [path, inode(path)]));
  appendFileSync(join(contentDir, "b.md"), "More.\n");
  await kept.run(SILENT, new Set(["b.md"]));
  // The note, its part, and the digests of all notes.
  expect(paths.filter((path) => inode(path) !== before.get(path))).toEqual([
    "api/v1/digests.json",
    "api/v1/notes/b.json",
    "api/v1/parts/1.json",
  ]);
});

test("what is remembered of notes holds none of their text", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const filling = "A line of text that is quite long, to fill a note.\n\n".repeat(4000);
  const long = "a name that is longer than what is copied anyway";
  const made = vault({ "collections.yaml": `${LENIENT}markdownLinks: route\n` });
  for (let i = 0; i < 100; i++) {
    const link = `[[${long} ${i}#${long}]] [[nowhere, and ${long} ${i}]] [["${long}"]] [to](./${"x".repeat(20)}-${i}.md) [to](./in/n${i}.md#${"y".repeat(30)})`;
    made.write(`n${i}.md`, `${link}\n\n# ${long} ${i}\n\n## Part ${long}\n\n${filling}`);
  }
  const builder = made.builder();
  const before = heap();
  await builder.run();
  expect(heap() - before).toBeLessThan((100 * filling.length) / 4);
  expect(await stagesOf(builder, new Set())).toBe(NO_CHANGE);
});
