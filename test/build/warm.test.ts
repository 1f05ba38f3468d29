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
import { outputPlaces } from "../../scripts/output/write.ts";
import { NoteCache } from "../../scripts/pipeline/cache.ts";
import type { RuleName, Severity } from "../../scripts/problems/rules.ts";
import { jsonReport } from "../../scripts/report/print.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import { note, type Vault, vault } from "./vault.ts";

// A file written a moment ago may change without a new timestamp, so it is always read.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  return () => void vi.useRealTimers();
});

const RECURSIVE = { recursive: true };

const cacheOf = (outDir: string) => new NoteCache(outputPlaces(outDir).cache);

/** Writes a file with a new timestamp: the file system's clock ticks too slowly for tests. */
function writeStamped(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, ++writes, writes);
}
let writes = 0;

const NAMES = ["a", "b", "x/a", "x/b", "y/c d", "y/C-d", "tcp.ip"];
const LINKS = ["a", "x/b", "b#Part", "c d", "TCP/IP", "one", "two#Other", "../b", "nowhere", "/a"];
const TITLES = ["One", "Two", "TCP/IP", "A"];

const LENIENT =
  "rules: { broken-link: warning, ambiguous-link: warning, missing-heading: warning }\n";

/** One change to a vault. */
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

function apply(change: Step, { contentDir, outDir }: Vault): void {
  const path = (of: string) => join(contentDir, `${of}.md`);
  try {
    if (change.kind === "configure") {
      writeStamped(join(contentDir, "collections.yaml"), change.config);
    } else if (change.kind === "write") {
      const { title, alias, links, heading } = change;
      mkdirSync(dirname(path(change.name)), { recursive: true });
      const body = links.map((link) => `See [[${link}]].\n`).join("");
      writeStamped(
        path(change.name),
        note(title, `## ${heading}\n\n${body}`, `aliases: [${alias}]\n`),
      );
    } else if (change.kind === "rename") renameSync(path(change.name), path(change.to));
    else if (change.kind === "remove") rmSync(path(change.name));
    else if (change.kind === "touch") utimesSync(path(change.name), 1, 1);
    else rmSync(join(outDir, `api/v1/notes/${change.name}.json`));
  } catch {
    // Changing a missing file does nothing.
  }
}

test.each(["on the disk", "in memory"])(
  "an incremental build with a cache %s equals a cold one, byte for byte, whatever was edited, renamed, removed or relinked",
  async (where) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        async (rounds) => {
          const made = vault({
            "a.md": note("One", "See [[b#Part]] and [[TCP/IP]].\n"),
            "b.md": note("Two", "## Part\n\nSee [[one]].\n"),
            "start.md": note("Start", "See [[a]], [[x/a]], [[two#Other|it]], [[C-D]].\n"),
          });
          const cache = where === "in memory" ? cacheOf(made.outDir) : undefined;
          await made.build({}, SILENT, cache);
          for (const round of rounds) {
            for (const change of round) apply(change, made);
            const warm = await made.build({}, SILENT, cache);
            const cold = await made.cold();
            expect(jsonReport(warm)).toBe(jsonReport(cold));
            const hasErrors = cold.problems.some(({ severity }) => severity === "error");
            if (!hasErrors) expect(made.tree()).toEqual(cold.tree);
          }
        },
      ),
      { numRuns: Number(process.env.WARM_RUNS ?? 40) },
    );
  },
  300_000,
);

const writing = (file: string, text: string) => (contentDir: string) =>
  writeStamped(join(contentDir, file), text);

test.each<[link: string, change: string, apply: (contentDir: string) => void]>([
  ["b", "a deleted note", (contentDir) => rmSync(join(contentDir, "b.md"))],
  ["B!", "another title", writing("b.md", note("C!", "## Part\n", "aliases: [bee]\n"))],
  ["bee", "a removed alias", writing("b.md", note("B!", "## Part\n"))],
  ["b#Part", "a removed heading", writing("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["b #Part", "a removed heading", writing("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["a+b", "a new note with its route", writing("ab.md", note("Other"))],
  ["none", "a new note with that name", writing("x/None.md", note("Other"))],
  ["none", "a new name to suggest", writing("nine.md", note("Other"))],
  ["./b", "a note with the same name in another folder", writing("x/b.md", note("Other"))],
  ["b", "a note with the same name in another folder", writing("x/b.md", note("Other"))],
])("for a note that links to [[%s]], an incremental build notices %s", async (link, _, change) => {
  const { build, contentDir, tree, cold } = vault({
    "collections.yaml": LENIENT,
    "a+b.md": note("Sum"),
    "b.md": note("B!", "## Part\n", "aliases: [bee]\n"),
    "from/here.md": note("From", `See [[${link}]].\n`),
    "x/y.md": note("Y"),
  });
  await build();
  change(contentDir);
  const warm = await build();
  const fresh = await cold();
  expect(warm.problems).toEqual(fresh.problems);
  expect(tree()).toEqual(fresh.tree);
});

const LINKED = {
  "a.md": note("A", "See [[B#Part]].\n"),
  "b.md": note("B", "## Part\n"),
  "c.md": note("C"),
  "d.md": "See [[nowhere]].\n",
};

test.each<[change: string, apply: (contentDir: string, outDir: string) => void, stages: string]>([
  ["no change", () => undefined, "list, index, write"],
  [
    "a changed timestamp",
    (contentDir) => utimesSync(join(contentDir, "c.md"), 1, 1),
    "list, parse 1, index, write",
  ],
  ["a changed text", writing("c.md", note("C", "More.\n")), "list, parse 1, link 1, index, write"],
  [
    "a changed title",
    writing("b.md", note("Bee", "## Part\n")),
    "list, parse 1, link 4, index, write",
  ],
  [
    "a changed heading",
    writing("b.md", note("B", "## Other\n")),
    "list, parse 1, link 3, index, write",
  ],
  ["a new note", writing("e.md", note("E")), "list, parse 1, link 5, index, write"],
  [
    "a deleted note",
    (contentDir) => rmSync(join(contentDir, "c.md")),
    "list, link 3, index, write",
  ],
  [
    "an altered file in the output",
    (_, outDir) => writeStamped(join(outDir, "api/v1/notes/c.json"), "{}"),
    "list, link 1, index, write",
  ],
])("after %s, an incremental build does only the necessary work", async (_, change, stages) => {
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
  const { build, contentDir, outDir, tree } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const inode = (path: string) => lstatSync(join(outDir, path)).ino;
  const paths = Object.keys(tree());
  const before = new Map(paths.map((path) => [path, inode(path)]));
  appendFileSync(join(contentDir, "b.md"), "More.\n");
  await build();
  // The note, its part, and the digests of all notes.
  expect(paths.filter((path) => inode(path) !== before.get(path))).toEqual([
    "api/v1/digests.json",
    "api/v1/notes/b.json",
    "api/v1/parts/1.json",
  ]);
});

test("a folder whose last note is deleted disappears from the output", async () => {
  const { build, contentDir, outDir, write } = vault({ "a.md": note("A"), "x/y/b.md": note("B") });
  await build();
  for (const title of ["C", "D"]) {
    write("a.md", note(title));
    await build();
  }
  rmSync(join(contentDir, "x"), { recursive: true });
  await build();
  expect(readdirSync(join(outDir, "api/v1/notes"))).toEqual(["a.json"]);
});

test("if only a timestamp changed, the output folder is not replaced", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const before = lstatSync(outDir).ino;
  utimesSync(join(contentDir, "a.md"), 1, 1);
  await build();
  expect(lstatSync(outDir).ino).toBe(before);
});

test.each([
  ["truncated", (text: string) => text.slice(0, text.length / 2)],
  ["empty", () => ""],
])("a cache that is %s is not trusted", async (_, damage) => {
  const files = { "a.md": note("A", "[[B]]\n"), "b.md": note("B") };
  const { build, outDir, write, tree, cold } = vault(files);
  await build();
  const cache = join(outputPlaces(outDir).cache, "notes.jsonl");
  const text = readFileSync(cache, "utf8");
  writeFileSync(cache, damage(text));
  expect(readFileSync(cache, "utf8")).not.toBe(text);
  // The list is written again, from what is known about the other notes.
  write("c.md", note("C"));
  await build();
  expect(tree()).toEqual((await cold()).tree);
});

test.each(["on the disk", "in memory"])(
  "a cache %s is not used with other rules or another configuration",
  async (where) => {
    const { build, outDir, write } = vault({
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
    write("collections.yaml", `${LENIENT}planned: [nowhere]\n`);
    expect(await rulesOf()).toEqual([]);
  },
);

test("the cache may be deleted, and the output replaced by a copy", async () => {
  const { build, outDir, tree } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const good = tree();
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
  expect(tree()).toEqual(good);
});

test.each<[string, (output: string, made: Vault) => void]>([
  [
    "a file altered and one removed",
    (output) => {
      writeFileSync(join(output, "notes/a.json"), "{}");
      rmSync(join(output, "notes.json"));
    },
  ],
  ["the folder of a note removed", (output) => rmSync(join(output, "notes/x"), RECURSIVE)],
  ["only the list removed", (output) => rmSync(join(output, "notes.json"))],
  ["only one note altered", (output) => appendFileSync(join(output, "notes/a.json"), "\n")],
  [
    "a file in place of a folder",
    (output) => {
      rmSync(output, RECURSIVE);
      writeFileSync(output, "");
    },
  ],
  [
    "all of it removed, and a note changed",
    (_, { outDir, write: change }) => {
      change("a.md", note("A", "See [[b]].\n"));
      rmSync(outDir, RECURSIVE);
    },
  ],
])("an altered output is repaired: %s", async (_, alter) => {
  const made = vault({ "a.md": note("A"), "x/b.md": note("B") });
  await made.build();
  alter(join(made.outDir, "api/v1"), made);
  await made.build();
  expect(made.tree()).toEqual((await made.cold()).tree);
});
