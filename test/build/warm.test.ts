import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import type { RuleName, Severity } from "../../scripts/diagnostics/rules.ts";
import { outputPaths } from "../../scripts/output/write.ts";
import { NoteCache } from "../../scripts/pipeline/cache.ts";
import { jsonReport } from "../../scripts/report/print.ts";
import { progressLines, SILENT } from "../../scripts/report/progress.ts";
import { note, type Vault, vault } from "./vault.ts";

// A file written a moment ago may change without a new timestamp, so it is always read.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  return () => void vi.useRealTimers();
});

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

/** What happens to the output of a build, or to its cache, before the next one. */
const DAMAGES: Readonly<Record<string, (vault: Vault, name: string) => void>> = {
  "a note is removed": ({ outDir }, name) => rmSync(join(outDir, `api/v1/notes/${name}.json`)),
  "a note is cut off": ({ outDir }, name) =>
    truncateSync(join(outDir, `api/v1/notes/${name}.json`), 50),
  "the list is removed": ({ outDir }) => rmSync(join(outDir, "api/v1/notes.json")),
  "a file replaces a folder": ({ outDir }) => {
    rmSync(join(outDir, "api/v1"), { recursive: true });
    writeFileSync(join(outDir, "api/v1"), "");
  },
  "a copy replaces the output": ({ outDir }) => {
    cpSync(outDir, `${outDir}-copy`, { recursive: true });
    rmSync(outDir, { recursive: true });
    renameSync(`${outDir}-copy`, outDir);
  },
  "the output is removed": ({ outDir }) => rmSync(outDir, { recursive: true }),
  "the cache is removed": ({ outDir }) => rmSync(outputPaths(outDir).cache, { recursive: true }),
  "the cache is cut off": ({ outDir }) =>
    truncateSync(join(outputPaths(outDir).cache, "notes.jsonl"), 200),
  "the cache is empty": ({ outDir }) =>
    truncateSync(join(outputPaths(outDir).cache, "notes.jsonl")),
};

/** One change to a vault. */
type Step =
  | { kind: "write"; name: string; title: string; alias: string; links: string[]; heading: string }
  | { kind: "rename"; name: string; to: string }
  | { kind: "remove" | "touch"; name: string }
  | { kind: "damage"; what: string; name: string }
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
  fc.record({ kind: fc.constantFrom("remove" as const, "touch" as const), name }),
  fc.record({
    kind: fc.constant("damage" as const),
    what: fc.constantFrom(...Object.keys(DAMAGES)),
    name,
  }),
  fc.record({
    kind: fc.constant("configure" as const),
    config: fc.constantFrom(
      LENIENT,
      `${LENIENT}inlineTags: true\n`,
      `${LENIENT}planned: [nowhere]\n`,
    ),
  }),
);

/** Changes made between two builds, and the severity of broken links on the next one's command line. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  severity: fc.constantFrom<Severity>("warning", "warning", "error", "off"),
});

function apply(change: Step, made: Vault): void {
  const path = (of: string) => join(made.contentDir, `${of}.md`);
  try {
    if (change.kind === "configure") {
      writeStamped(join(made.contentDir, "collections.yaml"), change.config);
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
    else if (change.kind === "damage") DAMAGES[change.what]!(made, change.name);
    else utimesSync(path(change.name), 1, 1);
  } catch {
    // Changing a missing file does nothing.
  }
}

/** The files that a watcher would name. */
function filesOf(change: Step): string[] {
  if (change.kind === "configure") return ["collections.yaml"];
  return [change.name, ...("to" in change ? [change.to] : [])].map((each) => `${each}.md`);
}

test.each(["on the disk", "in memory", "in memory, told what changed,"])(
  "an incremental build with a cache %s equals a cold one, byte for byte, whatever was edited, renamed, removed, relinked or damaged",
  async (where) => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (rounds) => {
        const made = vault({
          "a.md": note("One", "See [[b#Part]] and [[TCP/IP]].\n"),
          "b.md": note("Two", "## Part\n\nSee [[one]].\n"),
          "start.md": note("Start", "See [[a]], [[x/a]], [[two#Other|it]], [[C-D]].\n"),
        });
        const cache =
          where === "on the disk" ? undefined : new NoteCache(outputPaths(made.outDir).cache);
        const isTold = where.endsWith("told what changed,");
        await made.build({}, SILENT, cache);
        let succeeded = true;
        for (const { steps, severity } of rounds) {
          // A watcher does not see the output.
          const changes = steps.filter(({ kind }) => !isTold || kind !== "damage");
          for (const change of changes) apply(change, made);
          const rules = new Map<RuleName, Severity>([["broken-link", severity]]);
          const changed = isTold && succeeded ? new Set(changes.flatMap(filesOf)) : undefined;
          const warm = await made.build({ rules }, SILENT, cache, changed);
          const cold = await made.cold({ rules });
          expect(jsonReport(warm)).toBe(jsonReport(cold));
          const hasErrors = cold.problems.some((problem) => problem.severity === "error");
          if (!hasErrors) expect(made.tree()).toEqual(cold.tree);
          succeeded = !hasErrors;
        }
      }),
      { numRuns: Number(process.env.WARM_RUNS ?? 12) },
    );
  },
  300_000,
);

const writing = (file: string, text: string) => (contentDir: string) =>
  writeStamped(join(contentDir, file), text);

test.each<[change: string, apply: (contentDir: string) => void]>([
  ["a deleted note", (contentDir) => rmSync(join(contentDir, "b.md"))],
  ["another title", writing("b.md", note("C!", "## Part\n", "aliases: [bee]\n"))],
  ["a removed alias", writing("b.md", note("B!", "## Part\n"))],
  ["a removed heading", writing("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["a new note with that name", writing("x/None.md", note("Other"))],
  ["a note with the same name in another folder", writing("x/b.md", note("Other"))],
])("an incremental build notices what links now mean, after %s", async (_, change) => {
  const { build, contentDir, tree, cold } = vault({
    "collections.yaml": LENIENT,
    "b.md": note("B!", "## Part\n", "aliases: [bee]\n"),
    "from/here.md": note("From", "[[b]] [[B!]] [[bee]] [[b#Part]] [[none]] [[./b]]\n"),
    "x/y.md": note("Y"),
  });
  await build();
  change(contentDir);
  const warm = await build();
  const fresh = await cold();
  expect(warm.problems).toEqual(fresh.problems);
  expect(tree()).toEqual(fresh.tree);
});

test("an incremental build that is told of many changes looks for others", async () => {
  const names = Array.from({ length: 102 }, (_, i) => `n${i}.md`);
  const files = Object.fromEntries(names.map((name) => [name, note(name)]));
  const { build, contentDir, outDir, tree, cold } = vault(files);
  const cache = new NoteCache(outputPaths(outDir).cache);
  await build({}, SILENT, cache);
  for (const name of names) writeStamped(join(contentDir, name), note(name, "More.\n"));
  await build({}, SILENT, cache, new Set(names.slice(1)));
  expect(tree()).toEqual((await cold()).tree);
});

test("an incremental build that is told what changed notices another build of the output", async () => {
  const { build, outDir, write, tree, cold } = vault({ "a.md": note("A"), "b.md": note("B") });
  const cache = new NoteCache(outputPaths(outDir).cache);
  await build({}, SILENT, cache);
  write("a.md", note("A", "Other.\n"));
  await build();
  write("a.md", note("A"));
  write("b.md", note("B", "More.\n"));
  await build({}, SILENT, cache, new Set(["a.md", "b.md"]));
  expect(tree()).toEqual((await cold()).tree);
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
    "list, parse 1, link 2, index, write",
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
