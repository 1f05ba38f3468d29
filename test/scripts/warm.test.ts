import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BuildStore } from "../../scripts/cache/build-store.ts";
import { CacheFile } from "../../scripts/cache/cache-file.ts";
import type { LastBuild } from "../../scripts/cache/last-build.ts";
import { MemoryStore } from "../../scripts/cache/memory-store.ts";
import { outputPlaces } from "../../scripts/output/output-places.ts";
import type { RuleName, Severity } from "../../scripts/problems/rules.ts";
import { progressLines } from "../../scripts/progress/progress-lines.ts";
import { treeOf } from "./tree-of.ts";
import { brief, note, type Vault, vault } from "./vault.ts";

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

/** What a watcher would name. */
function touchedBy(change: Step): string[] {
  if (change.kind === "configure") return ["collections.yaml"];
  const folder = change.name.split("/").slice(0, -1);
  const names = change.kind === "rename" ? [change.name, change.to] : [change.name];
  return [...folder, ...names.map((each) => `${each}.md`), `${change.name}.md~`];
}

function apply(change: Step, contentDir: string, outDir: string): void {
  const path = (of: string) => join(contentDir, `${of}.md`);
  try {
    if (change.kind === "configure") {
      writeFileSync(join(contentDir, "collections.yaml"), change.config);
    } else if (change.kind === "write") {
      const { title, alias, links, heading } = change;
      mkdirSync(dirname(path(change.name)), { recursive: true });
      const body = links.map((link) => `See [[${link}]].\n`).join("");
      writeFileSync(
        path(change.name),
        note(title, `## ${heading}\n\n${body}`, `aliases: [${alias}]\n`),
      );
    } else if (change.kind === "rename") renameSync(path(change.name), path(change.to));
    else if (change.kind === "remove") rmSync(path(change.name));
    else if (change.kind === "touch") utimesSync(path(change.name), 1, 1);
    else rmSync(join(outDir, `api/v1/notes/${change.name}.json`));
  } catch {
    // A change of what is not there is none.
  }
}

test.each(["looks at all files", "is told which files were touched"])(
  "a warm build that %s is a cold build, byte for byte, whatever was edited, renamed, removed or relinked",
  async (way) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        async (rounds) => {
          const { build, contentDir, outDir } = vault({
            "a.md": note("One", "See [[b#Part]] and [[TCP/IP]].\n"),
            "b.md": note("Two", "## Part\n\nSee [[one]].\n"),
            "start.md": note("Start", "See [[a]], [[x/a]], [[two#Other|it]], [[C-D]].\n"),
          });
          const isTold = way === "is told which files were touched";
          const store = isTold
            ? new MemoryStore(new CacheFile(outputPlaces(outDir).cache))
            : undefined;
          await build({}, store);
          let touched = new Set<string>();
          for (const round of rounds) {
            const changes = round.filter(({ kind }) => !isTold || kind !== "spoil");
            for (const change of changes) {
              apply(change, contentDir, outDir);
              for (const name of touchedBy(change)) touched.add(name);
            }
            const warm = await build({}, store, isTold ? touched : undefined);
            const coldDir = join(dirname(outDir), "cold", "dist");
            rmSync(dirname(coldDir), { recursive: true, force: true });
            const cold = await build({ outDir: coldDir });
            expect(warm.problems).toEqual(cold.problems);
            const hasErrors = cold.problems.some(({ severity }) => severity === "error");
            if (hasErrors) continue;
            touched = new Set();
            expect(warm.notes.map(({ route }) => route)).toEqual(
              cold.notes.map(({ route }) => route),
            );
            expect(treeOf(outDir)).toEqual(treeOf(coldDir));
          }
        },
      ),
      { numRuns: Number(process.env.WARM_RUNS ?? 40) },
    );
  },
  300_000,
);

const write = (file: string, text: string) => (contentDir: string) =>
  writeFileSync(join(contentDir, file), text);

test.each<[link: string, change: string, apply: (contentDir: string) => void]>([
  ["b", "a note that goes", (contentDir) => rmSync(join(contentDir, "b.md"))],
  ["B!", "another title", write("b.md", note("C!", "## Part\n", "aliases: [bee]\n"))],
  ["bee", "an alias that goes", write("b.md", note("B!", "## Part\n"))],
  ["b#Part", "a heading that goes", write("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["b #Part", "a heading that goes", write("b.md", note("B!", "Text.\n", "aliases: [bee]\n"))],
  ["a+b", "a note that takes its route", write("ab.md", note("Other"))],
  ["none", "a note of that name that comes", write("x/None.md", note("Other"))],
  ["none", "a name to suggest", write("nine.md", note("Other"))],
  ["./b", "a namesake in another folder", write("x/b.md", note("Other"))],
  ["b", "a namesake in another folder", write("x/b.md", note("Other"))],
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
  "collections.yaml": LENIENT,
};

/** Each build told of by its stages, with how many notes they take. However fresh, stamps are trusted. */
function warmStages({
  build,
  outDir,
}: Vault): (touched?: ReadonlySet<string>) => Promise<string[]> {
  const file = new CacheFile(outputPlaces(outDir).cache);
  const store: BuildStore = {
    load: (key) => {
      const last = file.load(key);
      return last && { ...last, stampedAt: Number.POSITIVE_INFINITY };
    },
    save: (last) => file.save(last),
  };
  return async (touched) => {
    const lines: string[] = [];
    await build(
      {},
      store,
      touched,
      progressLines((line) => void lines.push(line)),
    );
    return lines.map((line) => line.replace(/( notes?)?\n/, "")).toSorted();
  };
}

test.each<[change: string, apply: (contentDir: string, outDir: string) => void, stages: string]>([
  ["nothing", () => undefined, "list"],
  ["a stamp", (contentDir) => utimesSync(join(contentDir, "c.md"), 1, 1), "list, parse 1, write"],
  ["a text", write("c.md", note("C", "More.\n")), "list, parse 1, link 1, write"],
  [
    "a summary",
    write("c.md", note("C").replace("About it.", "About C.")),
    "list, parse 1, link 1, index, write",
  ],
  [
    "a title that is linked to",
    write("b.md", note("Bee", "## Part\n")),
    "list, parse 1, parse 1, link 2, index, write",
  ],
  [
    "a heading that is linked to",
    write("b.md", note("B", "## Other\n")),
    "list, parse 1, parse 1, link 2, write",
  ],
  ["a note that comes", write("d.md", note("D")), "list, parse 1, link 1, index, write"],
  ["a note that goes", (contentDir) => rmSync(join(contentDir, "c.md")), "list, index, write"],
  [
    "the output of a note",
    (_, outDir) => appendFileSync(join(outDir, "api/v1/notes/c.json"), "\n"),
    "list, parse 1, link 1, write",
  ],
  ["the list", (_, outDir) => rmSync(join(outDir, "api/v1/notes.json")), "list, index, write"],
])("where %s changed, a warm build does no more than that takes", async (_, change, stages) => {
  const linked = vault(LINKED);
  const warm = warmStages(linked);
  await warm();
  change(linked.contentDir, linked.outDir);
  expect(await warm()).toEqual(stages.split(", ").toSorted());
});

test("a build that is told which files were touched does no more than they take", async () => {
  const linked = vault(LINKED);
  const warm = warmStages(linked);
  await warm();
  write("c.md", note("C", "More.\n"))(linked.contentDir);
  write("c.md~", note("C"))(linked.contentDir);
  expect(await warm(new Set(["c.md", "c.md~"]))).toEqual(["link 1", "parse 1", "write"]);
});

test("files whose bytes do not change are not written", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "b.md": note("B") });
  await build();
  const inode = (path: string) => lstatSync(join(outDir, path)).ino;
  const paths = Object.keys(treeOf(outDir));
  const before = new Map(paths.map((path) => [path, inode(path)]));
  appendFileSync(join(contentDir, "a.md"), "More.\n");
  const { figures } = await build();
  expect(figures?.changed).toBe(1);
  expect(paths.filter((path) => inode(path) !== before.get(path))).toEqual(["api/v1/notes/a.json"]);
});

test("a note that changed alone stays changed when many others change after it", async () => {
  const { build, contentDir, outDir } = vault({
    "a.md": note("A"),
    "b.md": note("B"),
    "c.md": note("C"),
  });
  await build();
  for (const changed of [["b.md", "c.md"], ["a.md"], ["b.md", "c.md"]]) {
    for (const file of changed) appendFileSync(join(contentDir, file), "More.\n");
    expect((await build()).figures?.changed).toBe(changed.length);
  }
  await build({ outDir: `${outDir}-cold` });
  expect(treeOf(outDir)).toEqual(treeOf(`${outDir}-cold`));
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
  expect((await build()).figures?.changed).toBe(0);
  expect(lstatSync(outDir).ino).toBe(before);
});

test.each([
  ["cut", (text: string) => text.slice(0, text.length / 2)],
  ["altered", (text: string) => text.replaceAll("About it.", "About us.")],
  ["empty", () => ""],
])("a cache that is %s is not trusted", async (_, damage) => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A", "[[B]]\n"), "b.md": note("B") });
  await build();
  const cache = join(outputPlaces(outDir).cache, "build.bin");
  const text = readFileSync(cache, "latin1");
  writeFileSync(cache, damage(text), "latin1");
  expect(readFileSync(cache, "latin1")).not.toBe(text);
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
    const file = new CacheFile(outputPlaces(outDir).cache);
    const store = where === "in memory" ? new MemoryStore(file) : file;
    const rulesOf = async (rules: [RuleName, Severity][] = []) => {
      const { problems } = await build({ rules: new Map(rules) }, store);
      return problems.map(({ rule, severity }) => `${rule} ${severity}`);
    };
    // The stamps that the first build took are too fresh to be trusted.
    const remember = async () => {
      for (let i = 0; i < 2; i++) expect(await rulesOf()).toEqual(["broken-link warning"]);
    };
    await remember();
    expect(await rulesOf([["broken-link", "error"]])).toEqual(["broken-link error"]);
    expect(await rulesOf([["broken-link", "off"]])).toEqual([]);
    await remember();
    writeFileSync(join(contentDir, "collections.yaml"), `${LENIENT}planned: [nowhere]\n`);
    expect(await rulesOf()).toEqual([]);
  },
);

test("what is remembered in memory is handed on when it is flushed", async () => {
  const { build } = vault({ "a.md": note("A") });
  const saved: LastBuild[] = [];
  const behind = { load: () => undefined, save: (last: LastBuild) => void saved.push(last) };
  const store = new MemoryStore(behind);
  store.flush();
  await build({}, store);
  expect(saved).toEqual([]);
  store.flush();
  expect(saved.map(({ files }) => files.size)).toEqual([1]);
});

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
  rmSync(outputPlaces(outDir).cache, { recursive: true });
  expect((await build()).figures?.changed).toBe(0);
  cpSync(outDir, `${outDir}-copy`, { recursive: true });
  rmSync(outDir, { recursive: true });
  renameSync(`${outDir}-copy`, outDir);
  expect((await build()).figures?.changed).toBe(0);
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
  // The stamps that the first build took are too fresh to be trusted.
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

test("a build that is told which file was touched finds it under its other names too", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
  symlinkSync("x", join(contentDir, "y"));
  const store = new MemoryStore(new CacheFile(outputPlaces(outDir).cache));
  await build({}, store);
  appendFileSync(join(contentDir, "x/b.md"), "More.\n");
  const { figures } = await build({}, store, new Set(["x/b.md"]));
  expect(figures?.changed).toBe(2);
  expect(treeOf(outDir)["api/v1/notes/y/b.json"]).toContain("More.");
});

test.each([[["x"]], [["x", "x/b.md"]], [["new.md"]], [["new"]]])(
  "a build that is told %j of folders and notes that came or went looks at all files",
  async (touched) => {
    const { build, contentDir, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
    const store = new MemoryStore(new CacheFile(outputPlaces(outDir).cache));
    await build({}, store);
    rmSync(join(contentDir, "x"), { recursive: true });
    mkdirSync(join(contentDir, "new"));
    writeFileSync(join(contentDir, "new.md"), note("C"));
    const { notes } = await build({}, store, new Set(touched));
    expect(notes.map(({ route }) => route)).toEqual(["/a", "/new"]);
  },
);

test("a file in place of a folder of notes is seen by a build that is told of both", async () => {
  const { build, contentDir, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
  const store = new MemoryStore(new CacheFile(outputPlaces(outDir).cache));
  await build({}, store);
  rmSync(join(contentDir, "x"), { recursive: true });
  writeFileSync(join(contentDir, "x"), "");
  const { notes } = await build({}, store, new Set(["x/b.md", "x"]));
  expect(notes.map(({ route }) => route)).toEqual(["/a"]);
});

test("a file in place of a folder of the output is an error that says so", async () => {
  const { build, outDir } = vault({ "a.md": note("A"), "x/b.md": note("B") });
  await build();
  rmSync(join(outDir, "api"), { recursive: true });
  writeFileSync(join(outDir, "api"), "");
  await expect(build()).rejects.toThrow(/^.*dist was left as it was: E\w+: /);
  rmSync(join(outDir, "api"));
  expect((await build()).notes).toHaveLength(2);
});
