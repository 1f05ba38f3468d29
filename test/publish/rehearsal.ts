import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { note } from "../build/vault.ts";
import { copyProject } from "../worker/bundle.ts";
import { ACCOUNT, Platform } from "./platform.ts";

const PROJECT = join(import.meta.dirname, "../..");
const REACH_EDGE = pathToFileURL(join(import.meta.dirname, "reach-edge.ts")).href;

export interface Run {
  readonly code: number | null;
  /** Everything printed. */
  readonly log: string;
  /** The sentences in the job summary. */
  readonly sentences: readonly string[];
  /** What later steps of the workflow get. */
  readonly output: string;
}

/** A copy of this project, a repository that holds only three notes, and the platform to publish to. */
export interface Rehearsal {
  readonly platform: Platform;
  readonly project: string;
  readonly repository: string;
  /** Writes a note of the repository. */
  write(path: string, text?: string): void;
  /** Runs a line of bash in the repository, as a step of a workflow. */
  run(line: string, env?: NodeJS.ProcessEnv): Promise<Run>;
  /** Publishes the notes with the options of `npm run deploy`. */
  deploy(...options: string[]): Promise<Run>;
  stop(): Promise<void>;
}

export async function rehearse(): Promise<Rehearsal> {
  const platform = await Platform.start();
  const project = copyProject();
  for (const name of ["scripts", "package-lock.json"]) {
    cpSync(join(PROJECT, name), join(project, name), { recursive: true });
  }
  const repository = join(project, "../", `${project.split("/").at(-1)}-notes`);
  mkdirSync(repository);
  const stop = async () => {
    await platform.stop();
    for (const folder of [project, repository]) rmSync(folder, { recursive: true, force: true });
  };
  const write = (path: string, text?: string) => {
    const file = join(repository, path);
    if (text === undefined) return rmSync(file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const name of ["one", "two", "three"]) write(`notes/${name}.md`, note(name));
  const run = async (line: string, more: NodeJS.ProcessEnv = {}): Promise<Run> => {
    const [summary, output] = [join(project, "summary"), join(project, "output")];
    for (const file of [summary, output]) writeFileSync(file, "");
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_BASE_URL: platform.origin,
      REHEARSAL_EDGE: platform.origin,
      NODE_OPTIONS: `--import ${REACH_EDGE}`,
      NODE_COMPILE_CACHE: join(PROJECT, "node_modules/.cache/rehearsal"),
      ...more,
    };
    const child = spawn("bash", ["-e", "-c", line], { cwd: repository, env, stdio: "pipe" });
    child.stdin.end();
    let log = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    }
    const code = await new Promise<number | null>((done) => child.on("close", done));
    const sentences = readFileSync(summary, "utf8").trim().split("\n\n");
    return { code, log, sentences, output: readFileSync(output, "utf8") };
  };
  const script = join(project, "scripts/commands/deploy.ts");
  const deploy = (...options: string[]) => {
    const given = ["--content", "notes", "--name", "my-notes", ...options];
    return run([`node ${script}`, ...given.map((option) => `'${option}'`)].join(" "));
  };
  return { platform, project, repository, write, run, deploy, stop };
}
