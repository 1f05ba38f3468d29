import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExampleLanguage } from "./example.ts";

/** The arguments that hand an interpreter its code. `-I` leaves out what a machine's settings add. */
const ARGUMENTS: Record<ExampleLanguage, readonly string[]> = {
  python: ["-I", "-X", "utf8", "-c"],
  js: ["--input-type=module", "--eval"],
  bash: ["--noprofile", "--norc", "-c"],
};

/** An example that runs longer is ended and fails. */
const TIMEOUT_MS = 20_000;

/** No author is likely to live here, so what depends on a machine's time zone shows. */
const ODD_ZONE = "Pacific/Chatham";

/** What a run left behind. */
export interface ExampleRun {
  /** Exit code; `null` where it was ended or could not be started. */
  code: number | null;
  /** Lines end in LF on every system. */
  stdout: string;
  stderr: string;
  /** Names of the files it left in its folder. */
  left: string[];
}

/**
 * Runs an example in a process and an empty folder of its own; temporary files go elsewhere.
 * @param file path of the language's interpreter
 */
export async function runExample(
  language: ExampleLanguage,
  file: string,
  code: string,
): Promise<ExampleRun> {
  const root = mkdtempSync(join(tmpdir(), "example-"));
  const [cwd, scratch] = [join(root, "work"), join(root, "scratch")];
  try {
    mkdirSync(cwd);
    mkdirSync(scratch);
    const env = { ...process.env, HOME: cwd, TMPDIR: scratch, TZ: ODD_ZONE, LC_ALL: "C.UTF-8" };
    const run = await finished([file, ...ARGUMENTS[language], code], { cwd, env });
    return { ...run, left: readdirSync(cwd) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function finished(
  [command, ...args]: [string, ...string[]],
  options: { cwd: string; env: NodeJS.ProcessEnv },
) {
  const child = spawn(command, args, {
    ...options,
    timeout: TIMEOUT_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise<Omit<ExampleRun, "left">>((resolve) => {
    child.once("error", (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.once("close", (exit) =>
      resolve({ code: exit, stdout: stdout.replaceAll("\r\n", "\n"), stderr }),
    );
  });
}
