import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { CONFIG, note, vault } from "./vault.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Runs the build as a command, like the scripts in package.json. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { CI: _, GITHUB_ACTIONS: __, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/commands/build.ts"), ...args],
    { encoding: "utf8", cwd: ROOT, env: { ...inherited, NO_COLOR: "1", ...env } },
  );
  return { status, stdout, stderr };
}

const GOOD = { "collections.yaml": CONFIG, "guides/a.md": note("A") };
const BAD = { "collections.yaml": CONFIG, "guides/a.md": note("A", "See [[Nowhere]].\n") };

test("a build ends with the number of notes and files, sizes and time, and exit code 0", () => {
  const { contentDir, outDir } = vault(GOOD);
  const { status, stdout, stderr } = run(["--content", contentDir, "--out", outDir]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(
    /^Built .*dist: 1 note, \d+ files, [\d.]+ kB in total, search index [\d.]+ kB, [\d.]+ s\.\n$/,
  );
  expect(status).toBe(0);
});

test("a problem is shown with its place and the underlined source, and the exit code is 1", () => {
  const { contentDir, outDir } = vault(BAD);
  const { status, stdout, stderr } = run(["--content", contentDir, "--out", outDir]);
  const shown = relative(ROOT, join(contentDir, "guides/a.md"));
  expect(stderr).toMatch(
    /^.+:5:5 error .+ \(broken-link\)\n {4}5 \| See \[\[Nowhere\]\]\.\n {6}\| {5}\^{11}\n$/,
  );
  expect(stderr.startsWith(`${shown}:5:5`)).toBe(true);
  expect(stdout).toBe(`1 error, 0 warnings in ${contentDir}.\n`);
  expect(status).toBe(1);
  expect(existsSync(outDir)).toBe(false);
});

test("--report json prints the notes by route, and the problems, and nothing else, to standard output", () => {
  const { contentDir, outDir } = vault({
    ...BAD,
    "guides/b c.md": note("C"),
    "guides/b-a.md": note("B"),
  });
  const args = ["--content", contentDir, "--out", outDir, "--report", "json"];
  const { status, stdout, stderr } = run(args, { CI: "true" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    notes: [
      { file: "guides/a.md", route: "/guides/a" },
      { file: "guides/b-a.md", route: "/guides/b-a" },
      { file: "guides/b c.md", route: "/guides/b-c" },
    ],
    problems: [
      {
        file: "guides/a.md",
        line: 5,
        column: 5,
        rule: "broken-link",
        severity: "error",
        message: expect.stringContaining("Nowhere"),
        suggestions: [],
      },
    ],
    statistics: {
      notes: { guides: 3 },
      resolved: 0,
      broken: 1,
      ambiguous: 0,
      orphans: 3,
      markdownLinks: 0,
      markdownLinksToNotes: 0,
      duplicateTitles: 0,
      withoutSummary: 0,
    },
  });
  expect(status).toBe(1);
});

test("--fix prints its changes to standard error, not into the JSON, and replaces control characters", () => {
  const { contentDir } = vault({ "a.md": "[[a%20b|\u001bcx]]\n", "a b.md": "" });
  const args = ["--content", contentDir, "--check", "--fix"];
  const { status, stdout, stderr } = run([...args, "--report", "json"]);
  expect(stderr).toBe("a.md:1:1 [[a%20b|\u241bcx]] → [[a b|\u241bcx]]\n");
  expect(JSON.parse(stdout).problems).toEqual([]);
  expect(status).toBe(0);
});

test("in GitHub Actions, problems are annotations", () => {
  const { contentDir, outDir } = vault(BAD);
  const { status, stdout } = run(["--content", contentDir, "--out", outDir], {
    GITHUB_ACTIONS: "true",
  });
  const file = relative(ROOT, join(contentDir, "guides/a.md"));
  expect(stdout.split("\n")[0]).toMatch(
    `::error file=${file},line=5,col=5,endColumn=16,title=broken-link::`,
  );
  expect(status).toBe(1);
});

test("--rule turns a rule off, and --check writes nothing", () => {
  const { contentDir, outDir } = vault(BAD);
  const args = ["--content", contentDir, "--out", outDir, "--check", "--rule", "broken-link=off"];
  expect(run(args)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/1 note checked, nothing wrong\.\n$/),
    stderr: "",
  });
  expect(existsSync(outDir)).toBe(false);
});

/** Builds two notes, one with a broken link. */
function built(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { contentDir, outDir } = vault({ "a.md": note("A"), "b.md": "See [[nowhere]].\n" });
  return run(["--content", contentDir, "--out", outDir, ...args], env);
}

test("in CI, each stage is one line", () => {
  const { stderr } = built([], { CI: "true" });
  const stages = stderr.split("\n").filter((line) => /^[a-z]+( \d+ notes)?$/.test(line));
  expect(stages).toEqual(["list", "parse 2 notes", "link 2 notes", "index", "write"]);
});

test("--quiet prints only problems", () => {
  const { stdout, stderr } = built(["--quiet"], { CI: "true" });
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^\S+b\.md:1:5 warning [^\n]+ \(broken-link\)\n/);
});

test("--verbose prints the time of each stage", () => {
  const { stderr } = built(["--verbose"]);
  for (const stage of ["list", "parse", "link", "index", "write"]) {
    expect(stderr).toMatch(new RegExp(`^ {2}${stage} +\\d+\\.\\d\\d s +\\d+ %$`, "m"));
  }
});

test.each([
  [["--contnet", "x"], /Unknown option '--contnet'/],
  [["--report", "xml"], /^--report takes text, json, github, not "xml"\. See --help\.\n$/],
  [["--rule", "broken-lnk=off"], /Did you mean broken-link\?/],
  [["--rule", "config=off"], /there is no rule "config" to set/],
  [["--rule", "broken-link=quiet"], /takes error, warning, off, not "quiet"/],
  [["--fix"], /--fix needs --check/],
])("incorrect usage %j gives one sentence and exit code 2", (args, message) => {
  const { status, stderr } = run(args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

test.each([
  ["there is no folder", "nowhere", /^There is no folder .*nowhere\.\n$/],
  ["the folder has no notes", ".", /contains no Markdown notes\.\n$/],
])("if %s, the error is one sentence and the exit code is 1", (_, folder, message) => {
  const { contentDir } = vault({ "collections.yaml": CONFIG });
  const { status, stderr } = run(["--content", join(contentDir, folder)]);
  expect(stderr).toMatch(message);
  expect(status).toBe(1);
});

test.each([
  ["build", ["--content", "--out", "--report", "--rule", "--check", "--fix"]],
  ["start", ["--content", "--port"]],
  ["new", ["--title", "--content"]],
  ["smoke", ["--dist"]],
  ["deploy", ["--content", "--name", "--overwrite", "--preview"]],
])("%s --help shows its options and does nothing", (command, options) => {
  const script = join(ROOT, "scripts/cli/main.js");
  const args = [script, command, "--help", "--nonsense"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stdout).toMatch(/^Usage: npm /);
  for (const option of options) expect(stdout).toContain(`  ${option} `);
  expect(status).toBe(0);
});

test.each([
  [["--help"], 0],
  [["--check", "--report", "json"], 1],
])("%j exits normally if nobody reads its output", async (args, code) => {
  const { contentDir } = vault(BAD);
  const child = spawn(
    process.execPath,
    [join(ROOT, "scripts/commands/build.ts"), "--content", contentDir, ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  child.stdout.destroy();
  const ended = once(child, "exit");
  expect(await text(child.stderr)).toBe("");
  expect(await ended).toEqual([code, null]);
});
