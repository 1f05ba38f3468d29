import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { nodesOf } from "../links/nodes.ts";
import { type ShippedNote, shippedCollection } from "./shipped-collection.ts";

/** How the examples of a language are run. */
interface Interpreter {
  name: string;
  /** Prints the interpreter's path if the examples are written for its version. */
  find: [string, ...string[]];
  /** Arguments before the code. `-I` ignores the machine's own settings. */
  arguments: string[];
}

/** The languages whose examples are run. */
const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python: {
    name: "Python 3.8 or newer as python3",
    // The path from Python itself bypasses the launchers of version managers, which would run each time.
    find: ["python3", "-c", "import sys; sys.version_info >= (3, 8) and print(sys.executable)"],
    // Without `site`, which takes a quarter of the start.
    arguments: ["-I", "-S", "-X", "utf8", "-c"],
  },
  js: {
    name: "Node",
    find: [process.execPath, "--print", "process.execPath"],
    arguments: ["--input-type=module", "--eval"],
  },
  bash: {
    name: "bash 5 with GNU tools",
    find: [
      "bash",
      "-c",
      'if (( BASH_VERSINFO >= 5 )) && sort --version | grep -q GNU; then echo "$BASH"; fi',
    ],
    arguments: ["--noprofile", "--norc", "-c"],
  },
};

const { notes } = shippedCollection();
const examples = notes.flatMap(examplesOf);

test("every code block marked run is in a language that is run, with its output after it", () => {
  const unfit = examples.filter((e) => !(e.language in INTERPRETERS) || e.output === undefined);
  expect(unfit.map(({ place }) => place)).toEqual([]);
  const outputs = notes
    .flatMap((note) => nodesOf(note.markdown))
    .filter((node) => node.type === "code" && node.meta === "output");
  expect(outputs).toHaveLength(examples.length);
});

test("most notes with code have code that is run", () => {
  expect(examples.length).toBeGreaterThanOrEqual(100);
  expect([...new Set(examples.map((e) => e.language))].sort()).toEqual(["bash", "js", "python"]);
});

describe.each(Object.entries(INTERPRETERS))("%s", (language, interpreter) => {
  const file = findInterpreter(interpreter);
  const own = examples.filter((example) => example.language === language);

  test.runIf(process.env[`REQUIRE_${language.toUpperCase()}`])(
    "is installed on this machine",
    () => {
      expect(file).not.toBe("");
    },
  );

  test.concurrent.for(own)(
    "$place prints what the note says",
    async ({ code, output }, { skip, expect }) => {
      if (file === "") return skip(`this machine has no ${interpreter.name}`);
      const { stdout, ...rest } = await runExample(file, [...interpreter.arguments, code]);
      expect(rest).toEqual({ code: 0, stderr: expect.any(String), left: [] });
      expect(stdout).toBe(`${output}\n`);
    },
  );
});

/** A code block marked `run`, and the output that the note shows. */
interface Example {
  /** `file:line` of its opening fence. */
  place: string;
  language: string;
  code: string;
  /** The code block `text output` right after it; undefined if there is none. */
  output: string | undefined;
}

/** The code blocks of a note that are marked `run`, in order. */
function examplesOf({ file, text, markdown }: ShippedNote): Example[] {
  // Links are rewritten within their lines, so only the front matter adds lines to the file.
  const linesBefore = text.split("\n").length - markdown.split("\n").length;
  const nodes = nodesOf(markdown);
  return nodes.flatMap((node, i) => {
    if (node.type !== "code" || node.meta !== "run") return [];
    const next = nodes[i + 1];
    const isOutput = next?.type === "code" && next.lang === "text" && next.meta === "output";
    const place = `${file}:${linesBefore + (node.position?.start.line ?? 0)}`;
    const output = isOutput ? next.value : undefined;
    return [{ place, language: node.lang ?? "", code: node.value, output }];
  });
}

/** The path of an interpreter on this machine; empty if there is none. */
function findInterpreter({ find: [launcher, ...rest] }: Interpreter): string {
  return spawnSync(launcher, rest, { encoding: "utf8" }).stdout?.trim() ?? "";
}

/**
 * Runs code in its own process and empty folder, in a time zone where hardly any author lives. An
 * example that takes longer than 20 seconds is killed and fails.
 * @returns the exit code (`null` if it was killed or could not be started), the output, with LF on
 * every system, and the names of the files left in the folder
 */
async function runExample(file: string, args: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), "example-"));
  const [cwd, scratch] = [join(root, "work"), join(root, "scratch")];
  try {
    mkdirSync(cwd);
    mkdirSync(scratch);
    const places = { HOME: cwd, TMPDIR: scratch, TZ: "Pacific/Chatham", LC_ALL: "C.UTF-8" };
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...places },
      timeout: 20_000,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const code = await new Promise<number | null>((resolve) => {
      child.once("error", () => resolve(null)).once("close", resolve);
    });
    const lines = (await stdout).replaceAll("\r\n", "\n");
    return { code, stdout: lines, stderr: await stderr, left: readdirSync(cwd) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
