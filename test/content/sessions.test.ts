import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needTool } from "../clients/need-tool.ts";
import { type Service, startService } from "../worker/service.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = ["README.md", "docs/api.md"].map((name) =>
  readFileSync(join(ROOT, name), "utf8"),
);

/** Where `npm start` serves the notes. */
const ORIGIN = "http://localhost:8787";

/** The commands that the documentation shows in `console` blocks, with their output. */
const sessions = DOCUMENTS.flatMap((text) => [...text.matchAll(/^```console\n(.*?)^```$/gms)])
  .flatMap(([, block = ""]) => block.split(/^\$ /m).slice(1))
  .map((session) => {
    const [command = "", ...output] = session.trimEnd().split("\n");
    return { command, asked: command.replace(ORIGIN, ""), output: output.join("\n") };
  });

const folder = mkdtempSync(join(tmpdir(), "sessions-"));
let service: Service;

beforeAll(async () => {
  const dist = join(folder, "dist");
  const build = ["scripts/commands/build.ts", "--quiet", "--out", dist];
  execFileSync(process.execPath, build, { cwd: ROOT });
  service = await startService({ dist });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test("the documentation shows responses of all three endpoints", () => {
  for (const part of ["notes.json", "notes/languages/", "search.json"]) {
    expect(sessions.some(({ command }) => command.includes(part))).toBe(true);
  }
});

test.for(sessions)(
  "$asked prints what the documentation says",
  async ({ command, output }, context) => {
    needTool(context, "REQUIRE_CURL", "curl");
    const session = command.replace(ORIGIN, service.origin);
    const { stdout } = await promisify(execFile)(needTool(context, "REQUIRE_CURL", "bash"), [
      "-c",
      session,
    ]);
    expect(stdout.trimEnd()).toBe(output);
  },
);
