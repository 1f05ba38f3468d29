import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { newFolder } from "../build/vault.ts";
import { needTool } from "../clients/need-tool.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = ".github/workflows";
/** Whether a step is told that there are credentials is no secret. */
const CREDENTIALS = /secrets\.CLOUDFLARE|inputs\.(api-token|account-id)(?! != '')/;

interface Job {
  readonly environment?: string;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

function read(file: string) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const { jobs, runs }: { jobs?: Record<string, Job>; runs?: Job } = parse(text);
  return { file, text, jobs: Object.values(jobs ?? { runs: runs! }) };
}

function commands({ steps }: Job): string {
  return steps.flatMap(({ run }) => run ?? []).join("\n");
}

const workflows = readdirSync(join(ROOT, FOLDER)).map((file) => read(`${FOLDER}/${file}`));

test.for(workflows)(
  "$file may only read the repository, and keeps no credentials",
  ({ file, text }) => {
    const [first, ...others] = text.match(/permissions:.*\n.*/g) ?? [];
    expect(first).toBe("permissions:\n  contents: read");
    // A release writes, see below, and two workflows report what they find.
    expect(others.length).toBe(
      { release: 2, codeql: 1, scorecard: 1 }[basename(file, ".yml")] ?? 0,
    );
    const count = (what: RegExp) => text.match(what)?.length;
    expect(count(/persist-credentials: false/g)).toBe(count(/\/checkout@/g));
    // These run a pull request's code with the rights of the repository.
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  },
);

describe.for([...workflows, read("action.yml")])("$file", ({ file, text, jobs }) => {
  test("pins every action by its full commit hash, with the version in a comment", () => {
    for (const line of text.match(/^.*uses:.*$/gm) ?? []) {
      expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("puts no expression into a command, where its value would be run", () => {
    for (const job of jobs) expect(commands(job)).not.toContain("${{");
  });

  test("shows the token only to the last step of its job, which publishes", () => {
    for (const { steps } of jobs) {
      const shown = steps.filter((step) => CREDENTIALS.test(JSON.stringify(step)));
      expect(shown).toEqual(shown.length === 0 ? [] : steps.slice(-1));
      for (const { run } of shown) expect(run).toContain("scripts/commands/deploy.ts");
    }
  });

  test("installs without install scripts, and runs nothing of npm, in a job that has the token", () => {
    for (const job of jobs.filter((each) => CREDENTIALS.test(JSON.stringify(each)))) {
      expect(commands(job)).toContain("npm ci --omit=dev --ignore-scripts");
      expect(job.environment !== undefined).toBe(file !== "action.yml");
      expect(commands(job)).not.toMatch(/npm (run|test|start)|npx/);
    }
  });
});

test("every job runs on a Node for which npm does not install the repackaged one", () => {
  for (const { text } of [...workflows, read("action.yml")]) {
    const versions = text.match(/(?<=node-version: ).*/g) ?? [];
    for (const version of versions) expect(version).toBe("24");
    expect(text.match(/\/setup-node@/g) ?? []).toHaveLength(versions.length);
  }
});

test("a preview runs the deploy script and the packages of the branch that a pull request goes to", () => {
  const { jobs }: { jobs: Record<string, Job> } = parse(read(`${FOLDER}/test.yml`).text);
  const checkouts = jobs.preview!.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  const refs = checkouts.map((step) => step.with?.ref);
  expect(refs).toEqual([expect.stringContaining(" github.event.pull_request.base.sha ")]);
});

test("the documents pass secrets to the workflow of another owner by name", () => {
  const text = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
  const [, example = ""] = /```yaml\n(jobs:\n.*?)```/s.exec(text) ?? [];
  const { secrets } = parse(example).jobs.publish;
  const { on } = parse(read(`${FOLDER}/publish-notes.yml`).text);
  expect(Object.keys(secrets)).toEqual(Object.keys(on.workflow_call.secrets));
});

test("in a release, the jobs that may publish the package or write to the repository install nothing and run nothing of it", () => {
  const { jobs, text } = read(`${FOLDER}/release.yml`);
  const mighty = jobs.filter((job) => /"(?:id-token|contents)":"write"/.test(JSON.stringify(job)));
  expect(mighty).toHaveLength(2);
  for (const job of mighty) {
    expect(commands(job)).not.toMatch(
      /npm (?:ci|install|run|test|exec)|npx|\bnode\b|bash |\.\/(?!\*\.tgz)/,
    );
  }
  expect(commands(jobs[1]!)).toBe("npm publish --provenance --access public ./*.tgz");
  expect(text).toMatch(/tags: \["v\[0-9\]\+\.\[0-9\]\+\.\[0-9\]\+"\]/);
});

test("all dependencies are audited when a lock file changes, and Dependabot sees every package file and waits", () => {
  const { text } = read(`${FOLDER}/audit.yml`);
  const { on } = parse(text);
  expect(on.pull_request.paths).toEqual(["**/package-lock.json"]);
  for (const file of filesNamed("package-lock.json")) {
    const prefix = dirname(file) === "." ? "" : ` --prefix ${dirname(file)}`;
    expect(text).toContain(`run: npm audit --audit-level=moderate${prefix}\n`);
  }
  const { updates } = parse(readFileSync(join(ROOT, ".github/dependabot.yml"), "utf8"));
  const seen = updates.flatMap(
    (each: Record<string, string>) => each.directories ?? each.directory,
  );
  for (const file of filesNamed("package.json")) expect(seen).toContain(dirname(`/${file}`));
  for (const { cooldown } of updates) expect(cooldown["default-days"]).toBeGreaterThanOrEqual(3);
});

test.skipIf(process.platform === "win32").for<[tag: string, tags: string[], moves: boolean]>([
  ["v1.3.0", ["v1.2.8", "v1.2.9", "v1.3.0"], true],
  ["v1.2.9", ["v1.2.8", "v1.2.9", "v1.3.0"], false],
  ["v1.10.0", ["v1.9.0", "v1.10.0"], true],
])("the tag %s, beside %j, moves v1: %s", ([tag, tags, moves], context) => {
  needTool(context, "REQUIRE_CURL", "bash");
  const folder = newFolder();
  const refs = tags.map((each) => `refs/tags/${each}`).join("\\n");
  const gh = `#!/bin/sh\ncase "$*" in *matching-refs*) printf '${refs}\\n' ;; *) echo "moved: $*" ;; esac\n`;
  writeFileSync(join(folder, "gh"), gh, { mode: 0o755 });
  const { jobs }: { jobs: Record<string, Job> } = parse(read(`${FOLDER}/release.yml`).text);
  const { run = "" } = jobs.release!.steps.at(-1)!;
  const said = execFileSync("bash", ["-e", "-c", run], {
    encoding: "utf8",
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_REF_NAME: tag,
      GITHUB_REPOSITORY: "somebody/notes",
      GITHUB_SHA: "0123abc",
    },
  });
  expect(said).toMatch(
    moves ? /^moved: .*tags\/v1 -f sha=0123abc/ : /^::notice::v1 stays at v1\.3\.0\.\n$/,
  );
});

test("CI and the workflow of pull requests require the same programs, and all of them", () => {
  const required = readFileSync(join(ROOT, ".ci/required.env"), "utf8");
  const listed = [...required.matchAll(/^(REQUIRE_\w+)=1$/gm)].map(([, name]) => name);
  const files = globSync("{test/**/*.ts,vitest.config.ts}", {
    cwd: ROOT,
    exclude: (name) => name.includes("node_modules"),
  });
  const used = files.flatMap(
    (file) => readFileSync(join(ROOT, file), "utf8").match(/REQUIRE_[A-Z]+\b/g) ?? [],
  );
  expect(listed).toEqual([...new Set(used)].sort());
  for (const file of [".ci/run", `${FOLDER}/test.yml`]) {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(". .ci/required.env");
  }
});

/** Paths of the project's files of a name. */
function filesNamed(name: string): string[] {
  const exclude = (each: string) => each.includes("node_modules");
  const files = globSync(`**/${name}`, { cwd: ROOT, exclude });
  return files.map((file) => file.replaceAll("\\", "/"));
}
