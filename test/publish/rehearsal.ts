import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { copyProject } from "../worker/bundle.ts";
import { ACCOUNT, type Platform } from "./platform.ts";

const PROJECT = join(import.meta.dirname, "../..");
const REACH_EDGE = pathToFileURL(join(import.meta.dirname, "reach-edge.ts")).href;

export const SECRETS = { CLOUDFLARE_API_TOKEN: "a-token", CLOUDFLARE_ACCOUNT_ID: ACCOUNT };

/** Inputs of the action. */
export const INPUTS = {
  content: "notes",
  name: "my-notes",
  "api-token": "a-token",
  "account-id": ACCOUNT,
};

export function readYaml<T>(file: string): T {
  return parse(readFileSync(join(PROJECT, file), "utf8"));
}

/** The steps of the action. */
export const ACTION = readYaml<{ runs: { steps: readonly Step[] } }>("action.yml").runs.steps;

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

/** A copy of this project in `project`, beside a repository in `notes`. */
export class Rehearsal {
  readonly folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  readonly #env: NodeJS.ProcessEnv;

  constructor({ origin }: Platform) {
    const project = join(this.folder, "project");
    renameSync(copyProject(), project);
    for (const room of ["scripts", "page"]) {
      cpSync(join(PROJECT, room), join(project, room), { recursive: true });
    }
    this.#env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: project,
      GITHUB_STEP_SUMMARY: join(this.folder, "summary"),
      GITHUB_OUTPUT: join(this.folder, "output"),
      CLOUDFLARE_API_BASE_URL: origin,
      REHEARSAL_EDGE: origin,
      NODE_OPTIONS: `--import ${REACH_EDGE}`,
      NODE_COMPILE_CACHE: join(PROJECT, "node_modules/.cache/rehearsal"),
    };
  }

  /** Writes a file of the repository. */
  write(path: string, content: string): void {
    const file = join(this.folder, "notes", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Runs a line of bash in the repository, as a step of a workflow. */
  async run(line: string, env: NodeJS.ProcessEnv): Promise<Run> {
    const files = ["summary", "output"].map((name) => join(this.folder, name));
    for (const file of files) writeFileSync(file, "");
    const child = spawn("bash", ["-e", "-c", `exec 2>&1\n${line}`], {
      cwd: join(this.folder, "notes"),
      env: { ...this.#env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const log = text(child.stdout);
    const code = await new Promise<number | null>((done) => child.on("close", done));
    const [summary = "", output = ""] = files.map((file) => readFileSync(file, "utf8"));
    return { code, log: await log, sentences: summary.trim().split("\n\n"), output };
  }

  /** Runs steps as GitHub does, until one fails. npm has installed everything before. */
  follow(
    steps: readonly Step[],
    values: Readonly<Record<string, string>>,
    env: NodeJS.ProcessEnv = {},
  ): Promise<Run> {
    const fill = (text: string) =>
      text.replace(/\$\{\{ \w+\.(\S+)( != '')? \}\}/g, (_, name, isAsked) =>
        isAsked ? String(Boolean(values[name])) : (values[name] ?? ""),
      );
    const other = `inputs.check-only ${values["check-only"] === "true" ? "!=" : "=="} 'true'`;
    const lines = steps.flatMap(
      ({ run, if: condition, env = {}, "working-directory": place = "." }) => {
        if (run === undefined || condition === other) return [];
        const set = Object.entries(env).map(([name, text]) => `export ${name}='${fill(text)}'`);
        return ["(", `cd '${join(values.workspace ?? ".", place)}'`, ...set, run, ")"];
      },
    );
    return this.run(['npm() { echo "npm $*"; }', ...lines].join("\n"), env);
  }
}
