import { expect, test } from "vitest";
import { listNotes } from "../../scripts/content/list-files.ts";
import { vault } from "./vault.ts";

const NOTES = [
  "[x]/a.md",
  "a.md",
  "b/a.md",
  "b/c/a.MD",
  "b/c/d/e.markdown",
  "drafts/a.md",
  "drafts/c/a.md",
  "x/drafts/a.md",
  "\uffee.md",
  "\u{1f600}.md",
];
const OTHERS = [
  ".hidden.md",
  ".md",
  "._a.md",
  "b/.git/a.md",
  "b/.hidden.md",
  "b/.md",
  "b/node_modules/x/a.md",
  "picture.png",
];

test("hidden files and folders, node_modules and other files are not notes; notes are sorted by code point", () => {
  const { contentDir } = vault(Object.fromEntries([...NOTES, ...OTHERS].map((path) => [path, ""])));
  expect(listNotes(contentDir, [])).toEqual({
    files: NOTES,
    others: ["picture.png"],
    hidden: 5,
    diagnostics: [],
  });
});

test("an owner may ask for other extensions, and links find the notes", async () => {
  const { build, read, contentDir } = vault({
    "collections.yaml": "extensions: [md, mdx]\n",
    "a.mdx": "import X from './x'\n\n<X />\n",
    "b.md": "[[a]] [[a.mdx]]",
    "c.markdown": "no note",
  });
  const { notes, problems } = await build();
  expect(notes.map(({ file }) => file)).toEqual(["a.mdx", "b.md"]);
  expect(problems).toEqual([]);
  expect(JSON.parse(read("api/v1/notes/b.json")).markdown).toBe("[a](/a) [a.mdx](/a)");
  expect(listNotes(contentDir, []).files).toEqual(["b.md", "c.markdown"]);
});

test.each([
  ["{a,b}".repeat(18), "expands to too many patterns"],
  ["{1..99999}", "expands to too many patterns"],
  ["{{a,b},{c,d}}".repeat(6), "expands to too many patterns"],
  ["a".repeat(501), "is longer than 500 characters"],
  ["!", "is not valid"],
  ["?(a)".repeat(21), "has more than 20 wildcards and groups"],
  [`${"*/".repeat(20)}*`, "has more than 20 wildcards and groups"],
  ["x/*a*a*a*a*a", "has more than 4 stars between two slashes"],
])("the pattern %j is refused in one sentence", (pattern, reason) => {
  const { contentDir } = vault({ "a.md": "" });
  expect(() => listNotes(contentDir, [pattern])).toThrow(
    `The \`ignore\` pattern ${JSON.stringify(pattern.slice(0, 100))} ${reason}`,
  );
});

test.each([
  [["drafts"], ["drafts/a.md", "drafts/c/a.md"]],
  [["/drafts"], ["drafts/a.md", "drafts/c/a.md"]],
  [["./drafts/"], ["drafts/a.md", "drafts/c/a.md"]],
  [["/", "./"], []],
  [["drafts/**"], ["drafts/a.md", "drafts/c/a.md"]],
  [["**/drafts"], ["drafts/a.md", "drafts/c/a.md", "x/drafts/a.md"]],
  [
    ["*.md", "**/c"],
    ["a.md", "\uffee.md", "\u{1f600}.md", "b/c/a.MD", "b/c/d/e.markdown", "drafts/c/a.md"],
  ],
  [["[x]/a.md"], ["[x]/a.md"]],
  [["**/*a*b*c*d/**", "?".repeat(20), "!(*)/".repeat(10)], []],
  [["nowhere/**", ""], []],
])("ignoring %j leaves out %j", (ignore, left) => {
  const { contentDir } = vault(Object.fromEntries(NOTES.map((path) => [path, ""])));
  const { files, diagnostics } = listNotes(contentDir, ignore);
  expect(NOTES.filter((path) => !files.includes(path)).sort()).toEqual(left.toSorted());
  expect(diagnostics).toEqual([]);
});
