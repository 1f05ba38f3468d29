import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { needTool } from "./clients/need-tool.ts";

const ROOT = join(import.meta.dirname, "..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const SECRETS = ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN"];

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  permissions?: unknown;
  if?: string;
  env?: Record<string, string>;
  steps: Step[];
}

interface Workflow {
  on: Record<string, { branches?: string[]; paths?: string[] } | { cron: string }[] | null>;
  permissions?: unknown;
  concurrency?: { group: string; "cancel-in-progress": boolean };
  jobs: Record<string, Job>;
}

const workflows = readdirSync(WORKFLOWS).map((file) => {
  const text = readFileSync(join(WORKFLOWS, file), "utf8");
  const workflow: Workflow = parse(text);
  const jobs = Object.values(workflow.jobs);
  return { file, text, workflow, jobs, steps: jobs.flatMap(({ steps }) => steps) };
});

function workflowNamed(name: string): Workflow {
  return workflows.find(({ file }) => file === `${name}.yml`)!.workflow;
}

function commands(job: Job | undefined): string[] {
  return job?.steps.flatMap(({ run }) => run ?? []) ?? [];
}

describe.for(workflows)("$file", ({ text, workflow, jobs, steps }) => {
  test("reads the repository and may do no more", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.map(({ permissions }) => permissions)).toEqual(jobs.map(() => undefined));
  });

  test("runs once at a time in its group, for a bounded time, on a named system", () => {
    expect(workflow.concurrency?.group).toMatch(/./);
    for (const job of jobs) {
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
      expect(job["runs-on"]).toMatch(/^ubuntu-\d+\.\d+$/);
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

  test("puts no expression into a command, where what it holds would be run", () => {
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("gives secrets to wrangler's uploads alone", () => {
    const withoutSteps = { ...workflow, jobs: jobs.map((job) => ({ ...job, steps: [] })) };
    expect(JSON.stringify(withoutSteps)).not.toContain("secrets.");
    for (const step of steps) {
      const named = [...JSON.stringify(step).matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
      const uploads = /^npx wrangler (deploy|versions upload)\b/.test(step.run ?? "");
      expect(named.toSorted()).toEqual(uploads ? SECRETS : []);
    }
  });

  test("runs scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const named = steps.flatMap(({ run }) => [
      ...(run ?? "").matchAll(/npm (?:run )?(?:--silent )?(build|check|test|smoke|bench|soak)\b/g),
    ]);
    for (const [, script = ""] of named) expect(Object.keys(scripts)).toContain(script);
  });
});

test("all workflows pin the same version of an action", () => {
  const pins = new Set(workflows.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])));
  const names = [...pins].map((pin) => pin.split("@")[0]);
  expect(names).toEqual([...new Set(names)]);
});

test("a pull request is checked, tested and previewed; a fork's and Dependabot's have no preview", () => {
  const { on, jobs } = workflowNamed("test");
  expect(Object.keys(on)).toEqual(["pull_request"]);
  expect(commands(jobs.test)).toEqual(
    expect.arrayContaining(["npm ci", "npm run check", "npm test"]),
  );
  expect(jobs.preview?.if?.split(" && ")).toEqual([
    "github.event.pull_request.head.repo.full_name == github.repository",
    "github.event.pull_request.user.login != 'dependabot[bot]'",
  ]);
  expect(commands(jobs.preview).join("\n")).toMatch(
    /npm run build\nnpx wrangler versions upload .*npm run --silent smoke -- /s,
  );
});

test.for([
  { setting: 'BASE_PATH = ""', address: "https://preview.example" },
  { setting: 'BASE_PATH = "/docs"', address: "https://preview.example/docs" },
])("with $setting a preview is asked at $address", ({ setting, address }, context) => {
  const bash = needTool(context, "REQUIRE_CURL", "bash");
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  writeFileSync(join(folder, "wrangler.toml"), settings.replace(/^BASE_PATH = .*$/m, setting));
  // In place of what reads the output of wrangler, and of the smoke test.
  writeFileSync(join(folder, "jq"), "#!/bin/sh\necho https://preview.example\n", { mode: 0o755 });
  writeFileSync(join(folder, "npm"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const asked = commands(workflowNamed("test").jobs.preview).at(-1)!;
  const path = `${folder}${delimiter}${process.env.PATH}`;
  const env = { PATH: path, GITHUB_STEP_SUMMARY: "summary", WRANGLER_OUTPUT_FILE_PATH: "output" };
  const stdout = execFileSync(bash, ["-e", "-c", asked], { cwd: folder, env, encoding: "utf8" });
  expect(stdout.split(" ")).toContain(address);
});

test("pull requests are previewed with a domain of one's own, too", () => {
  const settings = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  // With routes and nothing said of previews, wrangler turns them off together with workers.dev.
  expect(settings).toMatch(/^preview_urls = true$/m);
});

test("a push to main that touches content or code is built, tested, deployed and asked", () => {
  const { on, jobs, concurrency } = workflowNamed("publish");
  expect(on.push).toMatchObject({
    branches: ["main"],
    paths: expect.arrayContaining(["content/**", "scripts/**", "worker/**", "wrangler.toml"]),
  });
  expect(commands(jobs.publish).join("\n")).toMatch(
    /^npm ci\nnpm run build\nnpm test\nnpx wrangler deploy\n.*npm run --silent smoke -- /s,
  );
  expect(concurrency?.["cancel-in-progress"]).toBe(false);
});

test("dependencies are audited every week", () => {
  const { on, jobs } = workflowNamed("audit");
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
  expect(commands(jobs.audit).join("\n")).toContain("npm audit --omit=optional");
});
