import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  type TestContext,
  test,
} from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";

const README = join(import.meta.dirname, "../../README.md");

/** What the recipes call the service. */
const BASE_ADDRESS = "https://notes.example";

/**
 * The code blocks of the README whose info string is a language and the word `recipe`: all but the
 * server's configuration, which is run where that server is, and TypeScript, where its types are made.
 */
const recipes = [...readFileSync(README, "utf8").matchAll(/^```(\w+) recipe\n(.*?)^```$/gms)]
  .map(([, language = "", code = ""]) => ({ language, code }))
  .filter(({ language }) => language !== "nginx" && language !== "ts");

interface Runner {
  /** The program and its arguments. */
  command: (context: TestContext, code: string) => [string, string[]];
  /** What the recipe prints, among others. */
  prints: RegExp;
}

const RUNNERS: Record<string, Runner> = {
  bash: {
    command: (context, code) => {
      needTool(context, "REQUIRE_CURL", "curl");
      return [needTool(context, "REQUIRE_CURL", "bash"), ["-euo", "pipefail", "-c", code]];
    },
    prints: /^\{"count":\d+,.*"title":"C\+\+".*304\n$/s,
  },
  python: {
    command: (context, code) => [needTool(context, "REQUIRE_PYTHON", "python3"), ["-c", code]],
    prints: /^\d+ notes; \d+ requests left\n.*hash table/s,
  },
  js: {
    command: (_, code) => [process.execPath, ["--input-type=module", "--eval", code]],
    prints: /^Hash table \[ '.+' \]\n$/s,
  },
};

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

describe("the README's recipes", () => {
  test("are there for curl, Python and fetch", () => {
    expect(recipes.map(({ language }) => language)).toEqual(
      expect.arrayContaining(["bash", "python", "js"]),
    );
  });

  test.for(recipes)("$language", async ({ language, code }, context) => {
    const runner = RUNNERS[language];
    if (runner === undefined) throw new Error(`Nothing runs ${language} here.`);
    const [program, args] = runner.command(context, code.replaceAll(BASE_ADDRESS, service.origin));
    const cwd = mkdtempSync(join(tmpdir(), "recipe-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    expect(code).toContain(BASE_ADDRESS);
    const { stdout } = await promisify(execFile)(program, args, { cwd, timeout: 30_000 });
    expect(stdout).toMatch(runner.prints);
  });
});
