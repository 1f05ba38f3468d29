import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { note } from "../build/vault.ts";
import { copyProject } from "../worker/bundle.ts";
import { ACCOUNT, type Platform } from "./platform.ts";

const PROJECT = join(import.meta.dirname, "../..");
const REACH_EDGE = pathToFileURL(join(import.meta.dirname, "reach-edge.ts")).href;

/** A step of a workflow, or of an action. */
export interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

/** What a program printed and left behind. */
export interface Run {
  readonly code: number | null;
  readonly log: string;
  /** The sentences in the job summary. */
  readonly sentences: readonly string[];
  /** What later steps of the workflow get. */
  readonly output: string;
}

/** A copy of this project in `project`, a repository of three notes in `notes`, and the platform to publish to. */
export class Rehearsal {
  readonly folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
    const project = join(this.folder, "project");
    renameSync(copyProject(), project);
    for (const name of ["scripts", "package-lock.json"]) {
      cpSync(join(PROJECT, name), join(project, name), { recursive: true });
    }
    for (const name of ["one", "two", "three"]) this.write(`notes/${name}.md`, note(name));
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes a file of the repository. */
  write(path: string, content: string): void {
    const file = join(this.folder, "notes", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Runs a line of bash in the repository, as a step of a workflow. */
  async run(line: string, more: NodeJS.ProcessEnv = {}): Promise<Run> {
    const [summary, output] = [join(this.folder, "summary"), join(this.folder, "output")];
    for (const file of [summary, output]) writeFileSync(file, "");
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: join(this.folder, "project"),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_BASE_URL: this.platform.origin,
      REHEARSAL_EDGE: this.platform.origin,
      NODE_OPTIONS: `--import ${REACH_EDGE}`,
      NODE_COMPILE_CACHE: join(PROJECT, "node_modules/.cache/rehearsal"),
      ...more,
    };
    const cwd = join(this.folder, "notes");
    const child = spawn("bash", ["-e", "-c", `exec 2>&1\n${line}`], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const log = text(child.stdout);
    const code = await new Promise<number | null>((done) => child.on("close", done));
    const sentences = readFileSync(summary, "utf8").trim().split("\n\n");
    return { code, log: await log, sentences, output: readFileSync(output, "utf8") };
  }

  /** Publishes the notes with the options of `npm run deploy`. */
  deploy(...options: string[]): Promise<Run> {
    const given = ["--content", "notes", "--name", "my-notes", ...options];
    const quoted = given.map((option) => `'${option}'`).join(" ");
    return this.run(`node ../project/scripts/commands/deploy.ts ${quoted}`);
  }

  /** Runs steps as GitHub does, until one fails. npm has installed everything before. */
  async follow(
    steps: readonly Step[],
    inputs: Readonly<Record<string, string>>,
    folder = ".",
  ): Promise<Run> {
    const value = (name: string) => inputs[name.split(".")[1] ?? ""] ?? "";
    const none = { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" };
    let last: Run = { code: 0, log: "", sentences: [], output: "" };
    for (const step of steps) {
      const [, name = "", operator, wanted] = /^(\S+) (==|!=) '(.*)'$/.exec(step.if ?? "") ?? [];
      const isSkipped = step.if !== undefined && (value(name) === wanted) !== (operator === "==");
      if (step.run === undefined || isSkipped) continue;
      const env = Object.entries(step.env ?? {}).map(([key, text]) => [
        key,
        text.replace(/\$\{\{ (\S+) \}\}/g, (_, name) => value(name)),
      ]);
      const place = join(folder, step["working-directory"] ?? ".");
      const line = `npm() { echo "npm $*"; }\ncd '${place}'\n${step.run}`;
      last = await this.run(line, { ...none, ...Object.fromEntries(env) });
      if (last.code !== 0) break;
    }
    return last;
  }
}
