import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNote } from "../../scripts/commands/new.ts";
import { brief, CONFIG, type Vault, vault } from "./vault.ts";

const NEW = join(import.meta.dirname, "../../scripts/commands/new.ts");

const VALUED = CONFIG.replace(
  "route: /terms/{domain}/{slug}\n    fields:\n      domain: { required: true }",
  "route: /terms/{domain}/{slug}\n    fields:\n      domain: { required: true, values: [Data structures, Networking] }",
);

/** Creates a note; returns its path relative to the vault, and its text. */
async function make({ contentDir }: Vault, path: string, title?: string): Promise<string[]> {
  const more = title === undefined ? [] : ["--title", title];
  const made = await createNote([path, "--content", contentDir, ...more]);
  const file = made.slice(contentDir.length + 1).replaceAll("\\", "/");
  return [file, readFileSync(made, "utf8")];
}

const reason = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "made",
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

/** Front matter with these lines between the title and the tags. */
const head = (title: string, ...fields: string[]) =>
  ["---", `title: ${title}`, "summary:", ...fields, "tags: []", "aliases: []", "---", ""].join(
    "\n",
  );

test.each([
  ["terms/data-structures/skip-list", undefined, head("Skip list", "domain: Data structures")],
  ["languages/f-sharp", "F#: a #1 * choice", head('"F#: a #1 * choice"', "category:", "domain:")],
  ["guides/2024-02-01-first-day", undefined, head("2024-02-01 first day")],
])(
  "fills in what follows from the path, and leaves the rest empty: %s",
  async (path, title, text) => {
    const made = vault({ "collections.yaml": VALUED });
    expect(await make(made, path, title)).toEqual([`${path}.md`, text]);
  },
);

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

test.each([
  [CONFIG, "Machine learning"],
  [VALUED, ""],
])("a domain is derived from the folder's name if it is allowed", async (config, domain) => {
  const made = vault({ "collections.yaml": config });
  const [, text] = await make(made, "terms/machine-learning/svm", "SVM");
  expect(text).toBe(head("SVM", `domain: ${domain}`.trim()));
});

test("in a folder without collections.yaml, a note may have any path", async () => {
  const made = vault({ "seed.md": "# Seed\n" });
  expect(await make(made, "Ideas/Über uns")).toEqual(["Ideas/Über uns.md", head("Über uns")]);
  expect((await made.build({ check: true })).problems).toEqual([]);
});

test.each<[typed: string, path: (contentDir: string) => string, file: string]>([
  ["with its extension", () => "terms/networking/quic.md", "terms/networking/quic.md"],
  ["from here", () => "./terms/networking/quic", "terms/networking/quic.md"],
  ["with backslashes", () => "terms\\networking\\quic", "terms/networking/quic.md"],
  ["as a shell completes it", (content) => join(content, "guides/x"), "guides/x.md"],
  ["in Unicode form NFD, unlike routes", () => "guides/cafe\u0301", "guides/caf\u00e9.md"],
])("a path may be written %s", async (_, path, file) => {
  const made = vault({ "collections.yaml": VALUED });
  expect((await make(made, path(made.contentDir)))[0]).toBe(file);
});

test.each([
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
    "langauges/nim.md: The file is outside every collection (languages, terms, guides). Move it, declare a collection for its folder or one for all others (`folder: .`, `route: /{path}`), or list it under `ignore`.",
  ],
  [
    "languages/Hash Table",
    'languages/Hash Table.md: The name "Hash Table" is not a slug, so it cannot be part of a route. Rename it, for example to "hash-table", or let the route of the collection end in `{path}`, which makes slugs of names.',
  ],
  ...["guides/../../x", "/etc/x", "C:/notes/x", "guides/.hidden", "guides/"].map((path) => [
    path,
    `"${path}" must be a path inside the notes folder, without names that begin with a dot.`,
  ]),
])("no note can be created at %s", async (path, message) => {
  const made = vault({ "collections.yaml": VALUED });
  expect(await reason(make(made, path))).toBe(`UsageError: ${message}`);
});

test("an existing note is not changed", async () => {
  const made = vault({ "collections.yaml": VALUED, "guides/there.md": "mine" });
  expect(await reason(make(made, "guides/there"))).toMatch(/^UsageError: .* already exists\.$/);
  expect(readFileSync(join(made.contentDir, "guides/there.md"), "utf8")).toBe("mine");
});

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
  expect(await reason(createNote(["a", "--content", "no/such"]))).toBe(
    'ContentError: There is no folder "no/such".',
  );
});

test.each([
  [[], "Give one path, in quotes if it has spaces: npm run new -- terms/networking/bgp."],
  [["a", "b"], "Give one path, in quotes if it has spaces: npm run new -- terms/networking/bgp."],
  [["a", "--titel", "x"], "Unknown option '--titel'. Did you mean --title?"],
])("incorrect usage is an error: %j", async (args, message) => {
  expect(await reason(createNote(args))).toBe(`UsageError: ${message}`);
});

test.each([
  [[], "Its title is made from its name: --title sets another.", "bgp"],
  [["--title", " BGP "], "", "BGP"],
])(
  "a name that may be an initialism stays as typed, unless %j gives the title",
  (args, said, title) => {
    const { contentDir } = vault({ "a.md": "" });
    const command = [NEW, ...args, "notes/bgp", "--content", contentDir];
    const { stdout } = spawnSync(process.execPath, command, { encoding: "utf8" });
    expect(stdout).toContain(`bgp.md. ${said}`);
    expect(readFileSync(join(contentDir, "notes/bgp.md"), "utf8")).toContain(`title: ${title}\n`);
  },
);
