import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { NoteCache } from "../../scripts/cache.ts";
import { outputPlaces } from "../../scripts/output/write.ts";
import { jsonReport } from "../../scripts/report/json.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import type { RuleName, Severity } from "../../scripts/report/rules.ts";
import { treeOf } from "./tree-of.ts";
import { brief, note, vault } from "./vault.ts";

// A file that was written a moment ago may be written again without a trace: such a one is read in any case.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  return () => void vi.useRealTimers();
});

const cacheOf = (outDir: string) => new NoteCache(outputPlaces(outDir).cache);

/** Writes a file with a time of its own: the clock that files are stamped by ticks too slowly for tests. */
function write(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, ++writes, writes);
}
let writes = 0;

const NAMES = ["a", "b", "x/a", "x/b", "y/c d", "y/C-d", "tcp.ip"];
const LINKS = ["a", "x/b", "b#Part", "c d", "TCP/IP", "one", "two#Other", "../b", "nowhere", "/a"];
const TITLES = ["One", "Two", "TCP/IP", "A"];

const LENIENT =
  "rules: { broken-link: warning, ambiguous-link: warning, missing-heading: warning }\n";

/** One change of a vault: what is written, moved or removed. */
type Step =
  | { kind: "write"; name: string; title: string; alias: string; links: string[]; heading: string }
  | { kind: "rename"; name: string; to: string }
  | { kind: "remove" | "touch" | "spoil"; name: string }
  | { kind: "configure"; config: string };

const name = fc.constantFrom(...NAMES);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    name,
    title: fc.constantFrom(...TITLES),
    alias: fc.constantFrom("one", "two", "nowhere", "tcp"),
    links: fc.array(fc.constantFrom(...LINKS), { maxLength: 4 }),
    heading: fc.constantFrom("Part", "Other"),
  }),
  fc.record({ kind: fc.constant("rename" as const), name, to: name }),
  fc.record({ kind: fc.constantFrom("remove" as const, "touch" as const, "spoil" as const), name }),
  fc.record({
    kind: fc.constant("configure" as const),
    config: fc.constantFrom(
      LENIENT,
      `${LENIENT}inlineTags: true\n`,
      `${LENIENT}planned: [nowhere]\n`,
    ),
  }),
);

function apply(change: Step, contentDir: string, outDir: string): void {
  const path = (of: string) => join(contentDir, `${of}.md`);
  try {
    if (change.kind === "configure") {
      write(join(contentDir, "collections.yaml"), change.config);
    } else if (change.kind === "write") {
      const { title, alias, links, heading } = change;
      mkdirSync(dirname(path(change.name)), { recursive: true });
      const body = links.map((link) => `See [[${link}]].\n`).join("");
      write(path(change.name), note(title, `## ${heading}\n\n${body}`, `aliases: [${alias}]\n`));
    } else if (change.kind === "rename") renameSync(path(change.name), path(change.to));
    else if (change.kind === "remove") rmSync(path(change.name));
    else if (change.kind === "touch") utimesSync(path(change.name), 1, 1);
    else rmSync(join(outDir, `api/v1/notes/${change.name}.json`));
  } catch {
    // A change of what is not there is none.
  }
}

test.each(["on the disk", "in memory"])(
  "a build that is remembered %s is a cold build, byte for byte, whatever was edited, renamed, removed or relinked",
  async (where) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        async (rounds) => {
          const { build, contentDir, outDir } = vault({
            "a.md": note("One", "See [[b#Part]] and [[TCP/IP]].\n"),
            "b.md": note("Two", "## Part\n\nSee [[one]].\n"),
            "start.md": note("Start", "See [[a]], [[x/a]], [[two#Other|it]], [[C-D]].\n"),
          });
          const cache = where === "in memory" ? cacheOf(outDir) : undefined;
          await build({}, SILENT, cache);
          for (const round of rounds) {
            for (const change of round) apply(change, contentDir, outDir);
            const warm = await build({}, SILENT, cache);
            const coldDir = join(dirname(outDir), "cold", "dist");
            rmSync(dirname(coldDir), { recursive: true, force: true });
            const cold = await build({ outDir: coldDir });
            expect(jsonReport(warm)).toBe(jsonReport(cold));
            const hasErrors = cold.problems.some(({ severity }) => severity === "error");
            if (!hasErrors) expect(treeOf(outDir)).toEqual(treeOf(coldDir));
          }
        },
      ),
      { numRuns: Number(process.env.WARM_RUNS ?? 40) },
    );
  },
  300_000,
);

const writing = (file: string, text: string) => (contentDir: string) =>
  write(join(contentDir, file), text);

test.each<[link: string, change: string, apply: (contentDir: string) => void]>([
  ["b", "a note that goes", (contentDir) => rmSync(join(contentDir, "b.md"))],
  ["B!", "another title", writing("b.md", note("C!", "## Part\n", "aliases: [bee]\n"))],
  ["bee", "an alias that goes", writing("b.md", note("B!", "## Part\n"))],
  ["b#Part", "a heading that goes", writing("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["b #Part", "a heading that goes", writing("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["a+b", "a note that takes its route", writing("ab.md", note("Other"))],
  ["none", "a note of that name that comes", writing("x/None.md", note("Other"))],
  ["none", "a name to suggest", writing("nine.md", note("Other"))],
  ["./b", "a namesake in another folder", writing("x/b.md", note("Other"))],
  ["b", "a namesake in another folder", writing("x/b.md", note("Other"))],
])("in a note that links to [[%s]], a warm build sees %s", async (link, _, change) => {
  const { build, contentDir, outDir } = vault({
    "collections.yaml": LENIENT,
    "a+b.md": note("Sum"),
    "b.md": note("B!", "## Part\n", "aliases: [bee]\n"),
    "from/here.md": note("From", `See [[${link}]].\n`),
    "x/y.md": note("Y"),
  });
  await build();
  change(contentDir);
  const warm = await build();
  const cold = await build({ outDir: `${outDir}-cold` });
  expect(warm.problems).toEqual(cold.problems);
  expect(treeOf(outDir)).toEqual(treeOf(`${outDir}-cold`));
});

const LINKED = {
  "a.md": note("A", "See [[B#Part]].\n"),
  "b.md": note("B", "## Part\n"),
  "c.md": note("C"),
  "d.md": "See [[nowhere]].\n",
};

test.each<[change: string, apply: (contentDir: string, outDir: string) => void, stages: string]>([
  ["nothing", () => undefined, "list, index, write"],
  [
    "a stamp",
    (contentDir) => utimesSync(join(contentDir, "c.md"), 1, 1),
    "list, parse 1, index, write",
  ],
  ["a text", writing("c.md", note("C", "More.\n")), "list, parse 1, link 1, index, write"],
  ["a title", writing("b.md", note("Bee", "## Part\n")), "list, parse 1, link 4, index, write"],
  ["a heading", writing("b.md", note("B", "## Other\n")), "list, parse 1, link 3, index, write"],
  ["a note that comes", writing("e.md", note("E")), "list, parse 1, link 5, index, write"],
  [
    "a note that goes",
    (contentDir) => rmSync(join(contentDir, "c.md")),
    "list, link 3, index, write",
  ],
  [
    "the output of a note",
    (_, outDir) => write(join(outDir, "api/v1/notes/c.json"), "{}"),
    "list, link 1, index, write",
  ],
])("where %s changed, a warm build does no more than that takes", async (_, change, stages) => {
  const { build, contentDir, outDir } = vault(LINKED);
  await build();
  change(contentDir, outDir);
  const lines: string[] = [];
  await build(
    {},
    progressLines((line) => void lines.push(line)),
  );
  expect(lines.map((line) => line.replace(/( notes?)?\n/, "")).join(", ")).toBe(stages);
});

test("files whose bytes do not change are not written", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const inode = (path: string) => lstatSync(join(outDir, path)).ino;
  const paths = Object.keys(treeOf(outDir));
  const before = new Map(paths.map((path) => [path, inode(path)]));
  appendFileSync(join(contentDir, "b.md"), "More.\n");
  await build();
  // The note, and the digests of all notes.
  expect(paths.filter((path) => inode(path) !== before.get(path))).toEqual([
    "api/v1/digests.json",
    "api/v1/notes/b.json",
  ]);
});

test("a folder whose last note goes leaves none in the output", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "x/y/b.md": note("B") });
  await build();
  for (const title of ["C", "D"]) {
    writeFileSync(join(contentDir, "a.md"), note(title));
    await build();
  }
  rmSync(join(contentDir, "x"), { recursive: true });
  await build();
  expect(readdirSync(join(outDir, "api/v1/notes"))).toEqual(["a.json"]);
});

test("where nothing changed but a stamp, the output folder stays as it is", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const before = lstatSync(outDir).ino;
  utimesSync(join(contentDir, "a.md"), 1, 1);
  await build();
  expect(lstatSync(outDir).ino).toBe(before);
});

test.each([
  ["cut", (text: string) => text.slice(0, text.length / 2)],
  ["empty", () => ""],
])("a cache that is %s is not trusted", async (_, damage) => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A", "[[B]]\n"), "b.md": note("B") });
  await build();
  const cache = join(outputPlaces(outDir).cache, "notes.jsonl");
  const text = readFileSync(cache, "utf8");
  writeFileSync(cache, damage(text));
  expect(readFileSync(cache, "utf8")).not.toBe(text);
  // The list is made anew, of what is known of the others.
  writeFileSync(join(contentDir, "c.md"), note("C"));
  await build();
  await build({ outDir: `${outDir}-cold` });
  expect(treeOf(outDir)).toEqual(treeOf(`${outDir}-cold`));
});

test.each(["on the disk", "in memory"])(
  "with other rules or another configuration a build that is remembered %s is another one",
  async (where) => {
    const { build, contentDir, outDir } = vault({
      "collections.yaml": LENIENT,
      "a.md": note("A", "See [[nowhere]].\n"),
    });
    const cache = where === "in memory" ? cacheOf(outDir) : undefined;
    const rulesOf = async (rules: [RuleName, Severity][] = []) => {
      const { problems } = await build({ rules: new Map(rules) }, SILENT, cache);
      return problems.map(({ rule, severity }) => `${rule} ${severity}`);
    };
    expect(await rulesOf()).toEqual(["broken-link warning"]);
    expect(await rulesOf([["broken-link", "error"]])).toEqual(["broken-link error"]);
    expect(await rulesOf([["broken-link", "off"]])).toEqual([]);
    expect(await rulesOf()).toEqual(["broken-link warning"]);
    writeFileSync(join(contentDir, "collections.yaml"), `${LENIENT}planned: [nowhere]\n`);
    expect(await rulesOf()).toEqual([]);
  },
);

test("a build with nothing to do tells of the notes in the same order", async () => {
  const { build } = vault({ "b c.md": note("C"), "b-a.md": note("A") });
  for (let i = 0; i < 3; i++) {
    expect((await build()).notes.map(({ route }) => route)).toEqual(["/b-a", "/b-c"]);
  }
});

test("the cache may be deleted, and the output may be another's copy of it", async () => {
  const { build, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const good = treeOf(outDir);
  const buildsNothing = async () => {
    const before = lstatSync(outDir).ino;
    await build();
    expect(lstatSync(outDir).ino).toBe(before);
  };
  rmSync(outputPlaces(outDir).cache, { recursive: true });
  await buildsNothing();
  cpSync(outDir, `${outDir}-copy`, { recursive: true });
  rmSync(outDir, { recursive: true });
  renameSync(`${outDir}-copy`, outDir);
  await buildsNothing();
  expect(treeOf(outDir)).toEqual(good);
});

test.each([
  [
    "a file altered and one removed",
    (outDir: string) => {
      writeFileSync(join(outDir, "api/v1/notes/a.json"), "{}");
      rmSync(join(outDir, "api/v1/notes.json"));
    },
  ],
  [
    "the folder of a note removed",
    (outDir: string) => rmSync(join(outDir, "api/v1/notes/x"), { recursive: true }),
  ],
  ["the list alone removed", (outDir: string) => rmSync(join(outDir, "api/v1/notes.json"))],
  [
    "one note alone altered",
    (outDir: string) => appendFileSync(join(outDir, "api/v1/notes/a.json"), "\n"),
  ],
])("an output that somebody altered is mended: %s", async (_, alter) => {
  const { build, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
  await build();
  const good = treeOf(outDir);
  alter(outDir);
  await build();
  expect(treeOf(outDir)).toEqual(good);
});

test("an output that is gone is made again, beside notes that changed", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  appendFileSync(join(contentDir, "a.md"), "See [[b]].\n");
  rmSync(outDir, { recursive: true });
  await build();
  const warm = treeOf(outDir);
  rmSync(outputPlaces(outDir).cache, { recursive: true });
  rmSync(outDir, { recursive: true });
  await build();
  expect(warm).toEqual(treeOf(outDir));
});

test("another name of a note that very many link to is written in all of them", async () => {
  const hub = (alias: string) => note("Hub", `The ${alias} one.\n`, `aliases: [${alias}]\n`);
  const linking = Array.from({ length: 1600 }, (_, i) => [`n/${i}.md`, note(`N${i}`, "[[old]]\n")]);
  const { build, contentDir, outDir } = vault({
    ...Object.fromEntries(linking),
    "hub.md": hub("old"),
    "other.md": note("Other"),
  });
  await build();
  writeFileSync(join(contentDir, "hub.md"), hub("new"));
  writeFileSync(join(contentDir, "other.md"), note("Other", "Text.\n", "aliases: [old]\n"));
  await build();
  const warm = treeOf(outDir);
  expect(warm["api/v1/notes/n/1599.json"]).toContain("[old](/other)");
  await build({ outDir: `${outDir}-cold` });
  expect(warm).toEqual(treeOf(`${outDir}-cold`));
});

test("problems of notes that did not change are told again", async () => {
  const { build, contentDir } = vault({ "a.md": "See [[nowhere]].\n", "b.md": "B.\n" });
  const { problems } = await build();
  expect(problems.map(brief)).toEqual(["a.md:1:5 warning broken-link"]);
  expect((await build()).problems).toEqual(problems);
  appendFileSync(join(contentDir, "b.md"), "More.\n");
  expect((await build()).problems).toEqual(problems);
  writeFileSync(join(contentDir, "nowhere.md"), "Here.\n");
  expect((await build()).problems).toEqual([]);
});

test("a file in place of a folder of the output is no obstacle", async () => {
  const { build, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
  await build();
  const good = treeOf(outDir);
  rmSync(join(outDir, "api"), { recursive: true });
  writeFileSync(join(outDir, "api"), "");
  await build();
  expect(treeOf(outDir)).toEqual(good);
});
