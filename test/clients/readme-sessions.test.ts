import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** The commands that the README shows in its `console` blocks, with what they print. */
const sessions = [...README.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((session) => {
      const [command = "", ...output] = session.trimEnd().split("\n");
      return { command, output: output.join("\n") };
    }),
);

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

test("the README shows answers to all three endpoints", () => {
  for (const part of ["notes.json", "notes/languages/", "search.json"]) {
    expect(sessions.some(({ command }) => command.includes(part))).toBe(true);
  }
});

test.for(sessions)("$command prints what the README says", async ({ command, output }, context) => {
  needTool(context, "REQUIRE_CURL", "curl");
  const asked = command.replace("http://localhost:8787", service.origin);
  const { stdout } = await promisify(execFile)(needTool(context, "REQUIRE_CURL", "bash"), [
    "-c",
    asked,
  ]);
  expect(stdout.trimEnd()).toBe(output);
});
