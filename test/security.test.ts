import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { githubReport } from "../scripts/report/print.ts";
import { terminalReport } from "../scripts/report/terminal.ts";
import { brief, CONFIG, note, vault } from "./build/vault.ts";

const ESCAPE = "\u001b";
describe("a hostile vault", () => {
  test("runs no code, whatever language its front matter claims to be", async () => {
    const fences = [
      "---js",
      "---javascript",
      "--- js",
      "---coffee",
      "---json",
      "---toml",
      "---yaml",
    ];
    const code = "\n{ title: (globalThis.ran = true, process.exit(3)) }\n---\n";
    const files = fences.map((fence, n) => [`guides/n${n}.md`, `${fence}${code}`]);
    const { problems } = await vault({
      "collections.yaml": CONFIG,
      ...Object.fromEntries(files),
    }).build();
    expect(new Set(problems.map(({ file }) => file)).size).toBe(fences.length);
    expect(Object.keys(globalThis)).not.toContain("ran");
  });

  test.for([
    ["a type tag", "title: !!js/function 'function () { globalThis.ran = true }'"],
    ["a regular expression tag", "title: !!js/regexp /(a+)+$/"],
    ["an alias bomb", `${bomb(9)}\ntitle: *a9`],
    ["a merged prototype", "title: T\n<<: { __proto__: { summary: stolen } }"],
    ["a prototype as a field", "title: T\n__proto__: { summary: stolen }"],
    ["a constructor as a field", "title: T\nconstructor: { prototype: { summary: stolen } }"],
    ["deep nesting", `title: ${"[".repeat(5000)}${"]".repeat(5000)}`],
  ])("gets an error for front matter that contains %s", async ([, yaml]) => {
    const text = `---\n${yaml}\n---\nText.\n`;
    const { build, outDir } = vault({ "collections.yaml": CONFIG, "guides/a.md": text });
    const { problems, notes } = await build();
    expect(problems.map(brief)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^guides\/a\.md:\d+:\d+ error /)]),
    );
    expect(notes.map(({ route }) => route)).not.toContain("stolen");
    expect("summary" in {}).toBe(false);
    expect(Object.keys(globalThis)).not.toContain("ran");
    expect(() => readdirSync(outDir)).toThrow();
  });

  test("publishes nothing from outside, neither by a symbolic link nor by a link in a note", async () => {
    const { build, contentDir, outDir } = vault({
      "collections.yaml": CONFIG,
      "guides/a.md": note("A", "![[../../secret.txt]] [[/../secret]] [x](../../secret.txt)\n"),
    });
    writeFileSync(join(contentDir, "../secret.md"), note("Secret", "the secret\n"));
    mkdirSync(join(contentDir, "../elsewhere"));
    writeFileSync(join(contentDir, "../elsewhere/b.md"), note("B", "the secret\n"));
    symlinkSync("../../secret.md", join(contentDir, "guides/file.md"));
    symlinkSync("../../elsewhere", join(contentDir, "guides/folder"));
    const { problems } = await build();
    expect(problems.map(({ file }) => file)).toEqual(expect.arrayContaining(["guides/a.md", "."]));
    expect(() => readdirSync(outDir)).toThrow();
  });

  test("does not quote an outside file that is the target of a symbolic link", async () => {
    const { build, contentDir } = vault({ "a.md": "the text\n" });
    writeFileSync(join(contentDir, "../secret.yaml"), "the secret\n");
    symlinkSync("../secret.yaml", join(contentDir, "collections.yaml"));
    const result = await build();
    expect(result.problems.map(brief)).toEqual(["collections.yaml:1:1 error config"]);
    const text = terminalReport(result, {
      shownPath: (file) => file,
      color: false,
      verbose: false,
      command: "",
    });
    expect(text).not.toContain("the secret");
  });
});

test("nothing of a draft is in the output", async () => {
  const front =
    "title: Merger\nsummary: Takeover.\ntags: [bidding]\naliases: [Bluebird]\nformerly: [/buyout]\ndraft: true";
  const { build, tree } = vault({
    "a.md": note("A", "[[Merger|one]] and [[Bluebird|two]].\n"),
    "deals/gamma.md": `---\n${front}\n---\n# Zeppelin\n\n[[A]] for millions.\n`,
  });
  const { notes } = await build();
  expect(notes.map(({ file }) => file)).toEqual(["a.md"]);
  const output = JSON.stringify(tree()).toLowerCase();
  const words = ["merger", "takeover", "bidding", "bluebird", "buyout", "deals", "gamma"];
  const found = [...words, "zeppelin", "millions", "one and two."].filter((each) =>
    output.includes(each),
  );
  expect(found).toEqual(["one and two."]);
});

describe("a hostile note in a report", () => {
  const hostile = {
    file: `guides/x${ESCAPE}[2J,line=1::y.md`,
    line: 1,
    column: 1,
    length: 1,
    severity: "error" as const,
    rule: "broken-link" as const,
    message: `no note is called ${ESCAPE}]0;owned\u0007\n::set-output name=a::b\r\n::add-mask::c`,
    suggestions: ["%0A::stop-commands::d"],
  };

  test("gives GitHub Actions no command except its own annotation", () => {
    const lines = githubReport([hostile], (file) => file).split(/[\r\n]+/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=[^:,]*%2Cline=1%3A%3Ay\.md,line=1,/);
    expect(lines[0]).toContain("%250A");
    expect(lines[1]).toBe("");
  });

  test("sends no control characters to a terminal", () => {
    const source = `a ${ESCAPE}[31m [[x]] \u009b2J\u0007`;
    const text = terminalReport(
      { problems: [hostile], counts: [], sourceOf: () => source },
      { shownPath: (file) => file, color: false, verbose: false, command: "" },
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

/** YAML whose last alias expands to 10 ** depth words. */
function bomb(depth: number): string {
  const lines = ["a0: &a0 word"];
  for (let n = 1; n <= depth; n++) {
    lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(", ")}]`);
  }
  return lines.join("\n");
}

describe("dependencies", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

  test("two packages have an install script, and both only look for their binary", () => {
    const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
      read("package-lock.json"),
    );
    const scripted = Object.entries(lock.packages).filter(
      ([, { hasInstallScript }]) => hasInstallScript,
    );
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect([...new Set(names)].toSorted()).toEqual(["esbuild", "workerd"]);
  });

  test("every version is exact", () => {
    const manifests = ["package.json", "scripts/bundled-node/package.json"].map((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file));
      return { ...dependencies, ...devDependencies, ...optionalDependencies };
    });
    const versions: string[] = manifests.flatMap((each) => Object.values(each));
    for (const version of versions)
      expect(version).toMatch(/^(\d+\.\d+\.\d+(-\w+)?|file:(test|scripts)\/.+)$/);
  });

  test("the Worker bundles three packages", () => {
    const { sources }: { sources: string[] } = JSON.parse(
      readFileSync(join(inject("bundle").folder, "bundle/index.js.map"), "utf8"),
    );
    const packages = sources.flatMap(
      (source) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
    );
    expect([...new Set(packages)].sort()).toEqual(["@orama/stemmers", "itty-router", "stemmer"]);
  });
});

describe("wrangler.toml", () => {
  const config = join(import.meta.dirname, "../wrangler.toml");
  const { assets, observability } = unstable_readConfig({ config });

  test("every request runs the Worker, and the asset store rewrites no address", () => {
    expect(assets).toMatchObject({
      run_worker_first: true,
      html_handling: "none",
      not_found_handling: "none",
    });
  });

  test("the platform records no requests itself, only what the Worker logs", () => {
    expect(observability).toMatchObject({
      logs: { invocation_logs: false },
      traces: { enabled: false },
    });
  });
});

test("every test that SECURITY.md names exists", () => {
  const project = join(import.meta.dirname, "..");
  const notes = readFileSync(join(project, "SECURITY.md"), "utf8");
  const rows = notes.split("\n").filter((line) => /^\| (?!---|Attempt|Trusted)/.test(line));
  const named = [...notes.matchAll(/`(test\/[\w/-]+\.test\.ts)`: (.+?) \|$/gm)];
  expect(named.length).toBeGreaterThan(20);
  expect(rows.filter((row) => row.includes("test/"))).toHaveLength(named.length);
  for (const [, file = "", name = ""] of named) {
    expect(readFileSync(join(project, file), "utf8"), file).toContain(`"${name}"`);
  }
});
