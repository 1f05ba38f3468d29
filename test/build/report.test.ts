import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { reportingRun } from "../../scripts/commands/rebuild.ts";
import { jsonReport, printReport, type ReportOptions } from "../../scripts/report/print.ts";
import { statisticsTable } from "../../scripts/report/statistics.ts";
import { terminalReport } from "../../scripts/report/terminal.ts";
import { builtVault, note, type Vault, vault } from "./vault.ts";

const FILES = {
  "start.md":
    "---\nsummary: S\n---\n[[Heap]] [[heap]] [[a/one]] [[a/one|1]] [[No, 100%]] [[start]]\n",
  "a/one.md": "---\ntitle: Same\n---\n[[start]] `[[x]]`\n",
  "a/two.md": "---\ntitle: Same\n---\n",
  "a/heap.md": "Text.\n",
  "b/heap.md": "Linked only from itself: [[b/heap]].\n",
  "b/draft.md": "---\ndraft: true\n---\n[[No]]\n",
};

test("a check ends with a table of statistics", async () => {
  const { statistics } = await vault(FILES).build({ check: true });
  expect(statisticsTable(statistics!)).toBe(
    `  notes in a                                  3
  notes in b                                  1
  notes in notes                              1
  links to notes                              5
  broken links                                1
  ambiguous links                             2
  orphans (no note links to them)             3
  notes that share their title                4
  notes without a summary of their own        4
`,
  );
});

test("links are counted even if their rules are off", async () => {
  const { build } = vault(FILES);
  const off = {
    rules: new Map([
      ["broken-link", "off"],
      ["ambiguous-link", "off"],
    ] as const),
  };
  const { statistics, problems } = await build({ check: true, ...off });
  expect(problems).toEqual([]);
  expect([statistics?.broken, statistics?.ambiguous]).toEqual([1, 2]);
});

const STYLE = {
  shownPath: (file: string) => file,
  color: false,
  verbose: false,
  command: "npm run check -- --verbose",
};

test("a line that is no longer in its file is not shown, and neither is another one", async () => {
  const result = await vault({ "n.md": "Text.\n\n[[Nowhere]]\n" }).build({ check: true });
  const report = terminalReport({ ...result, sourceOf: () => "Other." }, STYLE);
  expect(report).toBe('n.md:3:1 warning No note is named "Nowhere". (broken-link)\n');
});

test("carets stand below their place, whether the characters before it are wide or tabs", async () => {
  const { build } = vault({ "n.md": "数据 a\tb [[No]]\n" });
  const report = terminalReport(await build({ check: true }), STYLE);
  expect(report).toContain("    1 | 数据 a\tb [[No]]\n      |       \t  ^^^^^^\n");
});

test("of more than 50 problems, each rule has its share, and all are counted by rule", async () => {
  const result = await vault({
    "a.md": Array.from({ length: 60 }, (_, i) => `[[No ${i}]]`).join(" "),
    "b.md": "[[No]] ![[a]]\n\n[[nodiscard]] [[fallthrough]]\n",
  }).build({ check: true });
  const report = terminalReport(result, { ...STYLE, command: "npm run check -- --all" });
  expect(report.match(/\(broken-link\)/g)).toHaveLength(48);
  expect(report).toContain("b.md:1:8 warning");
  expect(report.slice(report.indexOf("50 of"))).toBe(
    `50 of 64 problems are shown, 1 other says the same; \`npm run check -- --all\` shows them all. By rule:

  warning  broken-link        61
  warning  code-as-link        2
  warning  embed               1
`,
  );
  const all = terminalReport(result, { ...STYLE, verbose: true });
  expect(all.match(/\(broken-link\)/g)).toHaveLength(61);
});

test("problems that say the same are one, with the folders of the others", async () => {
  const toml = "+++\ntitle = T\n+++\n";
  const files = ["a.md", "b/c.md", "b/d.md", "e/f.md"].map((file) => [file, toml]);
  const result = await vault(Object.fromEntries(files)).build({ check: true });
  const report = terminalReport(result, STYLE);
  expect(report.match(/This is not valid TOML/g)).toHaveLength(1);
  expect(report).toContain("      = and in 3 other places: b/ (2), e/ (1)\n");
  expect(report).toContain(
    "1 of 4 problems are shown, 3 others say the same; `npm run check -- --verbose` shows them all. By rule:",
  );
  expect(terminalReport(result, { ...STYLE, verbose: true })).not.toContain("are shown");
});

test("of many problems, it says how many are left out and how many say the same as others", async () => {
  const links = Array.from({ length: 60 }, (_, i) => `[[No ${i}]]`).join(" ");
  const result = await vault({ "a.md": links, "b.md": links }).build({ check: true });
  expect(terminalReport(result, STYLE)).toContain(
    "50 of 120 problems are shown, 50 others say the same; ",
  );
});

test("the report repeats the options of the run, and counts withheld and hidden notes", async () => {
  const many = "![[a]] ".repeat(3) + Array.from({ length: 60 }, (_, i) => `[[No ${i}]]`).join(" ");
  const made = vault({ "a.md": many, "b.md": "---\ndraft: true\n---\n", ".trash/c.md": "" });
  const run = (...args: string[]) => {
    const command = join(import.meta.dirname, "../../scripts/commands/build.ts");
    return spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
  };
  const content = ["--content", made.contentDir];
  const own = ["--ignore", "x y/**", "--rule=embed=off", "--attachments", "https://a.example"];
  const checked = run("--check", ...content, ...own);
  expect(checked.stderr).toContain(
    `\`npm run check -- --content ${made.contentDir} --ignore 'x y/**' --rule=embed=off --attachments https://a.example --verbose\` shows them all`,
  );
  expect(checked.stdout).toMatch(/^\n {2}notes in notes/);
  expect(checked.stdout).toContain("1 note (1 withheld: draft 1; 1 hidden file left out) checked.");
  const failed = run(...content, "--out", made.outDir, "--rule", "broken-link=error");
  expect(failed.stdout).toMatch(/^60 errors, \d+ warnings? in \S+\.\n$/m);
});

test("notes that cannot be published are counted in the last line", async () => {
  const config = "strict: false\ncollections: { x: { folder: ., route: '/x/{slug}' } }\n";
  const files = { "a.md": "a", "B C.md": "b", "D.md": "d", "e.md": "---\ndraft: y\n---\n" };
  const result = await vault({ ...files, "collections.yaml": config }).build();
  expect(result.notes.map(({ file }) => file)).toEqual(["a.md"]);
  expect(result.leftOut).toEqual({ withheld: ["draft"], hidden: 0, unpublishable: 2 });
  const print = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const options = { contentDir: "", outDir: "out", check: true, quiet: false, verbose: false };
  printReport(result, { ...options, report: "github", args: [] });
  expect(print.mock.lastCall?.[0]).toBe(
    "0 errors, 2 warnings. 1 note (1 withheld: draft 1; 2 files that cannot be published left out) checked. Search language: English.\n",
  );
});

test("npm start shows a warning once, as long as it stays, and an error at every build", async () => {
  const { builder, contentDir, outDir, write } = vault({ "a.md": "[[One]]\n" });
  const shown = { args: [], report: "text", quiet: true, verbose: false } as const;
  const built = { contentDir, outDir, check: false, rules: new Map(), ignore: [] };
  const kept = builder();
  const run = reportingRun({ ...built, ...shown }, (...args) => kept.run(...args));
  const print = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const said = async (file: string, text: string) => {
    write(file, text);
    print.mockClear();
    await run(new Set([file]));
    const report = print.mock.calls.join("");
    return ["One", "Two", "unreadable"].filter((each) => report.includes(each));
  };
  expect(await said("a.md", "[[One]]\n")).toEqual(["One"]);
  expect(await said("b.md", "[[Two]]\n")).toEqual(["Two"]);
  expect(await said("b.md", "[[Two]]\n\nMore.\n")).toEqual([]);
  for (const text of ["unreadable: 1\n", "unreadable: 2\n"]) {
    expect(await said("collections.yaml", text)).toEqual(["unreadable"]);
  }
});

describe("a failed build says what its output still has of notes that are now drafts or gone", () => {
  const CONFIG = "strict: true\n";

  /** The result of a build that fails after another one, and what is printed of it. */
  async function failing(change: (made: Vault) => void, options: Partial<ReportOptions> = {}) {
    const names = ["a", "b", "c", ...Array.from({ length: 10 }, (_, i) => `n${i}`)];
    const notes = names.map((name) => [`${name}.md`, note(name)]);
    const made = await builtVault({ ...Object.fromEntries(notes), "collections.yaml": CONFIG });
    change(made);
    made.write("a.md", note("a", "[[Nowhere]]\n"));
    const result = await made.build();
    const print = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    printReport(result, {
      ...{ contentDir: "", outDir: "dist", check: false, quiet: true, verbose: false, args: [] },
      ...{ report: "text", ...options },
    });
    const said = print.mock.calls.map(([text]) => text).join("");
    print.mockRestore();
    out.mockRestore();
    return { result, said };
  }

  test("by their routes, even if the report is quiet, and for programs", async () => {
    const { result, said } = await failing(({ write, contentDir }) => {
      write("b.md", note("b", "", "draft: true\n"));
      rmSync(join(contentDir, "c.md"));
      write("d.md", note("d", "", "draft: true\n"));
    });
    expect(result.stillPublic).toEqual(["/b", "/c"]);
    expect(said.split("\n").at(-2)).toBe(
      "dist still has notes that are now drafts or gone, until the errors are fixed: /b and /c.",
    );
    expect(JSON.parse(jsonReport(result)).stillPublic).toEqual(["/b", "/c"]);
  });

  test("by ten of them if there are many", async () => {
    const { said } = await failing(({ write }) => {
      for (const name of ["b", "c", ...Array.from({ length: 10 }, (_, i) => `n${i}`)]) {
        write(`${name}.md`, note(name, "", "draft: true\n"));
      }
    });
    expect(said).toContain("fixed: /b, /c, /n0, /n1, /n2, /n3, /n4, /n5, /n6, /n7 and 2 more.\n");
  });

  test.each<[what: string, change: (made: Vault) => void]>([
    ["nothing is withheld", () => {}],
    ["a note cannot be read", ({ write }) => write("b.md", "---\ntitle: [\n---\n")],
    ["there is no output", ({ outDir }) => rmSync(outDir, { recursive: true })],
  ])("unless %s", async (_, change) => {
    const { result, said } = await failing(change);
    expect(result.stillPublic).toEqual([]);
    expect(said).not.toContain("until");
    expect(JSON.parse(jsonReport(result))).not.toHaveProperty("stillPublic");
  });

  test("unless it succeeds", async () => {
    const made = await builtVault({ "a.md": note("a"), "b.md": note("b") });
    made.write("b.md", note("b", "", "draft: true\n"));
    expect((await made.build()).stillPublic).toEqual([]);
    expect(made.read("api/v1/notes.json")).not.toContain('"/b"');
  });
});

test("for each rule, 20,000 problems are listed and the rest are counted", async () => {
  const result = await vault({ "a.md": "[[No]]\n".repeat(20_001), "b.md": "![[a]]\n" }).build({
    check: true,
  });
  const report = JSON.parse(jsonReport(result));
  expect(report.problems).toHaveLength(20_001);
  expect(report.omitted).toEqual({ "broken-link": 1 });
  expect(terminalReport(result, { ...STYLE, verbose: true })).toContain(
    "20001 of 20002 problems are shown.",
  );
});
