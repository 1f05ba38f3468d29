import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";

const ROOT = join(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

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

const folder = mkdtempSync(join(tmpdir(), "readme-"));
let service: Service;

beforeAll(async () => {
  // The README shows the shipped notes.
  const dist = join(folder, "dist");
  const build = ["scripts/build.ts", "--quiet", "--out", dist];
  execFileSync(process.execPath, build, { cwd: ROOT });
  const index = readFileSync(join(dist, "search-index.bin"));
  service = await startService({ dist, index });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

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
