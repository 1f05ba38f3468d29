import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const SECRETS = ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN"];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(WORKFLOWS).map((file) => {
  const text = readFileSync(join(WORKFLOWS, file), "utf8");
  const workflow: Workflow = parse(text);
  const jobs = Object.values(workflow.jobs);
  return { file, text, workflow, jobs, steps: jobs.flatMap(({ steps }) => steps) };
});

function jobOf(file: string, name: string): Job | undefined {
  return workflows.find((each) => each.file === file)?.workflow.jobs[name];
}

function commands(job: Job | undefined): string {
  return job?.steps.flatMap(({ run }) => run ?? []).join("\n") ?? "";
}

describe.for(workflows)("$file", ({ text, workflow, jobs, steps }) => {
  test("may only read the repository, and leaves no credentials in the checkout", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.flatMap(({ permissions }) => permissions ?? [])).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const checkout of checkouts) expect(checkout.with?.["persist-credentials"]).toBe(false);
  });

  test("pins every action by its full commit hash, with the version in a comment", () => {
    for (const line of text.split("\n").filter((each) => each.includes("uses:"))) {
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("never runs a pull request's code with the rights of the repository", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    expect(Object.keys(workflow.on)).not.toContain("workflow_run");
  });

  test("puts no expression into a command, where its value would be run", () => {
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("gives secrets to the step that publishes, and to no other", () => {
    for (const step of steps) {
      const named = [...JSON.stringify(step).matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
      const publishes = step.run?.includes("node scripts/commands/deploy.ts") ?? false;
      expect(named.toSorted()).toEqual(publishes ? SECRETS : []);
    }
  });

  test("installs only wrangler in a job with secrets, and runs no npm scripts", () => {
    for (const job of jobs.filter((each) => JSON.stringify(each).includes("secrets."))) {
      expect(job.environment).toBeDefined();
      expect(commands(job)).toMatch(/^npm ci --omit=dev --ignore-scripts$/m);
      expect(commands(job)).not.toMatch(/npm (run|test|start)|npx/);
    }
  });
});

test("what is published is built without the repackaged Node", () => {
  const lines = commands(jobOf("publish.yml", "build")).split("\n");
  expect(lines.indexOf("rm node_modules/.bin/node")).toBe(lines.indexOf("npm ci") + 1);
  expect(lines.indexOf("npm ci")).toBeLessThan(lines.indexOf("npm run build"));
  expect(jobOf("publish.yml", "publish")?.needs).toBe("build");
});

test("a preview waits for the tests on Linux only, and forks and Dependabot get none", () => {
  const preview = jobOf("test.yml", "preview");
  expect(preview?.needs).toBe("linux");
  expect(preview?.if?.split(" && ")).toEqual([
    "github.event.pull_request.head.repo.full_name == github.repository",
    "github.event.pull_request.user.login != 'dependabot[bot]'",
  ]);
});

test("all dependencies are audited, and Dependabot sees every package file and waits", () => {
  expect(commands(jobOf("audit.yml", "audit"))).toMatch(/^npm audit --audit-level=moderate$/m);
  const { updates } = parse(readFileSync(join(ROOT, ".github/dependabot.yml"), "utf8"));
  const seen = updates.flatMap(
    ({ directory, directories }: Record<string, string[]>) => directories ?? directory,
  );
  const lists = execFileSync("git", ["ls-files", "*package.json"], { cwd: ROOT, encoding: "utf8" });
  const files = lists
    .trim()
    .split("\n")
    .map((file) => dirname(`/${file}`));
  expect(seen).toEqual(expect.arrayContaining(files));
  for (const { cooldown } of updates) expect(cooldown["default-days"]).toBeGreaterThanOrEqual(3);
});
