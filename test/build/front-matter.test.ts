import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../scripts/notes/front-matter.ts";
import { served } from "./served.ts";
import { brief, vault } from "./vault.ts";

/** Builds a note of a vault without configuration. */
async function one(text: string | Uint8Array) {
  const { notes, problems, messages } = await served(vault({ "n.md": text, "other.md": "Other." }));
  return { note: notes["n.md"], problems, messages };
}

describe("reads titles, tags, dates, aliases and declared fields in every dialect", () => {
  test.each([
    ['---\ntitle: "T: U"\ntags: [a, b]\naliases: [X]\nrating: 1.50\nupdated: 2024-03-01\n---\n'],
    [
      '+++\ntitle = "T: U"\naliases = ["X"]\nrating = 1.50\nupdated = 2024-03-01\n[taxonomies]\ntags = ["a", "b"]\n+++\n',
    ],
    [
      '\n+++\r\ntitle = "T: U"\r\ntags = ["a", "b"]\r\naliases = ["X"]\r\nrating = 1.50\r\nupdated = 2024-03-01T10:00:00Z\r\n+++\r\n',
    ],
    [
      ';;;\n{ "title": "T: U", "tags": ["a", "b"], "aliases": ["X"], "rating": 1.50, "updated": "2024-03-01" }\n;;; \t\n',
    ],
    [
      '{\n\t"title": "T: U",\n\t"tags": [\n\t\t"a",\n\t\t"b"\n\t],\n\t"aliases": ["X"],\n\t"rating": 1.50,\n\t"updated": "2024-03-01",\n\t"x": { "y": "}" }\n}\n',
    ],
    [
      "---\nog:title: T\ntitle: 'T: U'\ntags:\n- a\n- b\naliases: X\nrating: 1.50\nupdated: 2024-03-01\n---\n",
    ],
  ])("%j", async (head) => {
    const config = "fields: { rating: { type: number } }\nlist: [rating]";
    const made = vault({ "n.md": `${head}Body [[X]]\n`, "collections.yaml": config });
    const { notes, problems } = await served(made);
    expect(problems).toEqual([]);
    expect(notes["n.md"]).toMatchObject({
      title: "T: U",
      tags: ["a", "b"],
      rating: 1.5,
      updated: "2024-03-01",
      markdown: "Body [X](/n)\n",
    });
  });

  test.each([
    ["1.10", "1.1"],
    ["0xff", "255"],
    ["9007199254740993", "9007199254740993"],
    ["2024-01-02T10:00:00+02:00", "2024-01-02T10:00:00.000+02:00"],
    ["2024-01-02", "2024-01-02"],
    ["true", "true"],
    ["'''a\nb'''", "a\nb"],
  ])("a value of TOML is shown as TOML reads it: %s is %s", async (value, text) => {
    const made = vault({ "n.md": `+++\nx = ${value}\n+++\n`, "collections.yaml": "list: [x]" });
    expect((await served(made)).notes["n.md"]).toMatchObject({ x: text });
  });

  test.each([
    ["+++\ntitle = 'T'\ntags = { a = 1 }\n+++\n", "3:1", "`tags` must be a list of texts"],
    ["+++\n[taxonomies]\ntags = [[1]]\n+++\n", "2:2", "`tags` must be a list of texts"],
    ["+++\ntitle = 'T'\n\ntags = \n+++\n", "4:1", "This is not valid TOML"],
    ['{ "title": "T", "tags": { "a": 1 } }\n', "1:25", "`tags` must be a list of texts"],
  ])("a problem has its line: %j", async (head, place, message) => {
    const { problems, messages } = await one(`${head}Body\n`);
    expect(problems[0]).toMatch(`n.md:${place} warning `);
    expect(messages[0]).toContain(message);
  });
});

describe("reports front matter that cannot be read and serves the note without it", () => {
  test.each([
    ["+++\ntitle = T\n+++\n", 2, "This is not valid TOML"],
    ["---toml\ntitle = 'T'\n---\n", 1, "Front matter that opens with `---toml`"],
    ["---js\n{ title: process.exit(3) }\n---\n", 1, "Front matter that opens with `---js`"],
    ["---\ntitle: T\n--- end\n", 3, "The front matter ends at this line, which must be just"],
    ["---\n- a\n- b\n---\n", 2, "The front matter is not a list of `key: value` lines"],
  ])("%j", async (head, line, message) => {
    const { note, problems, messages } = await one(`${head}Body\n`);
    expect(problems).toEqual([`n.md:${line}:1 warning front-matter-malformed`]);
    expect(messages[0]).toContain(message);
    expect(note).toMatchObject({ title: "n", markdown: "Body\n" });
  });
});

describe("no text is lost if the front matter is never closed", () => {
  test.each([
    ["---\ntitle: T\n\nBody\n", "`---`"],
    ["---\ntitle: T\n\n# Heading\n\nBody: of it.\nAnd more.\n\n---\n\nMore.\n", "`---`"],
  ])("%j", async (text, mark) => {
    const { note, problems, messages } = await one(text);
    expect(problems).toEqual(["n.md:1:1 warning front-matter-malformed"]);
    expect(messages).toEqual([
      `The front matter is never closed. End it with a line that is just ${mark}.`,
    ]);
    expect(note?.markdown).toBe(text);
  });
});

describe("text that only looks like front matter is part of the body", () => {
  test.each([
    ["---\n"],
    ["---\n\nA break: with a colon\nand a line.\n"],
    ["---\n\nNote: a break.\nTwo lines: of it.\nand three\n\n---\n\nAnother.\n"],
    ["---\nJust a sentence.\n---\nMore.\n"],
    ["--- and so on ---\n"],
    ['{"a" \n'],
    ["{{< shortcode >}}\n"],
    ["Text\n---\ntitle: x\n---\n"],
    [""],
  ])("%j", async (text) => {
    const { note, problems } = await one(text);
    expect(problems).toEqual([]);
    expect(note?.markdown).toBe(text);
  });
});

describe("text that looks like front matter but is not read is reported, and served as text", () => {
  test.each([
    [" ---\ntitle: x\n---\n", "1:1", "a space precedes it"],
    ["----\ntitle: x\n----\n", "1:1", "its first line is not just `---`"],
    ["title: x\ntags: [y]\n---\n", "1:1", "no line that is just `---` opens it"],
  ])("%j", async (text, place, reason) => {
    const { note, problems, messages } = await one(text);
    expect(note?.markdown).toBe(text);
    expect(problems).toEqual([`n.md:${place} warning front-matter-malformed`]);
    expect(messages[0]).toContain(`This looks like front matter, but ${reason}.`);
    const strict = await vault({ "n.md": text, "collections.yaml": "strict: true" }).build();
    expect(strict.problems.map(brief)).toEqual([`n.md:${place} error front-matter-malformed`]);
  });
});

describe("the body is everything after the closing line, byte for byte", () => {
  test.each([
    ["---\ntitle: T\n---\nBody", "Body"],
    ["---\ntitle: T\n---\n\n\n Body\n", "\n\n Body\n"],
    ["---\r\ntitle: T\r\n---\r\nA\r\n\tB  \r\nC\rD\n", "A\r\n\tB  \r\nC\rD\n"],
    ["\ufeff---\ntitle: T\n---\nBody\n", "Body\n"],
    ["\ufeff---\r\ntitle: T\r\n---\r\n\ufeffBody\n", "\ufeffBody\n"],
    ["---  \ntitle: T\n---\t \nBody\n", "Body\n"],
    ["---\ntitle: T\n---\n---\nBody\n---\n", "---\nBody\n---\n"],
    ["---\ntitle: T\n---\nA\0B\u2028C\u0085D\n", "A\0B\u2028C\u0085D\n"],
  ])("%j: %j", async (text, markdown) => {
    const { note, problems } = await one(text);
    expect(problems).toEqual([]);
    expect(note).toMatchObject({ title: "T", markdown });
  });

  test.each([
    ["\ufeff", ""],
    ["---\n---\nText", "Text"],
    ["---\n# only a comment\n---\nText", "Text"],
  ])("without fields: %j: %j", async (text, markdown) => {
    const { note, problems } = await one(text);
    expect(problems).toEqual([]);
    expect(note).toMatchObject({ title: "n", markdown });
  });
});

describe("a value that cannot be read does not affect the others", () => {
  test.each([
    ["title: A: B\ntags: [x]", "2:8", { title: "A: B", tags: ["x"] }],
    ["title: T\ntags: [x]\nstatus: ?", "4:9", { title: "T", tags: ["x"] }],
    ["tags: [x]\ntitle: One\ntitle: Two", "4:1", { title: "One", tags: ["x"] }],
    ["title: [open\ntags: [x]", "3:1", { title: "n", tags: ["x"] }],
    ["tags: { a: b }\ntitle: T", "2:7", { title: "T", tags: [] }],
    ["tags: [x, { a: b }, y, { c: d }]\ntitle: T", "2:11, 2:24", { title: "T", tags: ["x", "y"] }],
    ["tags: [#a, #b]\ntitle: T", "2:8", { title: "T", tags: [] }],
    ["\ttitle: T\ntags: [x]", "2:1", { tags: ["x"] }],
  ])("%j", async (yaml, places, expected) => {
    const { note, problems } = await one(`---\n${yaml}\n---\nBody\n`);
    expect(problems.map((line) => line.split(" ")[0]?.slice("n.md:".length)).join(", ")).toBe(
      places,
    );
    expect(note).toMatchObject({ markdown: "Body\n", ...expected });
  });

  test.each([
    ["title: A: B", 'Quote it: title: "A: B".'],
    ["title: A: B\n  and C", "Quote it, from here to its last line."],
    ["tags: [[x]]", 'In YAML, `[[x]]` is a list inside a list: quote it, "[[x]]".'],
    ["tags: { a: b }", "`tags` must be a list of texts, but this is a mapping."],
    ["tags: [x, { a: b }]", "`tags` must be a list of texts, but this is a mapping."],
    [
      "summary: *star*",
      "In YAML, a value that begins with `*` refers to another. Quote the value of summary.",
    ],
    ["summary: @home", "A YAML value cannot begin like this. Quote it."],
    ["tags: [#a]", "In YAML, a `#` begins a comment. Quote what begins with it."],
    [
      'tags: [x]\ntitle: "Heap\nfoo: bar',
      'The quote opened in line 3 never closes. End the value with ".',
    ],
    ["a: b\nc:\n\td: e", "Use spaces."],
    ["title: One\ntitle: Two", "This key appears a second time. Keep one of the two."],
  ])("the message says what to do: %j", async (yaml, message) => {
    expect((await one(`---\n${yaml}\n---\nBody\n`)).messages.join()).toContain(message);
  });
});

test("an empty file is said to be empty", async () => {
  const made = vault({ "n.md": " \n", "collections.yaml": "strict: true" });
  expect((await made.build()).problems[0]?.message).toMatch(/^The note is empty\. Begin it with/);
});

describe("unusual keys, such as __proto__, are like any others", () => {
  test.each(["__proto__", "constructor", "日本語", "'q'", "? x"])("%s is ignored", async (key) => {
    const text = `---\n${key}: { title: no }\ntitle: T\n---\nBody\n`;
    const { note, problems } = await one(text);
    expect(problems).toEqual([]);
    expect(note).toMatchObject({ title: "T", tags: [] });
    expect(Object.hasOwn(Object.prototype, "title")).toBe(false);
    const strict = await vault({ "n.md": text, "collections.yaml": "strict: true" }).build();
    expect(strict.problems.map(({ rule }) => rule)).toContain("unknown-key");
  });
});

describe("hostile front matter is reported with a place", () => {
  test.each([
    ["an alias of itself", "tags: &a [*a]", "`tags` must be a list of texts"],
    ["keys inside keys", "{".repeat(60), "A bracket is opened and never closed"],
    [
      "keys inside keys of a value",
      `tags: ${"{ ".repeat(60)}a${" }".repeat(60)}`,
      "`tags` must be a list of texts",
    ],
    [
      "a megabyte of keys",
      Array.from({ length: 100_000 }, (_, i) => `k${i}: v`).join("\n"),
      "longer than 20 kB",
    ],
    ["lists in lists", `title: x\nt:\n ${"- ".repeat(9000)}`, "This is not YAML"],
    ["blank lines", `title: [x${"\n".repeat(19_000)}`, "never closed"],
    ["blank lines that end in CR alone", `title: [x${"\r".repeat(19_000)}`, "never closed"],
    [
      "thousands of aliases",
      `tags: {}\na: &a b\n${Array.from({ length: 1900 }, (_, i) => `k${i}: *a`).join("\n")}`,
      "`tags` must be a list of texts",
    ],
    ["a long line of spaces", `title: "a${" ".repeat(19_000)}b"\ntags: [`, "never closed"],
    ["endless colons", "title: A: B\n".repeat(1600), "contains a colon"],
    ["endless errors", "t: @b\n".repeat(2800), "cannot begin like this"],
    [
      "a key among thousands twice",
      `${Array.from({ length: 1800 }, (_, i) => `k${i}: []`).join("\n")}\nk1: []`,
      "a second time",
    ],
  ])("%s", async (_, yaml, message) => {
    const { note, problems, messages } = await one(`---\n${yaml}\n---\nBody\n`);
    expect(messages[0]).toContain(message);
    expect(problems[0]).toMatch(/^n\.md:\d+:\d+ warning (?:front-matter-malformed|field-type)/);
    expect(note?.markdown).toBe("Body\n");
  });
});

test.each([
  "- ",
  "<!-- ",
  "\u2039!-- ",
  "<!-- a -->\n",
  "%% ",
  "# a\n",
  "#a ",
  "-",
  "+",
  " ",
  "\n",
  "\r",
  "\u2028",
  "\ufeff ",
  "\u200b",
  "{",
  '"',
  "a: ",
  "a: b\n",
  "=",
  "---\n",
  "---\na: b\n---\n",
  "\u2014",
  "\v",
  "abc: def\n\n",
  "abc\n\n",
])("a top of nothing but %j is read in time that grows with its length", (piece) => {
  // Quadratic work would exceed the time that any test has.
  const text = piece.repeat(400_000 / piece.length);
  for (const top of ["", "x", "---\n", "---\na: b\n---\n", '{"a": 1']) {
    expect(readFrontMatter(top + text).withheldBy).toBeUndefined();
  }
  expect(readFrontMatter(`---\n${text}\n---\n`).withheldBy).toBeUndefined();
  expect(readFrontMatter(`+++\npublic${text}\n+++\n`).errors.length).toBeGreaterThan(0);
});

describe("a note that is not UTF-8 is left out, and reported with the place", () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const text = "---\ntitle: T\n---\nGr\u00fc\u00dfe\n";
  test.each([
    ["Latin-1", Buffer.from("---\ntitle: T\n---\nab\ncaf\xe9\n", "latin1"), "5:4", "0xE9"],
    [
      "after a byte order mark",
      Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xe9, 0x0a]),
      "1:2",
      "0xE9",
    ],
    ["a character cut at the end", Buffer.from([0x61, 0xe2, 0x82]), "1:2", "0xE2"],
    ["a surrogate", Buffer.from([0x61, 0x0a, 0xed, 0xa0, 0x80]), "2:1", "0xED"],
    ["UTF-16", utf16(text), "1:1", "UTF-16"],
    ["UTF-16 with swapped bytes", utf16(text).swap16(), "1:1", "UTF-16"],
    ["UTF-16 with a byte order mark", utf16(`\ufeff${text}`), "1:1", "UTF-16"],
    ["UTF-16 without Latin letters", utf16("\u30c6\u30b9\u30c8\u8868"), "1:1", "0xC6"],
  ])("%s", async (_, bytes, place, what) => {
    const { note, problems, messages } = await one(bytes);
    expect(problems).toEqual([`n.md:${place} warning invalid-utf8`]);
    expect(messages).toEqual([
      what === "UTF-16"
        ? "The file is UTF-16. Save it as UTF-8."
        : `The byte ${what} is not UTF-8 here. Save the file as UTF-8.`,
    ]);
    expect(note).toBeUndefined();
  });
});

test("whatever a note starts with, nothing throws, every problem has a place in it, and the body is the rest of it", () => {
  const pieces = [
    ..."---¦---\n¦\n¦\r\n¦+++\n¦;;;\n¦{¦}¦[¦]¦\"¦'¦:¦: ¦#¦ ¦\t¦title¦tags: ¦- ¦&a ".split("¦"),
    ..."*a¦!!js ¦|¦>-¦? ¦<<: ¦%¦@¦`¦[[x]]¦\0¦\ufeff¦é¦😀¦\u2028¦\r¦...\n¦--- js\n".split("¦"),
    ..."draft: true\n¦constructor¦__proto__: 1\n¦,".split("¦"),
  ];
  const piece = fc.constantFrom(...pieces);
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (parts) => {
      const text = `---\n${parts.join("")}`;
      const { bodyStart, errors, fields } = readFrontMatter(text);
      expect(bodyStart === 0 || text[bodyStart - 1] === "\n" || bodyStart === text.length).toBe(
        true,
      );
      for (const { start, end } of errors) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(text.length).toBeGreaterThanOrEqual(end);
      }
      for (const { keyStart, start, end } of fields.values()) {
        expect([keyStart, start, end, bodyStart]).toEqual(
          [keyStart, start, end, bodyStart].toSorted((a, b) => a - b),
        );
      }
    }),
    { numRuns: 1000 },
  );
});
