import { describe, expect, test } from "vitest";
import { linked, linkIn, type NoteRow, problemsOf } from "./vault.ts";

describe("a place is a line of the file, and a column in UTF-16 units, both from 1", () => {
  test.each([
    ["a\r[[no]]", "2:1"],
    ["a\r\n\r\n\r\n  [[no]]", "4:3"],
    ["😀 [[no]]", "1:4"],
  ])("%j: %s", (body, place) => {
    const { problems } = linkIn(body);
    expect(problems.map(({ line, column }) => `${line}:${column}`).join()).toBe(place);
  });

  test("the lines of front matter count", () => {
    const places = (body: string) =>
      linkIn(body, { bodyLine: 7 }).problems.map(
        ({ line, column, length }) => `${line}:${column}+${length}`,
      );
    expect(places("[[no]] [[no|x]]\n[[no]]")).toEqual(["7:1+6", "7:8+8", "8:1+6"]);
  });
});

describe("suggestions for a name that leads nowhere", () => {
  test.each([
    ["[[Hash tabel]]", "1:1 broken-link ? [[Hash table]]"],
    ["[[Hash tabel#Load factor]]", "1:1 broken-link ? [[Hash table#Load factor]]"],
    ["[[ Hash tabel | x ]]", "1:1 broken-link ? [[ Hash table | x ]]"],
    ["[[heaps]]", "1:1 broken-link ? [[data-structures/heap]] ? [[memory/heap]]"],
    ["[[memory/haep]]", "1:1 broken-link ? [[memory/heap]] ? [[data-structures/heap]]"],
    ["[[something else entirely]]", "1:1 broken-link"],
    ["[[picture.png]]", "1:1 broken-link"],
  ])("the nearest names by edit distance: %s", (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  test.each([
    ["[[structures/hash-table]]", "1:1 broken-link = [[data-structures/hash-table]]"],
    ["[[./hash-table#Costs]]", "1:1 broken-link = [[data-structures/hash-table#Costs]]"],
    ["[[./Glossary]]", "1:1 broken-link ? [[/glossary]] ? [[terms/glossary]]"],
  ])("the right name in another folder, or in another case: %s", (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  test.each([
    ["[[a/index]]", "1:1 broken-link ? [[b/index]]"],
    ["[[2023/01]]", "1:1 broken-link ? [[2024/01]]"],
    ["[[journal/2024-01-15]]", "1:1 broken-link = [[2024/2024-01-15]]"],
  ])("of a name that many folders may have, it asks whether it is meant: %s", (body, problem) => {
    const names = ["b/index", "b/readme", "2024/01", "2024/01-15", "2024/2024-01-15"];
    const notes = ["me", ...names, "2024/January"].map((name): NoteRow => [`${name}.md`]);
    expect(problemsOf(body, { notes })).toEqual([problem]);
    const isAsked = linkIn(body, { notes }).problems[0]?.message.includes("Did you mean");
    expect(isAsked).toBe(problem.includes(" ? "));
  });

  test.each([
    ["[[Hash%20table]]", "1:1 broken-link = [[Hash table]]"],
    ["[[hash%20table#Load%20factor]]", "1:1 broken-link = [[hash table#Load factor]]"],
    ["[[caf%C3%A9]]", "1:1 broken-link = [[café]]"],
    ["[[100%]]", "1:1 broken-link"],
  ])("%s is not decoded, but the decoded name is suggested", (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  test("every suggestion links to a note", () => {
    const bodies = [
      "[[Hash tabel|x]]",
      "[[old/heap]]",
      "[[heap]]",
      "[[./Glossary]]",
      "[[Hash%20table]]",
    ];
    for (const body of bodies) {
      for (const suggestion of linkIn(body).problems[0]!.suggestions) {
        expect(problemsOf(suggestion)).toEqual([]);
      }
    }
  });

  test("a note that cannot be linked by its title is suggested by its file name", () => {
    const notes: NoteRow[] = [["me.md"], ["a/one.md", "Title"], ["b/two.md", "Title"]];
    expect(problemsOf("[[Titel]]", { notes })).toEqual(["1:1 broken-link ? [[one]] ? [[two]]"]);
  });
});

describe("the message says what is wrong and what to do", () => {
  test.each([
    ["[[no such thing]]", 'No note is named "no such thing".'],
    ["[[a.png]]", '"a.png" is not a note, and the service has no other files.'],
    [
      "![[C]]",
      "A note cannot be embedded: the service serves each note alone. Link to it, without the `!`.",
    ],
    ["[[../x]]", 'The path "../x" leads out of the content folder.'],
    [
      "[[old/heap]]",
      'No note is at "old/heap". Did you mean [[memory/heap]] or [[data-structures/heap]]?',
    ],
    ["[[./Page]]", 'No note is at "./Page". Write [[memory/page]].'],
    [
      "[[data-structures\\heap]]",
      'No note is at "data-structures\\heap": folders are separated by /. Write [[data-structures/heap]].',
    ],
    [
      "[[Hash%20table]]",
      'No note is named "Hash%20table": names are not percent-encoded. Write [[Hash table]].',
    ],
    ["| a |\n|---|\n| [[C|x]] |", "The bar ends the table cell. Write \\| instead: [[C\\|x]]."],
  ])("%j", (body, message) => {
    expect(linkIn(body).problems[0]?.message).toBe(message);
  });

  test("long names are shortened in messages", () => {
    const { problems } = linkIn(`[[${"x".repeat(5000)}]]`);
    expect(problems[0]!.message.length).toBeLessThan(200);
  });
});

describe("the message says if the file exists but is not published", () => {
  const setting = {
    drafts: ["drafts/plan.md", "drafts/C.md"],
    files: ["img/a/plot.xyz", "img/b/plot.xyz", "attic/old.md", "LICENSE"],
  };
  test.each([
    [
      "[[Plan]]",
      '"Plan" is withheld: drafts/plan.md is not published. Publish it, or remove the link.',
    ],
    [
      "[[drafts/plan#A|x]]",
      '"drafts/plan" is withheld: drafts/plan.md is not published. Publish it, or remove the link.',
    ],
    [
      "[[b/plot.xyz]]",
      '"b/plot.xyz" is the file img/b/plot.xyz, which is not published as a note. The service has no other files.',
    ],
    [
      "[[old]]",
      '"old" is the file attic/old.md, which is not published as a note. The service has no other files.',
    ],
    ["[[LICENSE]]", '"LICENSE" is not published as a note. The service has no other files.'],
  ])("%s", (body, message) => {
    const { problems } = linkIn(body, setting);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
    expect(problems[0]?.suggestions).toEqual([]);
  });

  test("but a note with that name comes first", () => {
    expect(linkIn("[[C]]", setting).markdown).toBe("[C](/languages/c)");
  });
});

test("Markdown that would take too long to parse is served unchanged, with a warning at its place", () => {
  const body = `[[C]]\n\n${"> ".repeat(1000)}[[C]]\n`;
  const { markdown, problems, resolved } = linkIn(body, { rules: { "unread-links": "warning" } });
  expect(markdown).toBe(body);
  expect(resolved).toBe(0);
  expect(problems).toEqual([
    expect.objectContaining({ line: 3, column: 1, rule: "unread-links", severity: "warning" }),
  ]);
});

describe("text whose marks would take too long to parse is not read", () => {
  test.each<[string, string]>([
    ["a table's cell", `|a|\n|-|\n|${"** ".repeat(5001)}|\n`],
    ["a paragraph above a table", `${"** ".repeat(5001)}\n|a|\n|-|\n`],
    ["a paragraph that begins with code", `\`\`\`a\`\`\` ${"** ".repeat(5001)}\n`],
    ["a word of underscores", "_a".repeat(1001)],
    ["a word of entities", "&amp;".repeat(1001)],
  ])("%s", (_, body) => {
    expect(problemsOf(body)).toEqual(["1:1 unread-links"]);
  });

  test.each<[string, string]>([
    ["many rows", `|a|\n|-|\n${`|${"** ".repeat(99)}|\n`.repeat(200)}`],
    ["a block of code", `\`\`\`\n${`${"** ".repeat(99)}\n`.repeat(200)}\`\`\`\n`],
    ["many words", "_a ".repeat(9000)],
  ])("but %s are", (_, body) => {
    expect(problemsOf(body)).toEqual([]);
  });
});

// The time limit is the bound: quadratic work would exceed it.
test.each([
  ["`".repeat(1_000_000)],
  ["$".repeat(1_000_000)],
  [`# ${`[[${"a".repeat(60)}`.repeat(70_000)}`],
])("%.9s… takes linear time", (body) => {
  expect(problemsOf(body)).toEqual([]);
});

describe("double brackets that mean something else, alone on a line, are no problem", () => {
  test.each([
    ["# x\n\n[[TOC]]\n\nText", "# x\n\n\n\nText"],
    ["[[_TOC_]]", ""],
    [" [[toc]] \r\n\r\nText", "  \r\n\r\nText"],
    ["{{< code >}}\n[[module.imports]]\npath = 'x'\n{{< /code >}}\n", undefined],
    ["[[Heap]]\n  [[C]]\n  # note\n\n  [a.b]\n  weight = 10\n", undefined],
  ])("%j", (body, expected = body) => {
    expect(linked(body, { notes: [["C.md"], ["Heap.md"]] })).toBe(expected);
  });

  test.each([
    ["[[TOC]]\nText", "1:1 broken-link"],
    ["See [[TOC]]\n", "1:5 broken-link"],
    ["[[module.imports]]\nis what\n", "1:1 broken-link"],
    ["- [[a.b]]\n- c = 1\n", "1:3 broken-link"],
  ])("but not %j", (body, problem) => {
    expect(problemsOf(body, { notes: [["me.md"]] })).toEqual([problem]);
  });
});
