import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../build/vault.ts";
import { needTool } from "../clients/need-tool.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The lines with which docs/deploy.md merges a newer version. */
const RECIPE = /^```sh\n(git fetch .*?)^```$/ms;

/** Runs a line of a shell, and returns what it prints. Merges may end with conflicts. */
function run(folder: string, line: string, mayFail = false): string {
  const identity = ["-c", "user.name=Owner", "-c", "user.email=owner@notes.example"];
  const alone = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const config = { ...alone, GIT_EDITOR: "true" };
  try {
    const args = line.replace(/^git /, "").split(" ");
    const env = { ...process.env, ...config };
    const options = { cwd: folder, env, encoding: "utf8", stdio: "pipe" } as const;
    return execFileSync("git", [...identity, ...args], options);
  } catch (error) {
    if (mayFail) return "";
    throw error;
  }
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

test("the documented lines merge a newer version into a copy with notes of its own, and none of the included ones", (context) => {
  needTool(context, "REQUIRE_GIT", "git");
  const folder = newFolder();
  const [project, copy] = [join(folder, "project"), join(folder, "copy")];

  // Version 1.0.0: the files of this project that owners and versions both change, and included notes.
  mkdirSync(join(project, "content/terms"), { recursive: true });
  for (const file of ["wrangler.toml", "package.json", "LICENSE", "scripts/cli/main.js"]) {
    cpSync(join(ROOT, file), join(project, file));
  }
  for (const name of ["kept", "changed", "removed", "renamed"]) {
    writeFileSync(
      join(project, `content/terms/${name}.md`),
      `# ${name}\n\n${"A line.\n".repeat(20)}`,
    );
  }
  writeFileSync(join(project, "content/collections.yaml"), "collections: {}\n");
  run(folder, "git init -q -b main project");
  for (const line of ["git add -A", "git commit -qm 1.0.0", "git tag v1.0.0"]) run(project, line);

  // The owner's copy, as the README says: a name, and other notes, some of them under the same names.
  run(folder, "git clone -q project copy");
  run(copy, "git rm -rq content");
  mkdirSync(join(copy, "content/terms"), { recursive: true });
  writeFileSync(join(copy, "content/terms/changed.md"), "# Mine\n");
  writeFileSync(join(copy, "content/diary.md"), "# Diary\n");
  edit(copy, "wrangler.toml", (text) => text.replace(/^name = .*/m, 'name = "my-notes"'));
  for (const line of ["git add -A", "git commit -qm Mine"]) run(copy, line);

  // Version 1.1.0: notes come, change, move and go, and so does the code.
  writeFileSync(join(project, "content/new.md"), "# New\n");
  edit(project, "content/terms/changed.md", (text) => `${text}More.\n`);
  edit(project, "content/collections.yaml", (text) => `# Fields\n${text}`);
  run(project, "git rm -q content/terms/removed.md");
  run(project, "git mv content/terms/renamed.md content/terms/moved.md");
  edit(project, "content/terms/moved.md", (text) => `${text}More.\n`);
  edit(project, "package.json", (text) => text.replace(/"version": ".*"/, '"version": "1.1.0"'));
  edit(project, "wrangler.toml", (text) =>
    text.replace(/^compatibility_date = .*/m, 'compatibility_date = "2027-01-01"'),
  );
  edit(project, "scripts/cli/main.js", (text) => `// Newer\n${text}`);
  for (const line of ["git add -A", "git commit -qm 1.1.0", "git tag v1.1.0"]) run(project, line);

  const [, recipe = ""] = RECIPE.exec(readFileSync(join(ROOT, "docs/deploy.md"), "utf8")) ?? [];
  const lines = recipe.trim().split("\n");
  expect(lines.length).toBe(5);
  for (const line of lines) {
    // A merge that leaves conflicts to be resolved ends with an error.
    const isMerge = line.startsWith("git merge");
    run(copy, line.replace(/https:\S+/, project), isMerge);
  }

  expect(run(copy, "git status --porcelain")).toBe("");
  expect(run(copy, "git log -1 --format=%P").trim().split(" ").length).toBe(2);
  const notes = readdirSync(join(copy, "content"), { recursive: true, encoding: "utf8" });
  expect(notes.filter((name) => /\./.test(name)).toSorted()).toEqual([
    "diary.md",
    join("terms", "changed.md"),
  ]);
  expect(readFileSync(join(copy, "content/terms/changed.md"), "utf8")).toBe("# Mine\n");
  const settings = readFileSync(join(copy, "wrangler.toml"), "utf8");
  expect(settings).toMatch(/^name = "my-notes"$/m);
  expect(settings).toContain("2027-01-01");
  expect(readFileSync(join(copy, "scripts/cli/main.js"), "utf8")).toMatch(/^\/\/ Newer$/m);
  expect(readFileSync(join(copy, "package.json"), "utf8")).toContain('"version": "1.1.0"');
});
