import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ACCOUNT } from "./platform.ts";
import { type Rehearsal, type Run, rehearse } from "./rehearsal.ts";

const PROJECT = join(import.meta.dirname, "../..");
const OPTIONS = { timeout: 300_000 };
const HOST = "my-notes.somebody.workers.dev";

let rehearsal: Rehearsal;

beforeAll(async () => {
  rehearsal = await rehearse();
});

afterAll(() => rehearsal.stop());

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<"build" | "publish", { readonly steps: readonly Step[] }>>;
}

function readYaml<T>(file: string): T {
  return parse(readFileSync(join(PROJECT, file), "utf8"));
}

const action = readYaml<{ runs: { steps: Step[] } }>("action.yml");
const { jobs } = readYaml<Workflow>(".github/workflows/publish-notes.yml");
const SECRETS = { CLOUDFLARE_API_TOKEN: "a-token", CLOUDFLARE_ACCOUNT_ID: ACCOUNT };
const INPUTS = {
  content: "notes",
  name: "my-notes",
  "account-id": ACCOUNT,
  "api-token": "a-token",
};

/** Runs the steps in bash, as GitHub does, until one fails; npm has installed everything before. */
async function runSteps(
  steps: readonly Step[],
  inputs: Readonly<Record<string, string>>,
  folder = ".",
): Promise<Run> {
  const { run, project } = rehearsal;
  const value = (name: string) => inputs[name.split(".")[1] ?? ""] ?? "";
  const fill = (text: string) => text.replace(/\$\{\{ (\S+) \}\}/g, (_, name) => value(name));
  const without = { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" };
  const base = { GITHUB_ACTION_PATH: project, ...without };
  let last: Run = { code: 0, log: "", sentences: [], output: "" };
  for (const step of steps) {
    const [, name = "", operator, wanted] = /^(\S+) (==|!=) '(.*)'$/.exec(step.if ?? "") ?? [];
    const isWanted = (value(name) === wanted) === (operator === "==");
    if (step.run === undefined || (step.if !== undefined && !isWanted)) continue;
    const env = Object.entries(step.env ?? {}).map(([key, text]) => [key, fill(text)]);
    const place = join(folder, step["working-directory"] ?? ".");
    const line = `npm() { echo "npm $*"; }\ncd '${place}'\n${step.run}`;
    last = await run(line, { ...base, ...Object.fromEntries(env) });
    if (last.code !== 0) break;
  }
  return last;
}

test(
  "the action publishes from a repository that holds only notes, and gives the address",
  OPTIONS,
  async () => {
    const { code, log, sentences, output } = await runSteps(action.runs.steps, {
      ...INPUTS,
      "base-path": "/docs",
      limit: "30",
    });
    expect(code, log).toBe(0);
    expect(sentences).toEqual([
      `Published: version ${rehearsal.platform.live} answers at https://${HOST}/docs.`,
    ]);
    expect(output).toBe(`address=https://${HOST}/docs\n`);
  },
);

test("check-only annotates the notes' own lines and publishes nothing", OPTIONS, async () => {
  rehearsal.platform.calls.length = 0;
  rehearsal.write("notes/bad.md", "# Bad\n\nSee [[Nowhere at all]].\n");
  const inputs = { content: "notes", "check-only": "true" };
  const { log } = await runSteps(action.runs.steps, inputs);
  expect(log).toMatch(/^::(error|warning) .*file=notes\/bad\.md,line=3,/m);
  expect(rehearsal.platform.calls).toEqual([]);
  rehearsal.write("notes/bad.md");
});

test("the action installs without scripts, runs none of npm, and shows the token to its last step alone", () => {
  const steps = action.runs.steps.filter(({ run }) => run !== undefined);
  expect(steps.map(({ run }) => run).join("\n")).not.toMatch(/npm (run|start|test)|npx/);
  expect(steps[0]?.run).toBe('npm ci --ignore-scripts --prefix "$GITHUB_ACTION_PATH"');
  const [last, ...others] = steps.toReversed();
  expect(JSON.stringify(others)).not.toContain("api-token");
  expect(last?.env?.CLOUDFLARE_API_TOKEN).toContain("inputs.api-token");
});

test("the workflow of two jobs publishes what the first one built", OPTIONS, async () => {
  const { project, repository } = rehearsal;
  // What actions/checkout, upload-artifact and download-artifact do.
  const [first, second] = [join(project, "first"), join(project, "second")];
  cpSync(repository, join(first, "notes"), { recursive: true });
  writeFileSync(join(first, "notes/notes/four.md"), "# Four\n");
  for (const folder of [join(first, "project"), second]) {
    mkdirSync(folder, { recursive: true });
    for (const name of ["scripts", "worker", "wrangler.toml", "package.json", "tsconfig.json"]) {
      cpSync(join(project, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  }
  const built = await runSteps(jobs.build.steps, INPUTS, first);
  expect(built.code, built.log).toBe(0);
  for (const name of ["dist", "bundle"]) {
    cpSync(join(first, "project", name), join(second, name), { recursive: true });
  }
  const inputs = { ...INPUTS, ...SECRETS };
  const run = await runSteps(jobs.publish.steps, inputs, second);
  expect(run.code, run.log).toBe(0);
  expect(run.output.trim().split("\n").at(-1)).toBe(`address=https://${HOST}`);
  expect([...rehearsal.platform.versions.at(-1)!.files.keys()]).toContain(
    "/api/v1/notes/four.json",
  );
});
