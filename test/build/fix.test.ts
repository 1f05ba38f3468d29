import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixNotes } from "../../scripts/diagnostics/fix.ts";
import { type Vault, vault } from "./vault.ts";

/** Fixes a vault like `npm run check -- --fix`: checks it, then fixes what was found. */
async function fix({ build, contentDir }: Vault): Promise<string[]> {
  const { problems } = await build({ check: true });
  return [...fixNotes(contentDir, problems)];
}

const read = ({ contentDir }: Vault, file: string) =>
  readFileSync(join(contentDir, file), "latin1");

test.each([
  ["a bare bar in a table", "| a |\n|---|\n| [[x|label]] |\n", "| a |\n|---|\n| [[x\\|label]] |\n"],
  [
    "a bare bar after a name that is also wrong",
    "| a |\n|---|\n| [[old/Hash%20table|a|b]] ![[Hash%20table|x]] |\n",
    "| a |\n|---|\n| [[deep/Hash table\\|a\\|b]] ![[Hash table\\|x]] |\n",
  ],
  ["%20", "[[Hash%20table]] [[Hash%20table|x]]", "[[Hash table]] [[Hash table|x]]"],
  ["a path in the wrong case", "[[./Deep/Hash Table]]", "[[deep/Hash table]]"],
  ["a moved folder", "[[old/Hash table#Costs|x]]", "[[deep/Hash table#Costs|x]]"],
  ["a colon in a value", "---\ntitle: A: B\n---\n[[x]]", '---\ntitle: "A: B"\n---\n[[x]]'],
  [
    "two colons",
    "---\r\ntitle: A: B\r\ndescription: C: D  \r\n---\r\n",
    '---\r\ntitle: "A: B"\r\ndescription: "C: D"  \r\n---\r\n',
  ],
  [
    "no colon in a value with several lines",
    "---\nsummary: A: B\n  c\nexcerpt: D\n\n  e: f\nstatus: ?\n---\n",
    "---\nsummary: A: B\n  c\nexcerpt: D\n\n  e: f\nstatus: ?\n---\n",
  ],
  [
    "nothing that has more than one solution",
    "[[Hash tabel]] [[No]] ![[x]] [[nodiscard]]",
    "[[Hash tabel]] [[No]] ![[x]] [[nodiscard]]",
  ],
])("fixes %s", async (_, before, after) => {
  const made = vault({
    "n.md": before,
    "x.md": "",
    "deep/Hash table.md": "# Hash table\n\n## Costs\n",
  });
  const changes = await fix(made);
  expect(readFileSync(join(made.contentDir, "n.md"), "utf8")).toBe(after);
  expect(changes.length > 0).toBe(before !== after);
  expect(await fix(made)).toEqual([]);
});

test("each change is shown with its place", async () => {
  const made = vault({ "n.md": "---\ntitle: T\n---\n\n- [[a%20b]]\n", "a b.md": "" });
  expect(await fix(made)).toEqual(["n.md:5:3 [[a%20b]] → [[a b]]"]);
});

const piece = fc.constantFrom(
  ..."text ¦\n¦\r\n¦\r¦\t¦  \n¦😀¦e\u0301¦\u2028¦\u00a0¦$& ¦\\¦`¦|¦[[a b]] ¦[[a%20b]] ".split("¦"),
  ..."[[a%20b|x]] ¦[[old/deep note]] ¦[[./A B]] ¦[[nowhere]] ¦![[a%20b]] ¦`[[a%20b]]` ".split("¦"),
  "\n\n| a | b |\n|---|---|\n| [[a b|x]] | y |\n\n",
  "\n```\n[[a%20b]]\n```\n",
);
const head = fc.constantFrom(
  "",
  "---\ntitle: T\n---\n",
  "---\r\ntitle: T: U\r\n---\r\n",
  "---\ntitle: 'x\n---\n",
);
const text = fc
  .tuple(fc.constantFrom("", "\ufeff"), head, fc.array(piece, { maxLength: 25 }))
  .map((parts) => parts.flat().join(""));

test("changes no byte outside the places it reports, and nothing more in a second run", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
      const files = Object.fromEntries(texts.map((each, i) => [`n${i}.md`, each]));
      const others = { "a b.md": "A.", "new/deep note.md": "B.", "latin.md": Buffer.from([0xe9]) };
      const made = vault({ ...files, ...others });
      const { problems } = await made.build({ check: true });
      const changes = [...fixNotes(made.contentDir, problems)];
      for (const [file, before] of Object.entries(files)) {
        const own = changes.filter((line) => line.startsWith(`${file}:`));
        const after = readFileSync(join(made.contentDir, file), "utf8");
        expect(after).toBe(changed(before, own));
      }
      expect(read(made, "latin.md")).toBe("\xe9");
      expect(readdirSync(made.contentDir).sort()).toEqual(
        [...Object.keys(files), "a b.md", "latin.md", "new"].sort(),
      );
      expect(await fix(made)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

/** Makes changes to a text, given only what was printed about them. */
function changed(text: string, changes: readonly string[]): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const lines = text.slice(mark.length).split(/(?<=\r\n|\n|\r(?!\n))/);
  // Backwards, so that the columns of earlier changes in a line remain valid.
  for (const change of changes.toReversed()) {
    const [, line, column, before, after] = /^[^:]+:(\d+):(\d+) (.*) → (.*)$/.exec(change)!;
    const [source, at] = [lines[Number(line) - 1]!, Number(column) - 1];
    expect(source.slice(at, at + before!.length)).toBe(before);
    lines[Number(line) - 1] = source.slice(0, at) + after + source.slice(at + before!.length);
  }
  return mark + lines.join("");
}

test("a file keeps its mode", async () => {
  const made = vault({ "n.md": "[[a%20b]] and [[a%20b]]", "a b.md": "" });
  const path = join(made.contentDir, "n.md");
  chmodSync(path, 0o640);
  await fix(made);
  expect(read(made, "n.md")).toBe("[[a b]] and [[a b]]");
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test("a note with the longest possible file name is fixed too", async () => {
  const file = `${"n".repeat(247)}.md`;
  const made = vault({ [file]: "[[a%20b]]", "a b.md": "" });
  await fix(made);
  expect(read(made, file)).toBe("[[a b]]");
});

test("fixes made before a file that cannot be changed are still shown", async () => {
  const made = vault({ "1.md": "[[a%20b]]", "2.md": "[[a%20b]]", "a b.md": "" });
  const { problems } = await made.build({ check: true });
  const changes = fixNotes(made.contentDir, problems);
  rmSync(join(made.contentDir, "2.md"));
  expect(changes.next().value).toBe("1.md:1:1 [[a%20b]] → [[a b]]");
  expect(() => changes.next()).toThrow(/^2\.md was not changed: /);
});
