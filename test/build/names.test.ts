import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { slugPaths } from "../../scripts/routes/slugs.ts";
import { noteAddress } from "../../worker/contract/addresses.ts";
import { openService } from "../worker/service.ts";
import { served } from "./served.ts";
import { brief, vault } from "./vault.ts";

/** File names without extension, both ordinary and hostile, and their slugs. */
const NAMES: [name: string, slug: string][] = [
  ["a b", "a-b"],
  ["Q - r: (s)", "q-r-s"],
  ["a--b", "a--b"],
  ["C++", "c++"],
  ["C#", "c-sharp"],
  ["F# 8", "f-sharp-8"],
  ["#1 C##", "1-c"],
  ["ASP.NET Core", "asp.net-core"],
  ["What is C#?", "what-is-c-sharp"],
  ["%20", "20"],
  ["$HOME $& $1", "home-1"],
  ["x\\y", "x-y"],
  ["end.", "end"],
  [" start", "start"],
  ["-dash", "dash"],
  ["日本語", "日本語"],
  ["Ünïcôdé", "ünïcôdé"],
  ["cafe\u0301", "caf\u00e9"],
  ["ΟΔΟΣ", "οδος"],
  ["İ", "i\u0307"],
  ["हिन्दी", "हिन्दी"],
  ["🎉", "untitled-1"],
  ["!!!", "untitled"],
  ["heart ❤️", "heart"],
  ["\u202ertl", "rtl"],
  ["quote'\"s", "quote-s"],
  ["*star*_under_", "star-_under_"],
  ["a:b|c", "a-b-c"],
  ["__proto__", "__proto__"],
  ["README", "readme"],
  ["notes.json", "notes-json"],
  ["con", "con-untitled"],
  ["con.txt", "con-untitled.txt"],
  ["a".repeat(247), "a".repeat(247)],
  ["日".repeat(82), "日".repeat(82)],
];

test("file and folder names of all kinds become safe routes, and the Worker serves them there", async () => {
  const depths = Array.from({ length: 30 }, (_, i) => `level ${i}`).join("/");
  const odd = vault({
    ...Object.fromEntries(NAMES.map(([name, slug]) => [`${name}.md`, `I am ${slug}.\n`])),
    ...Object.fromEntries(NAMES.map(([name]) => [`in/${name}.md`, `[[${name}]] in.\n`])),
    ...Object.fromEntries(NAMES.map(([name]) => [`${name}/x.md`, "In it.\n"])),
    [`${depths}/deep.md`]: "Deep.\n",
  });
  const { notes } = await served(odd);
  expect(Object.keys(notes)).toHaveLength(3 * NAMES.length + 1);
  for (const [name, slug] of NAMES) {
    expect(notes[`${name}.md`]).toMatchObject({
      route: `/${slug}`,
      title: name.normalize("NFC").trim(),
      markdown: `I am ${slug}.\n`,
    });
  }
  expect(notes[`${depths}/deep.md`]?.route.split("/")).toHaveLength(32);
  const service = await openService({ dist: odd.outDir });
  for (const note of Object.values(notes)) {
    const { status, body } = await service.fetch(noteAddress(note.route));
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 200, body: note });
  }
});

test("a name or a route that is too long for a file is a problem with a place, and the note is left out", async () => {
  const folders = Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(100, "x")).join("/");
  const { notes, problems, messages } = await served(
    vault({
      [`${"a".repeat(252)}.md`]: "",
      [`${"b".repeat(250)}.md`]: "",
      [`${"日".repeat(84)}.md`]: "",
      [`${"x".repeat(200)}/${"y".repeat(251)}/z.md`]: "",
      [`${folders}/${"y".repeat(40)}.md`]: "",
      [`${folders}/y.md`]: "",
      "short.md": "",
    }),
  );
  expect(Object.keys(notes).sort()).toEqual([
    `${folders}/y.md`,
    `${"b".repeat(250)}.md`,
    "short.md",
  ]);
  expect(problems.map((line) => line.split(":").slice(1).join(":"))).toEqual(
    Array(4).fill("1:1 warning unsafe-name"),
  );
  expect(messages.toSorted()).toEqual([
    ...Array(3).fill(
      "A name in the route is longer than 250 bytes. Rename the file or the folder.",
    ),
    expect.stringMatching(/^The route is longer than 2048 bytes/),
  ]);
});

test("names with the same slug get different routes, and a name that already is a slug keeps it", async () => {
  const routes = {
    "foo-bar.markdown": "/foo-bar",
    "foo-bar.md": "/foo-bar-2",
    "foo-bar-1.md": "/foo-bar-1",
    "Foo Bar.md": "/foo-bar-3",
    "foo bar.md": "/foo-bar-4",
    "Zig.md": "/zig-1",
    "zig.markdown": "/zig",
    "foo-bar/x.md": "/foo-bar/x",
    "Foo Bar/x.md": "/foo-bar-1/x",
    "caf\u00e9.md": "/caf\u00e9",
    "cafe\u0301.md": "/caf\u00e9-1",
  };
  const files = Object.keys(routes).map((file) => [file, ""]);
  const { notes, problems, messages } = await served(vault(Object.fromEntries(files)));
  const found = Object.entries(notes).map(([file, { route }]) => [file, route]);
  expect(Object.fromEntries(found)).toEqual(routes);
  expect(problems.every((problem) => problem.endsWith(" warning shared-slug"))).toBe(true);
  expect(messages).toHaveLength(6);
  expect(messages).toContain(
    "In routes, this name is foo-bar-2, because foo-bar.markdown has the same slug. Rename one of the two.",
  );
  expect(messages).toContain(
    "In routes, this name is caf\u00e9-1, because caf\u00e9.md has the same slug. Their names differ only in how accents are encoded (Unicode NFC and NFD). Rename one of the two.",
  );
});

test("a folder that would have the path of a note's file in the output is a problem", async () => {
  const { problems } = await vault({
    "collections.yaml":
      "collections:\n  a: { folder: a, route: '/x/{slug}' }\n  b: { folder: b, route: '/x/{domain}/{slug}' }\n",
    "a/y.md": "---\ntitle: T\nsummary: S\n---\n",
    "b/y.json/z.md": "---\ntitle: T\nsummary: S\n---\n",
  }).build();
  expect(problems.map(brief)).toEqual(["b/y.json/z.md:1:1 error unsafe-name"]);
});

test("what cannot be listed or is a symbolic link is counted in one problem, and all other notes are served", async () => {
  const odd = vault({
    "a.md": "A",
    "folder\nbreak/c.md": "C",
    "real/b.md": "B",
    "picture.png": "",
    "with\nbreak.md": "W",
  });
  const { contentDir } = odd;
  const bytes = (name: string) => Buffer.from(join(contentDir, name), "latin1");
  writeFileSync(bytes("latin\xe9.md"), "");
  mkdirSync(bytes("folder\xe9"));
  writeFileSync(bytes("folder\xe9/x.md"), "");
  const outside = join(contentDir, "../outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.md"), "SECRET");
  for (const [path, target] of [
    ["file.md", "a.md"],
    ["folder", "real"],
    ["real/up", ".."],
    ["dead.md", "nowhere.md"],
    ["out", outside],
    ["copy.png", "picture.png"],
  ] as const) {
    symlinkSync(target, join(contentDir, path));
  }
  const { notes, problems, messages } = await served(odd);
  expect(Object.keys(notes).sort()).toEqual(["a.md", "real/b.md", "with\nbreak.md"]);
  expect(problems).toEqual([
    ".:1:1 warning unreadable-file",
    "latin\ufffd.md:1:1 warning unreadable-file",
  ]);
  expect(messages).toEqual([
    'Symbolic links are not followed (5): "dead.md", "file.md", "folder", …. Folders cannot be listed (2): "folder\\nbreak", "folder\ufffd". Put the notes themselves here, or add these paths to `ignore`.',
    "The file's name is not UTF-8. Rename it.",
  ]);
  const { problems: left } = await odd.build({
    ignore: ["file.md", "folder*", "dead.md", "out", "real/up", "latin*"],
  });
  expect(left).toEqual([]);
});

test("the notes folder may be a symbolic link, but not a file", async () => {
  const { contentDir, build } = vault({ "a.md": "A" });
  symlinkSync(contentDir, `${contentDir}-link`);
  const { notes } = await build({ contentDir: `${contentDir}-link` });
  expect(notes.map(({ file }) => file)).toEqual(["a.md"]);
  await expect(build({ contentDir: join(contentDir, "a.md") })).rejects.toThrow(
    /is not a readable folder/,
  );
});

test("empty files and 10 MB files are notes", async () => {
  const line = `${"All work and no play. ".repeat(40)}See [[small]] and [[Nowhere]].\n`;
  const big = line.repeat(Math.ceil(10_000_000 / line.length));
  const { build, outDir, read } = vault({ "big.md": big, "small.md": "", "zero.md": "\ufeff" });
  const { notes, counts } = await build();
  expect(notes.map(({ route }) => route)).toEqual(["/big", "/small", "/zero"]);
  expect(counts[0]?.count).toBe(big.length / line.length);
  const { markdown } = JSON.parse(read("api/v1/notes/big.json"));
  expect(markdown).toBe(
    big.replaceAll("[[small]]", "[small](/small)").replaceAll("[[Nowhere]]", "Nowhere"),
  );
  expect(existsSync(join(outDir, "api/v1/notes/zero.json"))).toBe(true);
});

test("each file gets a unique path that is safe to serve, whatever its name", () => {
  const name = fc
    .oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
      fc.constantFrom(...NAMES.map(([each]) => each), "a", "A", "a-1"),
    )
    .map((each) => each.replace(/[/\0]/g, "_"));
  const path = fc
    .tuple(fc.array(name, { maxLength: 3 }), name, fc.constantFrom(".md", ".markdown", ".MD"))
    .map(([folders, file, extension]) => [...folders, file + extension].join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
      const made = [...slugPaths(paths).slugs.values()];
      expect(made).toHaveLength(paths.length);
      expect(new Set(made.map((each) => each.toLowerCase())).size).toBe(made.length);
      for (const each of made) {
        expect(each).toBe(each.normalize("NFC"));
        for (const part of each.split("/")) expect(part).toMatch(/^[\p{L}\p{M}\p{N}_.+-]+$/u);
      }
    }),
    { numRuns: 100 },
  );
});
