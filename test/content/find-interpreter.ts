import { spawnSync } from "node:child_process";
import type { ExampleLanguage } from "./example.ts";

/** The program that runs a language's examples, or what the machine lacks for them. */
export type Interpreter = { file: string } | { missing: string };

/** Each command prints the interpreter's own path where it is one the examples are written for. */
const SEARCHES: Record<ExampleLanguage, { name: string; command: [string, ...string[]] }> = {
  js: { name: "Node", command: [process.execPath, "--print", "process.execPath"] },
  python: {
    name: "Python 3.8 or newer as python3",
    // The path that Python gives skips the launchers of version managers, which cost a run each.
    command: ["python3", "-c", "import sys; sys.version_info >= (3, 8) and print(sys.executable)"],
  },
  bash: {
    name: "bash 5 with GNU tools",
    command: [
      "bash",
      "-c",
      'if (( BASH_VERSINFO >= 5 )) && sort --version | grep -q GNU; then echo "$BASH"; fi',
    ],
  },
};

/** Looks for the interpreter of a language on this machine. */
export function findInterpreter(language: ExampleLanguage): Interpreter {
  const { name, command } = SEARCHES[language];
  const [launcher, ...args] = command;
  const file = spawnSync(launcher, args, { encoding: "utf8" }).stdout?.trim();
  return file ? { file } : { missing: name };
}
