import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Job, readWorkflow, type Workflow } from "./runner.ts";

const ROOT = join(import.meta.dirname, "../..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const SECRETS = ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN"];

const workflows = readdirSync(WORKFLOWS).map((file) => {
  const text = readFileSync(join(WORKFLOWS, file), "utf8");
  const workflow = readWorkflow(join(WORKFLOWS, file));
  const jobs = Object.values(workflow.jobs);
  return { file, text, workflow, jobs, steps: jobs.flatMap(({ steps }) => steps) };
});

function workflowNamed(name: string): Workflow {
  return workflows.find(({ file }) => file === `${name}.yml`)!.workflow;
}

function commands(job: Job | undefined): string[] {
  return job?.steps.flatMap(({ run }) => run?.trim().split("\n") ?? []) ?? [];
}

describe.for(workflows)("$file", ({ text, workflow, jobs, steps }) => {
  test("may only read the repository", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.map(({ permissions }) => permissions)).toEqual(jobs.map(() => undefined));
  });

  test("runs one at a time in its group, with a time limit, on pinned systems", () => {
    expect(workflow.concurrency?.group).toMatch(/./);
    for (const job of jobs) {
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
      const systems = job.strategy?.matrix.system ?? [job["runs-on"]];
      for (const system of systems) expect(system).toMatch(/^(ubuntu|macos|windows)-\d+(\.\d+)?$/);
    }
  });

  test("pins every action by its full commit hash, with the version in a comment", () => {
    const lines = text.split("\n").filter((line) => line.includes("uses:"));
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of lines)
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("leaves no credentials in the checkout", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts).toHaveLength(jobs.length);
    for (const checkout of checkouts) expect(checkout.with?.["persist-credentials"]).toBe(false);
  });

  test("never runs a pull request's code with the rights of the repository", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    expect(Object.keys(workflow.on)).not.toContain("workflow_run");
  });

  test("puts no expression into a command, where its value would be run", () => {
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("gives secrets to the step that publishes, and to no other", () => {
    const withoutSteps = { ...workflow, jobs: jobs.map((job) => ({ ...job, steps: [] })) };
    expect(JSON.stringify(withoutSteps)).not.toContain("secrets.");
    for (const step of steps) {
      const named = [...JSON.stringify(step).matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
      const publishes = /^node scripts\/deploy\.ts --built\b/.test(step.run ?? "");
      expect(named.toSorted()).toEqual(publishes ? SECRETS : []);
    }
  });

  test("installs only wrangler in a job with secrets, and runs no npm scripts", () => {
    for (const job of jobs.filter((each) => JSON.stringify(each).includes("secrets."))) {
      expect(job.environment).toMatch(/^(production|preview)$/);
      const [install, publish, ...others] = commands(job);
      expect(install).toBe("npm ci --omit=dev --ignore-scripts");
      expect(publish).toMatch(/^node scripts\/deploy\.ts --built/);
      expect(others).toEqual([]);
    }
  });
});

test("all workflows pin the same version of an action", () => {
  const pins = new Set(workflows.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])));
  const names = [...pins].map((pin) => pin.split("@")[0]);
  expect(names).toEqual([...new Set(names)]);
});

test("a pull request is checked and tested on three systems; forks and Dependabot get no preview", () => {
  const { on, jobs } = workflowNamed("test");
  expect(Object.keys(on)).toEqual(["pull_request"]);
  expect(jobs.test?.strategy?.matrix.system?.map((name) => name.split("-")[0])).toEqual([
    "ubuntu",
    "macos",
    "windows",
  ]);
  expect(commands(jobs.test)).toEqual(
    expect.arrayContaining(["npm ci", "npm run check", "npm test"]),
  );
  expect(jobs.preview?.if?.split(" && ")).toEqual([
    "github.event.pull_request.head.repo.full_name == github.repository",
    "github.event.pull_request.user.login != 'dependabot[bot]'",
  ]);
});

test("a push to main that touches content or code is built and tested before it is published", () => {
  const { on, jobs, concurrency } = workflowNamed("publish");
  expect(on.push).toMatchObject({
    branches: ["main"],
    paths: expect.arrayContaining(["content/**", "scripts/**", "worker/**", "wrangler.toml"]),
  });
  expect(commands(jobs.build)).toEqual(
    expect.arrayContaining(["npm ci", "npm run build", "npm test"]),
  );
  expect(jobs.publish?.needs).toBe("build");
  expect(concurrency?.["cancel-in-progress"]).toBe(false);
});

test("git ignores the build output, so that lint does not check it", () => {
  const ignored = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["/dist", "/bundle"]));
});

test("all dependencies are audited every week, including optional ones", () => {
  const { on, jobs } = workflowNamed("audit");
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
  expect(commands(jobs.audit).join("\n")).toMatch(/^npm audit --audit-level=moderate$/m);
  expect(JSON.stringify(jobs.audit)).not.toContain("--omit");
});

test("every version has an address of its own, even if the Worker has a custom domain", () => {
  const settings = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  // Without this, a route turns preview addresses off together with workers.dev.
  expect(settings).toMatch(/^preview_urls = true$/m);
});
