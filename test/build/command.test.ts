import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { serve } from "../../scripts/commands/server-options.ts";
import { CONFIG, newFolder, note, vault } from "./vault.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = join(ROOT, "scripts/commands/build.ts");

/** Runs the build as a command, like the scripts in package.json. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { CI: _, GITHUB_ACTIONS: __, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILD, ...args], {
    encoding: "utf8",
    cwd: ROOT,
    env: { ...inherited, NO_COLOR: "1", ...env },
    timeout: 240_000,
  });
  // On a slow machine a build says what it is doing.
  return { status, stdout, stderr: stderr.replace(/^Building: .*\n/, "") };
}

const GOOD = { "collections.yaml": CONFIG, "guides/a.md": note("A") };
const BAD = { "collections.yaml": CONFIG, "guides/a.md": note("A", "See [[Nowhere]].\n") };

test("a build ends with the number of notes and files, sizes and time, and exit code 0", () => {
  const { contentDir, outDir } = vault(GOOD);
  const { status, stdout, stderr } = run(["--content", contentDir, "--out", outDir]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(
    /^Built .*dist: 1 note, \d+ files, [\d.]+ kB in total, search index [\d.]+ kB in English, [\d.]+ s\.\n$/,
  );
  expect(status).toBe(0);
});

test.skipIf(!existsSync("/proc/self"))("an output below /proc ends with an error", () => {
  const { contentDir } = vault(GOOD);
  for (const out of ["/proc/x", "/proc/x/y"]) {
    const { status, stderr } = run(["--content", contentDir, "--out", out]);
    expect(stderr).toBe("No folder can be created in /proc. Choose another folder with --out.\n");
    expect(status).toBe(1);
  }
});

test("a problem is shown with its place and the underlined source, in CI after each stage, and the exit code is 1", () => {
  const { contentDir, outDir } = vault(BAD);
  const args = ["--content", contentDir, "--out", outDir];
  const { status, stdout, stderr } = run(args, { CI: "true" });
  const shown = relative(ROOT, join(contentDir, "guides/a.md"));
  expect(stderr).toMatch(
    /^list\nparse 1 note\nlink 1 note\nindex\n.+:5:5 error .+ \(broken-link\)\n {4}5 \| See \[\[Nowhere\]\]\.\n {6}\| {5}\^{11}\n$/,
  );
  expect(stderr).toContain(`\n${shown}:5:5`);
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
    language: "en",
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

test("in GitHub Actions, problems are annotations, which say each suggestion once", () => {
  const { contentDir, outDir } = vault({ ...BAD, "guides/b.md": note("B", "[[Aa]] [[A#^x]]\n") });
  const { status, stdout } = run(["--content", contentDir, "--out", outDir], {
    GITHUB_ACTIONS: "true",
  });
  const file = relative(ROOT, join(contentDir, "guides/a.md"));
  expect(stdout.split("\n")[0]).toMatch(
    `::error file=${file},line=5,col=5,endColumn=16,title=broken-link::`,
  );
  expect(stdout).toMatch(/::No note is named "Aa"\. Did you mean \[\[A\]\]\?\n/);
  expect(stdout).toMatch(/ Link to the note or to one of its headings\. Try \[\[A\]\]\.\n/);
  expect(status).toBe(1);
});

test("--rule turns a rule off, and --check writes nothing", () => {
  const { contentDir, outDir } = vault(BAD);
  const args = ["--content", contentDir, "--out", outDir, "--check", "--rule", "broken-link=off"];
  expect(run(args)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/1 note checked, nothing wrong\. Search language: English\.\n$/),
    stderr: "",
  });
  expect(existsSync(outDir)).toBe(false);
});

test("a missing folder gives one sentence and exit code 1", () => {
  const stderr = 'There is no folder "nowhere".\n';
  expect(run(["--content", "nowhere"])).toEqual({ status: 1, stdout: "", stderr });
});

test("--quiet prints only problems", () => {
  const { contentDir, outDir } = vault({ "a.md": note("A"), "b.md": "See [[nowhere]].\n" });
  const args = ["--content", contentDir, "--out", outDir, "--quiet"];
  const { stdout, stderr } = run(args, { CI: "true" });
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^\S+b\.md:1:5 warning [^\n]+ \(broken-link\)\n/);
});

/** Runs a command by its name, in the folder of the project or another. */
function main(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const all = [join(ROOT, "scripts/cli/main.js"), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: "utf8",
    ...options,
  });
  return { status, stdout, stderr };
}

test.each([
  ["--content=../vault", "npm_config_content", "../vault", "npm start -- vault --content=../vault"],
  ["--port", "npm_config_port", "true", "npm start -- vault --port …"],
  ["--client-header=X", "npm_config_client_header", "X", "npm start -- vault --client-header=X"],
])("npm start %s, without a -- before it, is refused", (option, name, value, advice) => {
  const env = { ...process.env, npm_lifecycle_event: "start", [name]: value };
  const { status, stderr } = main(["start", "vault"], { env });
  expect(stderr).toBe(
    `npm took ${option} for itself. Options come after a --: ${advice}. See --help.\n`,
  );
  expect(status).toBe(2);
});

test.each([
  [["start", "./nowhere"], /^"\.\/nowhere" is not a folder\. See --help\.\n$/],
  [["bulid"], /^"bulid" is neither a command nor a folder\. Did you mean build\? See --help\.\n$/],
  [["vualt"], /^"vualt" is neither a command nor a folder\. See --help\.\n$/],
  [["serve", "--port", "abc"], /^--port must be a number from 0 to 65535\. See --help\.\n$/],
  [["serve", "--var", "LIMIT"], /^--var must be NAME:VALUE\. See --help\.\n$/],
  [["serve", "--var", "RATE_LIMIT:5"], /^--var: there is no variable "RATE_LIMIT"\./],
  [
    ["serve", "--client-header", "X-Real-IP"],
    /^--client-header and --trusted-proxy need each other\./,
  ],
  [
    // Before the build, which would report that there is no such folder.
    ["start", "--content", "nowhere", "--client-header", "X-Real-IP", "--trusted-proxy", "10.0"],
    /^--trusted-proxy: "10\.0" is neither an IP address nor a network /,
  ],
])("%j is refused in one sentence", (args, message) => {
  const { status, stderr } = main(args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

test.each(["bench/agents", "bench/build"])("an unknown option of %s is refused", (name) => {
  const args = [join(ROOT, `${name}.ts`), "--nope"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("Unknown option '--nope'. See --help.\n");
  expect(status).toBe(2);
});

test.each([
  [["--out", "no/such"], "no/such", "npm run build -- --out no/such"],
  [["my notes", "--out", "no/such"], "no/such", 'npm run build -- "my notes" --out no/such'],
])("serve %j says how to make the build that is missing", (args, folder, build) => {
  const { contentDir } = vault({ "my notes/a.md": "" });
  const { status, stderr } = main(["serve", ...args], { cwd: contentDir });
  expect(stderr).toBe(`There is no build in ${folder}. Make one with ${build}.\n`);
  expect(status).toBe(1);
});

test.each([
  ["EADDRINUSE", "Another program uses port 80. Choose another one with --port."],
  ["EACCES", "This user may not use port 80. Choose another one with --port."],
])("a port that cannot be used is named: %s", async (code, message) => {
  const start = () => Promise.reject(Object.assign(new Error(), { code, syscall: "listen" }));
  await expect(serve(80, start)).rejects.toThrow(message);
});

test("npm start says that its port is in use before it builds", async () => {
  const { contentDir, outDir } = vault(GOOD);
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const args = ["scripts/commands/start.ts", contentDir, "--out", outDir, "--port", `${port}`];
  const child = spawn(process.execPath, args, { cwd: ROOT });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  server.close();
  const message = `Another program uses port ${port}. Choose another one with --port.\n`;
  expect([stdout, stderr]).toEqual(["", message]);
  expect(existsSync(outDir)).toBe(false);
});

test("a command says so if the packages are not installed, and npm test if those for tests are not", () => {
  const folder = newFolder();
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  const options = { cwd: folder, encoding: "utf8" } as const;
  const start = spawnSync(process.execPath, ["scripts/cli/main.js"], options);
  expect([start.status, start.stderr]).toEqual([
    1,
    "The packages are not installed. Run npm ci first.\n",
  ]);
  const pretest = spawnSync(manifest.scripts.pretest, { ...options, shell: true });
  expect([pretest.status, pretest.stderr]).toEqual([
    1,
    "npm test needs the tools for development. Install them with npm ci.\n",
  ]);
});

test("--version prints that of the project", () => {
  expect(main(["--version"]).stdout).toBe(`${manifest.version}\n`);
});

test.each([
  ["build", ["--content", "--out", "--report", "--rule", "--check"]],
  ["start", ["--content", "--port", "--var", "--host"]],
  ["serve", ["--content", "--out", "--port", "--client-header", "--trusted-proxy"]],
  ["smoke", ["BASE_URL"]],
  ["deploy", ["--content", "--name", "--overwrite", "--preview"]],
])("%s --help shows its options and does nothing", (command, options) => {
  const { status, stdout } = main([command, "--help", "--nonsense"]);
  expect(stdout).toMatch(/^Usage: npm /);
  for (const option of options) expect(stdout).toContain(`  ${option} `);
  expect(status).toBe(0);
});

test("a command exits normally if nobody reads its output", async () => {
  const { contentDir } = vault(BAD);
  const args = ["--content", contentDir, "--check", "--report", "json"];
  const child = spawn(process.execPath, [BUILD, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const ended = once(child, "exit");
  expect(await text(child.stderr)).toBe("");
  expect(await ended).toEqual([1, null]);
});
