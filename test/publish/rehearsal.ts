import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { ACCOUNT, Platform } from "./platform.ts";
import { type Context, type Run, readWorkflow, runWorkflow } from "./runner.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHECKED_OUT = [
  "scripts",
  "worker",
  "wrangler.toml",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const REACH_EDGE = pathToFileURL(join(import.meta.dirname, "reach-edge.ts")).href;

const SECRETS = {
  "secrets.CLOUDFLARE_API_TOKEN": "a-token",
  "secrets.CLOUDFLARE_ACCOUNT_ID": ACCOUNT,
};
const PUSH = { ...SECRETS, "github.ref": "refs/heads/main" };
const PULL_REQUEST = {
  ...SECRETS,
  "runner.os": "Linux",
  "matrix.system": "ubuntu-24.04",
  "github.event.number": "7",
  "github.repository": "owner/notes",
  "github.event.pull_request.head.repo.full_name": "owner/notes",
  "github.event.pull_request.user.login": "owner",
};

/** A repository with three notes, and the platform to which its workflows publish. */
export interface Rehearsal {
  readonly platform: Platform;
  readonly repository: string;
  /** Writes a file of the repository, or removes it if no text is given. */
  write(path: string, text?: string): void;
  push(context?: Context): Promise<Run>;
  pullRequest(context?: Context): Promise<Run>;
  /** Runs only the job that publishes, with the last build. */
  publish(context?: Context): Promise<Run>;
  /** Runs only the job that makes a preview, with the last build. */
  preview(context?: Context): Promise<Run>;
  /** Runs `npm run deploy`. */
  deploy(...args: string[]): Promise<Run>;
}

/** @param atEnd Registers the function that cleans up; the default runs it when the test ends. */
export async function rehearse(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<Rehearsal> {
  const platform = await Platform.start();
  const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  atEnd(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const repository = join(folder, "repository");
  for (const name of CHECKED_OUT) {
    cpSync(join(ROOT, name), join(repository, name), { recursive: true });
  }
  const write = (path: string, text?: string) => {
    const file = join(repository, path);
    if (text === undefined) return rmSync(file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const name of ["one", "two", "three"]) write(`content/guides/${name}.md`, note(name));
  const env = {
    CLOUDFLARE_API_BASE_URL: platform.origin,
    REHEARSAL_EDGE: platform.origin,
    NODE_OPTIONS: `--import ${REACH_EDGE}`,
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/rehearsal"),
  };
  mkdirSync(join(folder, "artifact-site"));
  const run = (file: string, context: Context, only?: string) => {
    const workflow = readWorkflow(join(ROOT, ".github/workflows", file));
    return runWorkflow(workflow, { folder, repository, context, env, only });
  };
  const deploy = (...args: string[]) => {
    const names = { CLOUDFLARE_API_TOKEN: "a-token" };
    const line = `npm ci && npm run deploy -- ${args.join(" ")}`;
    const steps = [{ uses: "actions/checkout@" }, { run: line, env: names }];
    const workflow = { on: {}, jobs: { deploy: { "runs-on": "", steps } } };
    return runWorkflow(workflow, { folder, repository, context: {}, env });
  };
  return {
    platform,
    repository,
    write,
    push: (context) => run("publish.yml", { ...PUSH, ...context }),
    pullRequest: (context) => run("test.yml", { ...PULL_REQUEST, ...context }),
    publish: (context) => run("publish.yml", { ...PUSH, ...context }, "publish"),
    preview: (context) => run("test.yml", { ...PULL_REQUEST, ...context }, "preview"),
    deploy,
  };
}

/** The source of a valid note. */
export function note(title: string, body = "Text."): string {
  return `---\ntitle: ${title}\nsummary: About ${title}.\n---\n${body}\n`;
}
