import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_SCHEMA } from "../../scripts/config/schema.ts";
import { RULES, type RuleName, type Severity } from "../../scripts/diagnostics/rules.ts";
import { type NoteList, RESERVED_FIELDS } from "../../worker/contract/note.ts";
import { brief, note, vault } from "./vault.ts";

const ROOT = join(import.meta.dirname, "../..");
const owned = (Object.keys(RULES) as RuleName[]).filter((name) => RULES[name].choice === "owner");

/** What `scripts/config/schema.ts` adds to its mappings for this. */
type Mapping = { entries?: v.ObjectEntries; key?: RegExp; value?: v.GenericSchema };

/** The schema of a part of `collections.yaml` as JSON Schema. */
function editorSchema(schema: v.GenericSchema): object {
  const { $schema: _, ...own } = toJsonSchema(schema, {
    // Some checks have no counterpart there.
    errorMode: "ignore",
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== "metadata") return undefined;
      const { entries, key, value, ...others } = jsonSchema as Mapping;
      if (entries !== undefined) {
        const all = Object.entries(entries);
        const required = all.filter(([, { type }]) => type !== "exact_optional");
        return {
          ...others,
          type: "object",
          properties: Object.fromEntries(
            all.map(([name, each]) => [name, editorSchema(each as v.GenericSchema)]),
          ),
          ...(required.length > 0 && { required: required.map(([name]) => name) }),
          additionalProperties: false,
        };
      }
      if (key === undefined || value === undefined) return undefined;
      return {
        ...others,
        type: "object",
        propertyNames: { pattern: key.source },
        additionalProperties: editorSchema(value),
      };
    },
  });
  return own;
}

describe("the schema of collections.yaml for editors", () => {
  test("is what the build checks; npx vitest run test/build/config -u writes it anew", async () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "collections.yaml of a notes folder",
      ...editorSchema(CONFIG_SCHEMA),
    };
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      join(ROOT, "docs/collections.schema.json"),
    );
  });

  test("is JSON Schema 2020-12, and accepts the documentation's example, which refers to it", () => {
    const docs = readFileSync(join(ROOT, "docs/notes.md"), "utf8");
    const [, text = ""] = /^```yaml\n(# yaml-language-server[\s\S]*?)^```$/m.exec(docs) ?? [];
    const path = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text)?.[1] ?? "";
    const schema = JSON.parse(readFileSync(join(ROOT, "content", path), "utf8"));
    const isConfig = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(isConfig(parse(text))).toBe(true);
    expect(isConfig({ feilds: {} })).toBe(false);
  });
});

test("every setting of collections.yaml takes effect", async () => {
  const { build, read } = vault({
    "collections.yaml": `
collections:
  posts:
    folder: writing/posts
    route: /posts/{path}
    fields: { category: { required: true, values: [one, two] }, domain: {} }
    list: [category]
    full: [domain, category]
  pages: { folder: ".", route: "/{slug}" }
  all: { folder: writing, route: "/writing/{path}" }
tags: [graphs, trees]
inlineTags: true
planned: [Some day, notes/later]
ignore: ["**/*.draft.md", attic]
rules: { missing-summary: off, unknown-key: error, broken-link: warning }
`,
    "about.md": "---\ntitle: About\n---\n[[Some-day]] [[notes/later|later]] [[never]] #trees\n",
    "writing/posts/A b/c.md": "---\ntitle: C\ncategory: one\ndomain: D\ntags: graphs\n---\n",
    "writing/x.md": "---\ntitle: X\ncolour: red\n---\n",
    "writing/y.draft.md": "",
    "attic/z.md": "",
    "more.md": "",
  });
  const rules = new Map([["unknown-key", "warning"]] as const);
  const { problems } = await build({ rules, ignore: ["more.md"] });
  expect(problems.map(brief)).toEqual([
    "about.md:4:36 warning broken-link",
    "writing/x.md:3:1 warning unknown-key",
  ]);
  const list: NoteList = JSON.parse(read("api/v1/notes.json"));
  expect(list.notes.map(({ route, collection, tags }) => [route, collection, ...tags])).toEqual([
    ["/about", "pages", "trees"],
    ["/posts/a-b/c", "posts", "graphs"],
    ["/writing/x", "all"],
  ]);
  expect(JSON.parse(read("api/v1/notes/about.json")).markdown).toBe(
    "Some-day later never #trees\n",
  );
});

describe("a rule's severity is set in collections.yaml or, with precedence, on the command line", () => {
  const broken: [RuleName, Record<string, string>][] = [
    ["outside-collection", { "x/stray.md": note("Stray") }],
    ["shared-slug", { "e/x y.md": note("X"), "e/x-y.md": note("Y") }],
    ["front-matter-missing", { "a/x.md": "Text.\n" }],
    ["front-matter-malformed", { "a/x.md": "---\ntitle: T\nsummary: A: B\n---\n" }],
    ["draft-front-matter", { "a/x.md": "---\ntitle: A: B\ndraft: true\n---\n" }],
    ["unmarked-notes", { "a/x.md": note("T", "", "publish: true\n") }],
    ["hidden-elsewhere", { "a/x.md": note("T", "", "unlisted: true\n") }],
    ["field-type", { "a/x.md": note("T", "", "tags: { a: b }\n") }],
    ["unknown-key", { "a/x.md": note("T", "", "nobody: 1\n") }],
    ["missing-title", { "a/x.md": "---\nsummary: S\n---\n" }],
    ["missing-summary", { "a/x.md": "---\ntitle: T\n---\n" }],
    ["missing-field", { "b/x.md": note("T") }],
    ["value-not-allowed", { "a/x.md": note("T", "", "tags: c\n") }],
    ["field-folder", { "d/one/x.md": note("T", "", "domain: Two\n") }],
    ["old-route", { "a/x.md": note("T", "", "formerly: /*\n") }],
    ["broken-link", { "a/x.md": note("T", "[[No]]") }],
    [
      "ambiguous-link",
      {
        "a/x.md": note("T", "[[n]]"),
        "b/n.md": note("N", "", "category: c\n"),
        "d/n/n.md": note("N", "", "domain: N\n"),
      },
    ],
    ["missing-heading", { "a/x.md": note("T", "[[#No]]") }],
    ["embed", { "a/x.md": note("T", "![[x]]") }],
    ["block-reference", { "a/x.md": note("T", "[[x#^b]]") }],
    ["bare-bar", { "a/x.md": note("T", "| a |\n|---|\n| [[x|y]] |\n") }],
    ["external-link", { "a/x.md": note("T", "[[https://a.b]]") }],
    ["code-as-link", { "a/x.md": note("T", "[[nodiscard]]") }],
    ["empty-link", { "a/x.md": note("T", "[[|y]]") }],
    ["outside-content", { "a/x.md": note("T", "[[../../x]]") }],
    ["unread-links", { "a/x.md": note("T", "> ".repeat(1000)) }],
  ];
  const collections = `collections:
  a: { folder: a, route: "/a/{slug}" }
  b: { folder: b, route: "/b/{slug}", fields: { category: { required: true } } }
  d: { folder: d, route: "/d/{domain}/{slug}", fields: { domain: {} } }
  e: { folder: e, route: "/e/{path}" }
tags: [a, b]
`;

  test("every rule is covered, except those for the platform's limits", () => {
    expect(broken.map(([rule]) => rule)).toEqual(
      owned.filter((rule) => !/^(?:asset|worker)-/.test(rule)),
    );
  });

  test.each(broken)("%s", async (rule, files) => {
    const rest = { "a/fine.md": note("Fine") };
    const found = async (config: string, choice?: Severity) => {
      const { build } = vault({ ...rest, ...files, "collections.yaml": collections + config });
      const { problems } = await build({ check: true, rules: new Map(choice && [[rule, choice]]) });
      return problems.map((problem) => `${problem.severity} ${problem.rule}`);
    };
    const { strict } = RULES[rule];
    const other = strict === "error" ? "warning" : "error";
    expect(await found("")).toEqual([`${strict} ${rule}`]);
    expect(await found(`rules: { ${rule}: off }\n`)).toEqual([]);
    expect(await found(`rules: { ${rule}: off }\n`, other)).toEqual([`${other} ${rule}`]);
  });
});

describe("an error in collections.yaml is reported at its place", () => {
  test.each([
    ["../a", "/a/{slug}", 29, /^collections\.a\.folder: is not valid: The folder of/],
    ["a/", "/a/{slug}", 29, /is not valid: .* without a slash at either end/],
    ["a", "/a", 39, /^collections\.a\.route: is not valid: The form of a route/],
    ["a", "/../{slug}", 39, /^The segment "\.\." is empty or ends with a dot or a space\.$/],
    ["a", "/C:/{slug}", 39, /^The segment "C:" contains ":"\.$/],
    ["a", "/y.json/{slug}", 39, /^The segment "y\.json" ends with \.json\.$/],
  ])("a collection with the folder %s and the route %s", async (folder, route, column, message) => {
    const own = `folder: ${folder}, route: "${route}", fields: { n: { type: number } }`;
    const { build } = vault({ "collections.yaml": `collections: { a: { ${own} } }`, "a/x.md": "" });
    const { problems } = await build();
    expect(problems.map(brief)).toEqual([`collections.yaml:1:${column} error config`]);
    expect(problems[0]?.message).toMatch(message);
  });

  test.each([
    ["tags: any", "1:7", /^tags: must be a list: to allow any, leave it out\.$/],
    [
      `fields: { ${Array.from({ length: 501 }, (_, i) => `f${i}: {}`).join(", ")} }`,
      "1:9",
      /^fields: has more than 500 entries\.$/,
    ],
    ["fields: { a: {}, a: {} }", "1:18", /^This key appears a second time/],
    [
      "collections: { 'a b': { folder: a, route: '/a/{slug}' } }",
      "1:16",
      /^The name "a b" is not valid: A name without spaces/,
    ],
    [
      "collections: { a: { folder: a, route: '/a/{slug}', feilds: {} } }",
      "1:52",
      /^Unknown key feilds in collections\.a/,
    ],
    ["fields: { date: {} }\nlist: [dat]", "2:8", /^dat is not a declared field/],
    ["fields: { f: { type: date } }", "1:22", /must be one of text, number, boolean, list/],
    [
      "fields: { f: { type: number, values: ['1'] } }",
      "1:22",
      /^fields\.f\.type: must be one of text, list\.$/,
    ],
    ["fields: { f: { items: number } }", "1:14", /^fields\.f: needs the key `type`\.$/],
    [
      "fields: { f: { type: text, items: number } }",
      "1:22",
      /^fields\.f\.type: must be one of list\.$/,
    ],
    [
      "fields: { f: { type: list, items: number, values: ['1'] } }",
      "1:35",
      /^fields\.f\.items: must be one of text\.$/,
    ],
    ["strict: maybe", "1:9", /^strict: must be true or false\.$/],
    ["page: no", "1:7", /^page: must be true or false: write `false`\.$/],
    ["strict: 'Yes'", "1:9", /^strict: must be true or false: write `true`\.$/],
    ["api:\n  licence: MIT", "2:3", /^Unknown key licence in api\.$/],
    ["api: { license: { name: A, identifier: A, url: https://a.a } }", "1:17", /more than 2 /],
    ["api: { contact: { email: nobody } }", "1:26", /An address of electronic mail\.$/],
    ["collections: {}", "1:14", /must not be empty/],
    [
      "collections: []",
      "1:14",
      /^collections: must be a mapping of keys to values: write `key: value`/,
    ],
    ["constructor: 1", "1:1", /^Unknown key constructor\.$/],
    ["rules: { toString: off }", "1:10", /^Unknown key toString in rules\.$/],
    ["tags: graphs", "1:7", /^tags: must be a list: write `\[graphs\]`/],
    ["tags: graphs, trees", "1:7", /write `\[graphs, trees\]`/],
    ['ignore: "*.draft.md"', "1:9", /write `\["\*\.draft\.md"\]`/],
    ['planned: "a: b"', "1:10", /write `\["a: b"\]`/],
    ["collections:", "1:13", /^collections: must be a mapping .*: write `key: value` on a line/],
    ["fields: { a: }", "1:14", /write `\{\}` for the defaults/],
    ["tags: [a, a]", "1:7", /has an item twice/],
    ["planned: [404]", "1:11", /^planned\.0: must be text: write `"404"`/],
    [
      "fields:\n  author:\n",
      "2:10",
      /^fields\.author: must be a mapping of keys to values: write `\{\}`/,
    ],
    [
      "collections: { a: { folder: a, route: 'a/{slug}' } }",
      "1:39",
      /^collections\.a\.route: must begin with a slash: write `\/a\/\{slug\}`/,
    ],
    ["rules: { config: off }", "1:10", /^The rule config protects the output/],
    [
      "collections:\n  a: { folder: caf\u00e9, route: '/a/{slug}' }\n  b: { folder: cafe\u0301, route: '/b/{slug}' }",
      "3:16",
      /^The collections a and b share the folder cafe\u0301\. Give each its own\.$/,
    ],
    ["rules:\n  404: off", "2:3", /^Unknown key 404 in rules\./],
    ["tags: [a", "1:9", /^A bracket is opened and never closed\. Close it with `\]`\.$/],
    ["%YAML 1.1\n---\ntags: !!set { a: 1 }", "3:7", /^This is not YAML\. If it is a value, quote/],
    ["collections:\n  a:\n", "2:5", /write folder and route below it, indented/],
  ])("%j", async (config, place, message) => {
    const { build } = vault({ "collections.yaml": config, "a/x.md": note("X") });
    const { problems } = await build();
    expect(problems.map(brief)).toEqual([`collections.yaml:${place} error config`]);
    expect(problems[0]?.message).toMatch(message);
  });

  test.each([
    ["collection: {}", "collections"],
    ["rules:\n  broken-links: off", "broken-link"],
  ])("with what was probably meant: %j", async (config, meant) => {
    const { problems } = await vault({ "collections.yaml": config, "a.md": note("A") }).build();
    expect(problems.map(({ suggestions }) => suggestions)).toEqual([[meant]]);
  });

  test("and so is every other one", async () => {
    const config = "feilds: {}\nrules: { broken-links: off, embeds: off }\ntags: graphs\n";
    const { problems } = await vault({ "collections.yaml": config, "a.md": note("A") }).build();
    expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual([
      "1:1",
      "2:10",
      "2:29",
      "3:7",
    ]);
  });

  test("a field may have the name of what every object has", async () => {
    const config =
      "fields: { constructor: { required: true }, toString: {} }\nlist: [constructor]\n";
    const { build, read } = vault({
      "collections.yaml": config,
      "a.md": note("A", "", "constructor: Ferrari\ntoString: x\n"),
    });
    expect((await build()).problems).toEqual([]);
    const [summary] = JSON.parse(read("api/v1/notes.json")).notes;
    expect(Object.hasOwn(summary, "constructor") && summary.constructor).toBe("Ferrari");
  });

  test.each([
    ["rules:\n  404: off\n", 3],
    ["collections:\n  a:\n    folder: x\n    list: []\n", "folder: x".length],
    ["collections:\r\n  a:\r\n    folder: x\r\n    list: []\r\n", "folder: x".length],
  ])("and underlined on its first line only: %j", async (config, length) => {
    const { problems } = await vault({ "collections.yaml": config, "a.md": note("A") }).build();
    expect(problems.map((problem) => problem.length)).toEqual([length]);
  });

  // Parsers change the place of __proto__ and of a number in an object.
  test.each([...RESERVED_FIELDS, "__proto__", "2026"])("no field can be named %s", async (name) => {
    const configs: [config: string, column: number][] = [
      [`fields: { "${name}": {} }`, 11],
      [`list: ["${name}"]`, 8],
      [`collections: { a: { folder: a, route: '/{${name}}/{slug}' } }`, 39],
    ];
    for (const [config, column] of name === "2026" ? configs.slice(0, 2) : configs) {
      const { problems } = await vault({ "collections.yaml": config, "a/x.md": note("X") }).build();
      expect(problems.map(brief)).toEqual([`collections.yaml:1:${column} error config`]);
      expect(problems[0]?.message).toMatch(/is not valid|is reserved/);
    }
  });

  test("a name with a slash or a tilde is reported as one name", async () => {
    const config = "collections: { 'a/b~c': { folder: x } }";
    const { problems } = await vault({ "collections.yaml": config, "a.md": note("A") }).build();
    expect(problems.map((problem) => [problem.column, problem.message])).toEqual([
      [16, expect.stringMatching(/^The name "a\/b~c" is not valid/)],
      [25, "collections.a/b~c: needs the key `route`."],
    ]);
  });

  test("a folder with that name, or a file that is not UTF-8, gives an error of one sentence", async () => {
    await expect(vault({ "collections.yaml/x.md": "" }).build()).rejects.toThrow(/cannot be read/);
    const latin = vault({
      "collections.yaml": Buffer.from("tags: [caf\xe9]", "latin1"),
      "a.md": "",
    });
    await expect(latin.build()).rejects.toThrow(/collections\.yaml: The byte 0x\w\w is not UTF-8/);
  });

  test.each([
    ["/{path}", ["/a", "/b/c", "/d/e/f"]],
    ["/{kind}/{slug}", ["/b/c"]],
    ["/{slug}", ["/a"]],
  ])("the root folder with the route %s has the notes %j", async (route, routes) => {
    const { build } = vault({
      "collections.yaml": `collections: { all: { folder: ., route: "${route}" } }\nstrict: false\n`,
      "a.md": note("A"),
      "b/c.md": note("C"),
      "d/e/f.md": note("F"),
    });
    const { notes, problems } = await build({
      rules: new Map([["outside-collection", "warning"]]),
    });
    expect(notes.map((each) => each.route)).toEqual(routes);
    expect(problems.map(({ rule }) => rule)).toEqual(
      Array(3 - routes.length).fill("outside-collection"),
    );
  });

  test("a note is in the deepest collection, whatever the Unicode form of its folder", async () => {
    const { build } = vault({
      "collections.yaml": `collections:
  outer: { folder: ${"e\u0301".repeat(5)}, route: "/outer/{path}" }
  inner: { folder: ${"e\u0301".repeat(5)}/x, route: "/inner/{slug}" }
`,
      [`${"\u00e9".repeat(5)}/x/y.md`]: note("Y"),
    });
    const { notes } = await build();
    expect(notes.map(({ route }) => route)).toEqual(["/inner/y"]);
  });
});

test.each([
  ["", "lenient"],
  ["\ufeff", "lenient"],
  ["# nothing\n", "lenient"],
  ["ignore: [attic]\n", "lenient"],
  ["fields: { date: {} }\n", "lenient"],
  ["strict: true\n", "strict"],
  ["collections: { a: { folder: ., route: '/{slug}' } }\n", "strict"],
  ["collections: { a: { folder: ., route: '/{slug}' } }\nstrict: false\n", "lenient"],
])("a vault with %j is %s", async (config, mode) => {
  const { build } = vault({ "collections.yaml": config, "x.md": note("X"), "y.md": "[[no]]" });
  const { notes, problems } = await build();
  expect(notes.map(({ route }) => route)).toEqual(["/x", "/y"]);
  expect(problems.map(brief)).toEqual(
    mode === "strict"
      ? ["y.md:1:1 error front-matter-missing", "y.md:1:1 error broken-link"]
      : ["y.md:1:1 warning broken-link"],
  );
});

test("an owner whose first collections.yaml makes notes fail is told of `strict: false`", async () => {
  const hintOf = async (config: string, broken = 8) => {
    const files = { "a/x.md": "[[No]] ".repeat(broken), "a/y.md": "Text." };
    return (await vault({ ...files, "collections.yaml": config }).build({ check: true })).hint;
  };
  const collections = "collections: { a: { folder: a, route: '/a/{path}' } }\n";
  expect(await hintOf(collections)).toBe(
    "The build is strict. With `strict: false` in collections.yaml, 10 of 10 errors would be warnings or accepted.",
  );
  expect(await hintOf(collections, 7)).toBeUndefined();
  expect(await hintOf(`${collections}strict: false\n`)).toBeUndefined();
});

test("a lenient build warns of missing required fields, with front matter and without", async () => {
  const config = "fields: { f: { required: true } }";
  const { problems } = await vault({
    "collections.yaml": config,
    "x.md": note("X"),
    "y.md": "Text.",
    "z.md": note("Z", "Text.", "f: 1\n"),
  }).build();
  expect(problems.map(brief)).toEqual([
    "x.md:1:1 warning missing-field",
    "y.md:1:1 warning missing-field",
  ]);
});
