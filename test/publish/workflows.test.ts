import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = ".github/workflows";
const CREDENTIALS = /secrets\.CLOUDFLARE|inputs\.(api-token|account-id)/;

interface Job {
  readonly environment?: string;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
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

test.for(workflows)("$file may only read the repository, and keeps no credentials", ({ text }) => {
  expect(text.match(/permissions:.*\n.*/g)).toEqual(["permissions:\n  contents: read"]);
  const count = (what: RegExp) => text.match(what)?.length;
  expect(count(/persist-credentials: false/g)).toBe(count(/\/checkout@/g));
  // These run a pull request's code with the rights of the repository.
  expect(text).not.toMatch(/pull_request_target|workflow_run/);
});

describe.for([...workflows, read("action.yml")])("$file", ({ file, text, jobs }) => {
  test("pins every action by its full commit hash, with the version in a comment", () => {
    for (const line of text.match(/^.*uses:.*$/gm) ?? []) {
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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
      const isWorkflow = file !== "action.yml";
      expect(commands(job)).toContain(`npm ci ${isWorkflow ? "--omit=dev " : ""}--ignore-scripts`);
      expect(job.environment !== undefined).toBe(isWorkflow);
      expect(commands(job)).not.toMatch(/npm (run|test|start)|npx/);
    }
  });
});

test("what is published is built without the repackaged Node", () => {
  const { jobs } = read(`${FOLDER}/publish.yml`);
  expect(commands(jobs[0]!)).toMatch(/^npm ci\nrm node_modules\/.bin\/node\nnpm run build$/m);
});

test("all dependencies are audited, and Dependabot sees every package file and waits", () => {
  expect(read(`${FOLDER}/audit.yml`).text).toMatch(/run: npm audit --audit-level=moderate$/m);
  const { updates } = parse(readFileSync(join(ROOT, ".github/dependabot.yml"), "utf8"));
  const seen = updates.flatMap(
    (each: Record<string, string>) => each.directories ?? each.directory,
  );
  const exclude = (name: string) => name.includes("node_modules");
  const files = globSync("**/package.json", { cwd: ROOT, exclude });
  for (const file of files) expect(seen).toContain(dirname(`/${file}`).replaceAll("\\", "/"));
  for (const { cooldown } of updates) expect(cooldown["default-days"]).toBeGreaterThanOrEqual(3);
});
