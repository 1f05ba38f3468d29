import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** The values of expressions such as `${{ github.ref }}`, by their names. */
export type Context = Readonly<Record<string, string>>;

export interface Run {
  readonly jobs: Record<string, "success" | "failure" | "skipped">;
  /** Everything that the steps printed. */
  readonly log: string;
  readonly summary: string;
}

export interface RunOptions {
  /** Holds the workspaces, and the artifacts of this run and of earlier ones. */
  readonly folder: string;
  /** What is checked out. */
  readonly repository: string;
  readonly context: Context;
  readonly env: Readonly<Record<string, string>>;
  /** The only job to run, with the artifacts of an earlier run. */
  readonly only?: string | undefined;
}

/**
 * Runs the jobs of a workflow as GitHub would on Linux: each in a folder of its own, its steps in bash,
 * artifacts passed on. `npm` and `npx` are stand-ins (see `npm.ts`).
 */
export async function runWorkflow({ jobs }: Workflow, options: RunOptions): Promise<Run> {
  const { folder, context, only } = options;
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  const env = {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: summary,
    HOME: folder,
    TMPDIR: folder,
    PATH: `${standIns(folder)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    ...options.env,
  };
  const ended: Run["jobs"] = {};
  let log = "";
  for (const [name, job] of Object.entries(jobs)) {
    if (name !== (only ?? name)) continue;
    const isReady = only === name || job.needs === undefined || ended[job.needs] === "success";
    ended[name] = isReady && holds(job.if, context) ? "success" : "skipped";
    if (ended[name] === "skipped") continue;
    const workspace = mkdtempSync(join(folder, `${name}-`));
    for (const step of job.steps.filter((each) => holds(each.if, context))) {
      const given = { ...env, ...filled(job.env, context), ...filled(step.env, context) };
      const { code, printed } = await runStep(step, given, workspace, options);
      log += printed;
      if (code === 0) continue;
      ended[name] = "failure";
      break;
    }
  }
  return { jobs: ended, log, summary: readFileSync(summary, "utf8") };
}

interface Result {
  readonly code: number | null;
  readonly printed: string;
}

async function runStep(
  { uses = "", run, with: inputs = {} }: Step,
  env: Record<string, string>,
  workspace: string,
  { folder, repository }: RunOptions,
): Promise<Result> {
  const artifact = join(folder, `artifact-${inputs.name}`);
  const action = uses.split("@")[0];
  if (run !== undefined) return runScript(run, env, workspace);
  if (action === "actions/checkout") cpSync(repository, workspace, { recursive: true });
  else if (action === "actions/download-artifact") cpSync(artifact, workspace, { recursive: true });
  else if (action === "actions/upload-artifact") {
    rmSync(artifact, { recursive: true, force: true });
    const filter = (file: string) =>
      inputs["include-hidden-files"] === true || !/^\./.test(basename(file));
    for (const path of String(inputs.path).trim().split("\n")) {
      cpSync(join(workspace, path), join(artifact, path), { recursive: true, filter });
    }
  } else if (action !== "actions/setup-node") throw new Error(`${uses} is not rehearsed`);
  return { code: 0, printed: "" };
}

function runScript(script: string, env: Record<string, string>, cwd: string): Promise<Result> {
  const child = spawn("bash", ["-e", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return new Promise((done) => child.on("close", (code) => done({ code, printed })));
}

/** Returns a folder with stand-ins for commands. */
function standIns(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const commands = {
    npm: `exec ${process.execPath} ${NPM} npm "$@"`,
    npx: `exec ${process.execPath} ${NPM} npx "$@"`,
    sudo: "exit 0",
  };
  for (const [name, line] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  return bin;
}

/** Evaluates a condition such as `a == 'b' && c != d`, where names refer to the context. */
function holds(condition: string | undefined, context: Context): boolean {
  const value = (term: string) =>
    term.startsWith("'") ? term.slice(1, -1) : (context[term] ?? "");
  return (condition?.split(" && ") ?? []).every((comparison) => {
    const [left = "", operator, right = ""] = comparison.split(/ (==|!=) /);
    return (value(left) === value(right)) === (operator === "==");
  });
}

function filled(env: Step["env"] = {}, context: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{ ([\w.]+) \}\}/g, (_, term: string) => context[term] ?? ""),
    ]),
  );
}
