import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import { parse } from "yaml";

const NPM = join(import.meta.dirname, "npm.ts");

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: unknown;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: Record<
    string,
    { branches?: string[]; paths?: string[] } | { cron: string }[] | null
  >;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(file: string): Workflow {
  return parse(readFileSync(file, "utf8"));
}

/** What a run is given: the expressions `${{ github.ref }}` and so on, by their names. */
export type Context = Readonly<Record<string, string>>;

export interface Run {
  /** `success`, `failure` or `skipped`, by job. */
  readonly jobs: Record<string, "success" | "failure" | "skipped">;
  /** What was printed, then what the summary says. */
  readonly log: string;
  readonly summary: string;
}

/**
 * Runs the jobs of a workflow as GitHub would on Linux: each in a folder of its own, its steps in bash,
 * artifacts passed on. `npm` and `npx` are stand-ins (see `npm.ts`).
 *
 * @param folder Where everything is put; artifacts of earlier runs in it are used.
 * @param repository What is checked out.
 * @param env More of the environment.
 */
export async function runWorkflow(
  workflow: Workflow,
  {
    folder,
    repository,
    context,
    env = {},
    only,
  }: {
    readonly folder: string;
    readonly repository: string;
    readonly context: Context;
    readonly env?: Readonly<Record<string, string>>;
    /** The one job to run, where the artifacts of the others are there. */
    readonly only?: string;
  },
): Promise<Run> {
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  const run: { jobs: Run["jobs"]; log: string } = { jobs: {}, log: "" };
  const github = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
  for (const [name, job] of Object.entries(workflow.jobs)) {
    if (only !== undefined && name !== only) continue;
    const isReady =
      only !== undefined || job.needs === undefined || run.jobs[job.needs] === "success";
    if (!isReady || !holds(job.if, context)) {
      run.jobs[name] = "skipped";
      continue;
    }
    run.jobs[name] = "success";
    const workspace = mkdtempSync(join(folder, `${name}-`));
    const path = `${commands(folder)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
    for (const step of job.steps) {
      if (!holds(step.if, context)) continue;
      const given = {
        ...github,
        ...env,
        ...filled(job.env, context),
        ...filled(step.env, context),
      };
      const base = { HOME: folder, PATH: path, TMPDIR: folder };
      const code = await runStep(
        step,
        { ...base, ...given },
        workspace,
        repository,
        folder,
        (text) => {
          run.log += text;
        },
      );
      if (code === 0) continue;
      run.jobs[name] = "failure";
      break;
    }
  }
  return { ...run, summary: readFileSync(summary, "utf8") };
}

async function runStep(
  { uses = "", run, with: inputs = {} }: Step,
  env: Record<string, string>,
  workspace: string,
  repository: string,
  folder: string,
  log: (text: string) => void,
): Promise<number> {
  if (run !== undefined) return runScript(run, env, workspace, log);
  const artifact = join(folder, `artifact-${inputs.name}`);
  const action = uses.replace(/@.*$/, "");
  if (action === "actions/checkout") cpSync(repository, workspace, { recursive: true });
  else if (action === "actions/upload-artifact") {
    rmSync(artifact, { recursive: true, force: true });
    for (const path of String(inputs.path).trim().split("\n")) {
      const filter = (file: string) =>
        inputs["include-hidden-files"] === true || !/^\./.test(file.split(sep).at(-1) ?? "");
      cpSync(join(workspace, path), join(artifact, path), { recursive: true, filter });
    }
  } else if (action === "actions/download-artifact") {
    if (!existsSync(artifact)) return 1;
    cpSync(artifact, workspace, { recursive: true });
  } else if (action !== "actions/setup-node") throw new Error(`What does ${uses} do?`);
  return 0;
}

function runScript(
  script: string,
  env: Record<string, string>,
  cwd: string,
  log: (text: string) => void,
): Promise<number> {
  const file = join(cwd, "..", "step.sh");
  writeFileSync(file, script);
  const child = spawn("bash", ["-e", file], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.setEncoding("utf8").on("data", log);
  child.stderr.setEncoding("utf8").on("data", log);
  return new Promise((done) => child.on("close", (code) => done(code ?? 1)));
}

/** A folder with what stands in for commands of the machine. */
function commands(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const lines = {
    npm: `exec ${process.execPath} ${NPM} npm "$@"`,
    npx: `exec ${process.execPath} ${NPM} npx "$@"`,
    sudo: "exit 0",
  };
  for (const [name, line] of Object.entries(lines)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** `a == 'b' && c != d`, with names of the context and texts. */
function holds(condition: string | undefined, context: Context): boolean {
  const value = (term: string) =>
    term.startsWith("'") ? term.slice(1, -1) : (context[term] ?? "");
  return (condition?.split(" && ") ?? []).every((comparison) => {
    const [left = "", operator, right = ""] = comparison.split(/ (==|!=) /);
    return (value(left) === value(right)) === (operator === "==");
  });
}

function filled(
  env: Readonly<Record<string, string>> = {},
  context: Context,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{ ([\w.]+) \}\}/g, (_, term: string) => context[term] ?? ""),
    ]),
  );
}
