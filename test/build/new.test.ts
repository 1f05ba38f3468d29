import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNote, parseNewOptions } from "../../scripts/commands/new.ts";
import { brief, CONFIG, type Vault, vault } from "./vault.ts";

const NEW = join(import.meta.dirname, "../../scripts/commands/new.ts");

const VALUED = CONFIG.replace(
  "route: /terms/{domain}/{slug}\n    fields:\n      domain: { required: true }",
  "route: /terms/{domain}/{slug}\n    fields:\n      domain: { required: true, values: [Data structures, Networking] }",
);

/** Creates a note; returns its path relative to the vault, and its text. */
async function make({ contentDir }: Vault, path: string, title?: string): Promise<string[]> {
  const made = await createNote({ contentDir, path, title });
  const file = made.slice(contentDir.length + 1).replaceAll("\\", "/");
  return [file, readFileSync(made, "utf8")];
}

const reason = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "made",
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

test("fills in what follows from the path, and leaves the rest empty", async () => {
  const made = vault({ "collections.yaml": VALUED });
  expect(await make(made, "terms/data-structures/skip-list")).toEqual([
    "terms/data-structures/skip-list.md",
    `---
title: Skip list
summary:
domain: Data structures
tags: []
aliases: []
---
`,
  ]);
  expect(await make(made, "languages/f-sharp", "F#: a #1 * choice")).toEqual([
    "languages/f-sharp.md",
    `---
title: "F#: a #1 * choice"
summary:
category:
domain:
tags: []
aliases: []
---
`,
  ]);
});

test("a check of new notes reports what must be filled in, and nothing else", async () => {
  const made = vault({ "collections.yaml": VALUED });
  await make(made, "terms/networking/quic", "QUIC");
  await make(made, "languages/nim");
  await make(made, "guides/deep/er/Start Here");
  const { problems, notes } = await made.build({ check: true });
  expect(problems.map(brief)).toEqual([
    "guides/deep/er/Start Here.md:1:1 error missing-summary",
    "languages/nim.md:1:1 error missing-summary",
    "languages/nim.md:1:1 error missing-field",
    "languages/nim.md:1:1 error missing-field",
    "terms/networking/quic.md:1:1 error missing-summary",
  ]);
  expect(notes.map((entry) => entry.route)).toContain("/terms/networking/quic");
});

test("if any domain is allowed, it is derived from the folder's name", async () => {
  const [, text] = await make(vault({ "collections.yaml": CONFIG }), "terms/machine-learning/svm");
  expect(text).toContain("\ndomain: Machine learning\n");
});

test("in a folder without collections.yaml, a note may have any path", async () => {
  const made = vault({ "seed.md": "# Seed\n" });
  const [file, text] = await make(made, "Ideas/Über uns");
  expect(file).toBe("Ideas/Über uns.md");
  expect(text).toBe("---\ntitle: Über uns\nsummary:\ntags: []\naliases: []\n---\n");
  expect((await made.build({ check: true })).problems).toEqual([]);
});

test.each([
  ["skip-list", "Skip list"],
  ["2024-02-01-first-day", "2024-02-01 first day"],
])("the file name %s gives the title %s", async (name, title) => {
  const [, text] = await make(vault({ "seed.md": "# Seed\n" }), `daily/${name}`);
  expect(text).toContain(`\ntitle: ${title}\n`);
});

test.each(["terms/networking/quic.md", "./terms/networking/quic", "terms\\networking\\quic"])(
  "a path may be written as %s",
  async (path) => {
    const [file] = await make(vault({ "collections.yaml": VALUED }), path);
    expect(file).toBe("terms/networking/quic.md");
  },
);

test("a file name is written in Unicode form NFC, like routes", async () => {
  const [file] = await make(vault({ "collections.yaml": VALUED }), "guides/cafe\u0301");
  expect(file).toBe("guides/caf\u00e9.md");
});

test("a path may start with the notes folder, as a shell completes it", async () => {
  const made = vault({ "collections.yaml": VALUED });
  const [file] = await make(made, join(made.contentDir, "terms", "networking", "quic"));
  expect(file).toBe("terms/networking/quic.md");
});

test.each(["daily/today", "../../daily/today"])(
  "if the command runs in a subfolder of the notes, %s means the same note",
  (path) => {
    const { contentDir } = vault({ "tools/api/readme.md": "# Tools\n" });
    const { stdout } = spawnSync(process.execPath, [NEW, path, "--content", "../.."], {
      cwd: join(contentDir, "tools/api"),
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^Created \.\.\/\.\.\/daily\/today\.md\./);
  },
);

test.each([
  [
    "terms/netwroking/quic",
    "No domain of terms has the folder netwroking. Did you mean networking?",
  ],
  [
    "terms/quic",
    "terms/quic.md: A note of terms belongs in a folder for its domain: terms/<domain>/quic.md.",
  ],
  [
    "languages/a/b",
    "languages/a/b.md: A note of languages belongs directly in its folder: languages/b.md. A route that ends in `{path}` takes folders, too.",
  ],
  [
    "langauges/nim",
    "langauges/nim.md: The file is outside every collection (languages, terms, guides). Move it, declare a collection for its folder or one for all others (`folder: .`, `route: /{path}`), or list it under `ignore`. Did you mean languages?",
  ],
  [
    "languages/Hash Table",
    'languages/Hash Table.md: The name "Hash Table" has upper-case letters, so it cannot be part of a route. Rename it, for example to "hash-table", or let the route of the collection end in `{path}`, which makes slugs of names.',
  ],
])("no note can be created at %s", async (path, message) => {
  const made = vault({ "collections.yaml": VALUED });
  expect(await reason(make(made, path))).toBe(`UsageError: ${message}`);
});

test.each(["guides/../../x", "/etc/x", "C:\\notes\\x", "guides/.hidden", "guides/"])(
  "%s is not a path inside the notes",
  async (path) => {
    expect(await reason(make(vault({ "collections.yaml": VALUED }), path))).toBe(
      `UsageError: "${path}" must be a path inside the notes folder, without names that begin with a dot.`,
    );
  },
);

test.each(["guides/there", "guides/THERE", "guides/other", "guides/na\u00efve"])(
  "an existing note is not changed: %s",
  async (path) => {
    const made = vault({
      "collections.yaml": VALUED,
      "guides/there.md": "mine",
      "guides/other.markdown": "mine",
      "guides/nai\u0308ve.md": "mine",
    });
    expect(await reason(make(made, path))).toMatch(/^UsageError: .* already exists\.$/);
    expect(readFileSync(join(made.contentDir, "guides/there.md"), "utf8")).toBe("mine");
  },
);

test("a file in place of a folder gives an error of one sentence", async () => {
  const made = vault({ "collections.yaml": VALUED, "guides/deep": "a file" });
  expect(await reason(make(made, "guides/deep/note"))).toMatch(
    /^OutputError: .*note\.md cannot be written: /,
  );
});

test("an error in collections.yaml, or a missing folder, is reported first", async () => {
  const made = vault({ "collections.yaml": "tags: []\ncollection: {}\n" });
  expect(await reason(make(made, "terms/networking/quic"))).toMatch(
    /^ContentError: .*collections\.yaml:2: Unknown key collection\.$/,
  );
  const nowhere = { contentDir: "no/such", path: "a", title: undefined };
  expect(await reason(createNote(nowhere))).toBe("ContentError: There is no folder no/such.");
});

test("the command line gives the folder, the path and the title", () => {
  const options = { contentDir: "vault", path: "a/b", title: "QUIC" };
  expect(parseNewOptions(["--title", " QUIC ", "a/b", "--content", "vault"])).toEqual(options);
});

test.each([
  [[], "Say where the note goes: npm run new -- terms/networking/bgp."],
  [["a", "b"], "Give one path, not several: a b."],
  [["a", "--title", " "], "--title takes one line of text that is not blank."],
  [["a", "--content", " "], "--content takes a folder."],
  [["a", "--titel", "x"], /Unknown option '--titel'/],
])("incorrect usage is an error: %j", (args, message) => {
  expect(() => parseNewOptions(args)).toThrow(message);
});

test("a name that may be an initialism stays as typed, and --title is mentioned", () => {
  const { contentDir } = vault({ "a.md": "" });
  const args = [NEW, "notes/bgp", "--content", contentDir];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stdout).toContain('bgp.md. Its title is "bgp", as typed: --title sets another.');
  expect(readFileSync(join(contentDir, "notes/bgp.md"), "utf8")).toContain("title: bgp\n");
});
