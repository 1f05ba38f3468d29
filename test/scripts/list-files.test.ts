import glob from "fast-glob";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/content/list-files.ts";
import { vault } from "./vault.ts";

const PATHS = [
  "a.md",
  ".hidden.md",
  "._a.md",
  "b/a.md",
  "b/c/a.MD",
  "b/c/d/e.markdown",
  "b/.git/a.md",
  "b/node_modules/x/a.md",
  "drafts/a.md",
  "drafts/c/a.md",
  "x/drafts/a.md",
  "[x]/a.md",
  "\u{1f600}.md",
  "\uffee.md",
  "picture.png",
];

test.each([
  [[]],
  [["drafts"]],
  [["drafts/"]],
  [["./drafts"]],
  [["drafts/**"]],
  [["**/drafts"]],
  [["**/drafts/**"]],
  [["b/*"]],
  [["b/*/**"]],
  [["**/a.*"]],
  [["*.md", "**/c"]],
  [["{b,x}/**"]],
  [["!(b)/**"]],
  [["\\[x\\]/**"]],
  [["[x]/a.md"]],
  [["nowhere/**", ""]],
])("ignoring %j leaves out what it leaves out of a walk by patterns", async (ignore) => {
  const { contentDir } = vault(Object.fromEntries(PATHS.map((path) => [path, ""])));
  const { files, findings } = await listFiles(contentDir, ignore);
  const expected = glob.sync("**", {
    cwd: contentDir,
    dot: true,
    ignore: [
      "**/.*/**",
      "**/node_modules/**",
      "**/._*",
      ...ignore.map((pattern) => pattern.replace(/\/$/, "")),
    ],
  });
  const notes = expected.filter((path) => /\.(?:md|markdown)$/i.test(path));
  expect(new Set(files)).toEqual(new Set(notes));
  expect(findings).toEqual([]);
});

test("files come by code point, not by UTF-16 unit", async () => {
  const { contentDir } = vault({ "\u{1f600}.md": "", "\uffee.md": "", "a/b.md": "", "a-b.md": "" });
  const { files } = await listFiles(contentDir, []);
  expect(files).toEqual(["a-b.md", "a/b.md", "\uffee.md", "\u{1f600}.md"]);
});
