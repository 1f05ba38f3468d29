import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NoteList } from "../worker/contract/note.ts";

const ROOT = join(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const BLOCKS = [...README.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  lines: text!.trim().split("\n"),
}));

test("the first block of code has the two commands, and is on the first screen with that for one's own notes", () => {
  expect(BLOCKS[0]).toEqual({
    language: "sh",
    lines: ["npm ci && npm start", "npm ci && npm test"],
  });
  const lines = README.split("\n");
  expect(lines.indexOf("npm ci && npm start")).toBeLessThan(20);
  const own = lines.findIndex((line) => line.includes("`npm start ../vault`"));
  expect(own - lines.indexOf("npm ci && npm test")).toBe(3);
});

test("the README has at most 9,000 bytes, and names its placeholder once", () => {
  expect(Buffer.byteLength(README)).toBeLessThanOrEqual(9000);
  expect(README.match(/OWNER\/|`OWNER`/g)).toHaveLength(1);
});

describe.runIf(process.env.REQUIRE_PACKAGE)("pasted into a new clone, in order,", () => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  const clone = join(folder, "clone");
  const env = { ...process.env, npm_config_prefer_offline: "true", npm_config_audit: "false" };

  beforeAll(() => {
    const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    for (const file of files.split("\0").filter(Boolean)) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      cpSync(join(ROOT, file), join(clone, file));
    }
    mkdirSync(join(folder, "vault"));
    writeFileSync(join(folder, "vault/First note.md"), "Some text.\n");
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a line until the service is ready; returns the titles of the notes that it serves. */
  async function titlesServedBy(line: string): Promise<string[]> {
    const child = spawn(line, { cwd: clone, env, shell: true, detached: true });
    const ended = once(child, "close");
    let said = "";
    const ready = new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
          if (said.includes("Ready on http://localhost:8787")) resolve();
        });
      }
      ended.then(() => reject(new Error(said)));
    });
    try {
      await ready;
      const response = await fetch("http://localhost:8787/api/v1/notes.json");
      const { notes } = (await response.json()) as NoteList;
      return notes.map(({ title }) => title);
    } finally {
      // The whole group, because npm and the shell stand between.
      process.kill(-child.pid!, "SIGTERM");
      await ended;
    }
  }

  const [{ lines: [start = "", tests = ""] = [] } = {}] = BLOCKS;

  test("the first command serves the included notes", async () => {
    expect((await titlesServedBy(start)).length).toBeGreaterThan(0);
  });

  test("the second one runs the tests, of which this is one", () => {
    const options = { cwd: clone, env, encoding: "utf8", shell: true } as const;
    const said = execFileSync(`${tests} test/imports`, [], options);
    expect(said).toMatch(/Test Files.*1 passed/);
  });

  test("the third one serves one's own notes", async () => {
    expect(await titlesServedBy("npm start ../vault")).toEqual(["First note"]);
  });

  test("the collections.yaml is one", () => {
    const { lines = [] } = BLOCKS.find(({ lines: [first] }) => first === "collections:") ?? {};
    writeFileSync(join(folder, "vault/collections.yaml"), lines.join("\n"));
    mkdirSync(join(folder, "vault/books"));
    rmSync(join(folder, "vault/First note.md"));
    const note = "---\ntitle: A book\nsummary: One.\nauthor: Somebody\n---\n";
    writeFileSync(join(folder, "vault/books/a.md"), note);
    const options = { cwd: clone, env, encoding: "utf8" } as const;
    const said = execFileSync("npm", ["run", "check", "../vault"], options);
    expect(said).toContain("1 note checked");
  });
});
