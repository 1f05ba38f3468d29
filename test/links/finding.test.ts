import { describe, expect, test } from "vitest";
import { linked, linkIn, type NoteRow, problemsOf } from "./vault.ts";

type Row = [target: string, from: string, expected: string];

/** Rows of a target, the note it is in, and the route it links to, or the rule it breaks. */
function findsNotes(rule: string, notes: NoteRow[] | undefined, rows: Row[]): void {
  describe(rule, () => {
    test.each(rows)("[[%s]] in %s links to %s", (target, from, expected) => {
      const setting = { in: from, ...(notes && { notes }) };
      const { markdown, problems } = linkIn(`[[${target}|x]]`, setting);
      const shown = problems.length > 0 ? problems.map(({ rule }) => rule).join(" ") : markdown;
      expect(shown).toBe(expected.startsWith("/") ? `[x](${expected})` : expected);
    });
  });
}

function files(paths: string): NoteRow[] {
  return paths.split(" ").map((path) => [path]);
}

findsNotes("the whole text is tried as a name before anything is split off", undefined, [
  ["C#", "me.md", "/languages/c%23"],
  ["C", "me.md", "/languages/c"],
  ["C#Syntax", "me.md", "/languages/c#syntax"],
  ["C##Syntax", "me.md", "/languages/c%23#syntax"],
  ["100% (really) #1", "me.md", "/terms/names/100%25%20%28really%29%20%231"],
]);

findsNotes(
  "a # with nothing after it is part of the name",
  [["c.md", "C"], ["me.md"]],
  [
    ["C#", "me.md", "broken-link"],
    ["C#x", "me.md", "missing-heading"],
  ],
);

const PATHS: NoteRow[] = [
  ...files("me.md x.md a/x.md a/me.md a/b/x.md a/b/me.md a/b/my-post.md"),
  ["c/Only.md", "Only one"],
  ["c/d/deep file.md"],
];

findsNotes("a # after a longer name with nothing after it is dropped", undefined, [
  ["Hash table#", "me.md", "/terms/data-structures/hash-table"],
  ["Hash table# ", "me.md", "/terms/data-structures/hash-table"],
]);

findsNotes(
  "of several notes of one name, that in the folder, then the one that shares most folders, then the one at the root",
  files(
    "v1/a/x.md v1/b/x.md v2/a/x.md v2/a/me.md v2/c/me.md v1/c/me.md v3/me.md en/y.md de/y.md y.md en/deep/me.md fr/me.md",
  ),
  [
    ["x", "v2/a/me.md", "/v2/a/x"],
    ["x", "v2/c/me.md", "/v2/a/x"],
    ["x", "v1/c/me.md", "ambiguous-link"],
    ["a/x", "v1/c/me.md", "/v1/a/x"],
    ["x", "v3/me.md", "ambiguous-link"],
    ["y", "en/deep/me.md", "/en/y"],
    ["y", "fr/me.md", "/y"],
  ],
);

findsNotes("./ and ../ start at the note's folder, and must match exactly", PATHS, [
  ["./x", "a/me.md", "/a/x"],
  ["../x", "a/me.md", "/x"],
  ["./x.md", "a/me.md", "/a/x"],
  [".././x", "a/me.md", "/x"],
  ["./Only", "a/me.md", "broken-link"],
  ["./post", "a/b/me.md", "broken-link"],
]);

findsNotes("/ starts at the root, and must match exactly", PATHS, [
  ["/x", "a/b/me.md", "/x"],
  ["/a/x", "me.md", "/a/x"],
  ["/b/x", "me.md", "broken-link"],
  ["/Only", "me.md", "broken-link"],
]);

findsNotes("no path leaves the root", PATHS, [
  ["../x", "me.md", "outside-content"],
  ["../../x", "a/me.md", "outside-content"],
]);

findsNotes("a/b is a whole path, or else the end of one, after a slash", PATHS, [
  ["a/x", "me.md", "/a/x"],
  ["b/x", "me.md", "/a/b/x"],
  ["A/B/X", "me.md", "/a/b/x"],
  ["d/deep-file", "me.md", "/c/d/deep%20file"],
  ["post", "me.md", "broken-link"],
]);

findsNotes("a file name; a dot is part of the name before it starts an extension", undefined, [
  ["Node.js", "me.md", "/languages/node.js"],
  ["node.js.md", "me.md", "/languages/node.js"],
  ["hash-table.MD", "me.md", "/terms/data-structures/hash-table"],
  ["node", "me.md", "broken-link"],
]);

findsNotes("the title, then an alias", undefined, [
  ["Heap memory", "me.md", "/terms/memory/heap"],
  ["hash map", "me.md", "/terms/data-structures/hash-table"],
  ["std::vector", "me.md", "/languages/std"],
]);

const FOLDERS: NoteRow[] = [
  ...files("me.md docs/setup/_index.md docs/setup/readme.md docs/setup/me.md bar/bar.md bar/me.md"),
  ["setup/index.md", "First steps"],
  ...files("setup/setup.md setup/_index.md guide/README.md guide/guide.md Net/index.md"),
  ["a/Tools/Tools.md", "All tools"],
  ["b/x.md", "guide"],
  ["c/y.md", "Y", ["Net"]],
  ...files("v1/api/index.md v2/api/README.md v2/me.md v3/only.md index.md"),
  ...files("q/README.md q/_index.md q/index.md r/r.md r/README.md r/_index.md"),
];

findsNotes(
  "a folder's name, in exact case and with or without a last slash, is its index, _index or README, else the note of its name",
  FOLDERS,
  [
    ["docs/setup", "me.md", "/docs/setup/_index"],
    ["docs/setup/", "me.md", "/docs/setup/_index"],
    ["setup/", "bar/me.md", "/setup/index"],
    ["bar/", "me.md", "/bar/bar"],
    ["q", "me.md", "/q/index"],
    ["r/", "me.md", "/r/_index"],
    ["guide/", "me.md", "/guide/README"],
    ["a/Tools", "me.md", "/a/Tools/Tools"],
    ["a/tools", "me.md", "broken-link"],
    ["net", "me.md", "/c/y"],
    ["net/", "me.md", "broken-link"],
    ["Net/", "me.md", "/Net/index"],
    ["api", "v2/me.md", "/v2/api/README"],
    ["api", "me.md", "ambiguous-link"],
    ["v3", "me.md", "broken-link"],
    ["./setup", "docs/setup/me.md", "broken-link"],
    ["./setup/", "me.md", "/setup/index"],
    ["../setup", "bar/me.md", "/setup/index"],
    ["../", "bar/me.md", "/index"],
    ["/docs/setup", "bar/me.md", "/docs/setup/_index"],
  ],
);

findsNotes("but a file's name, a title and an alias come first", FOLDERS, [
  ["setup", "me.md", "/setup/setup"],
  ["bar", "me.md", "/bar/bar"],
  ["Net", "me.md", "/c/y"],
]);

findsNotes(
  "digits alone are the id with which one file's name begins",
  [
    ...files("me.md 202101011201-second.md 202101011202_third.md 20210101120300.md"),
    ["202101011200 First.md"],
    ["202101011205x.md"],
    ["2021010112 short.md"],
    ["a/202101011204 x.md"],
    ["b/202101011204 y.md"],
  ],
  [
    ["202101011200", "me.md", "/202101011200%20First"],
    ["202101011201", "me.md", "/202101011201-second"],
    ["202101011202", "me.md", "/202101011202_third"],
    ["20210101120300", "me.md", "/20210101120300"],
    ["202101011203", "me.md", "broken-link"],
    ["2021010112", "me.md", "broken-link"],
    ["202101011205", "me.md", "broken-link"],
    ["202101011204", "me.md", "ambiguous-link"],
    ["202101011201#x", "me.md", "missing-heading"],
  ],
);

findsNotes(
  "a file's name wins over a title, a title over an alias",
  [["a/one.md", "two", ["three"]], ["b/two.md", "three"], ["me.md"]],
  [
    ["two", "me.md", "/b/two"],
    ["three", "me.md", "/b/two"],
  ],
);

findsNotes(
  "exact case first, then any case",
  [["a/Go.md"], ["b/go.md"], ["c/RUST.md"], ["me.md"]],
  [
    ["Go", "me.md", "/a/Go"],
    ["go", "me.md", "/b/go"],
    ["GO", "me.md", "ambiguous-link"],
    ["rust", "me.md", "/c/RUST"],
  ],
);

findsNotes(
  "then spaces, dashes and underscores are the same, if that finds one note",
  [["a/red_black-tree.md"], ["b/x y.md"], ["c/x-y.md"], ["me.md"]],
  [
    ["Red black tree", "me.md", "/a/red_black-tree"],
    ["x y", "me.md", "/b/x%20y"],
    ["x_y", "me.md", "broken-link"],
  ],
);

findsNotes(
  "letters are compared in Unicode form NFC, whatever the locale",
  [["a/cafe\u0301.md"], ["b/I.md"], ["me.md"]],
  [
    ["caf\u00e9", "me.md", "/a/caf\u0065\u0301"],
    ["i", "me.md", "/b/I"],
    ["cafe", "me.md", "broken-link"],
  ],
);

findsNotes("names of JavaScript's own properties are ordinary names", undefined, [
  ["constructor", "me.md", "/terms/names/constructor"],
  ["__proto__", "me.md", "/terms/names/__proto__"],
  ["hasOwnProperty", "me.md", "broken-link"],
  ["valueOf#constructor", "me.md", "broken-link"],
]);

findsNotes("a whole path comes before the end of one", files("b/x.md a/b/x.md c/me.md"), [
  ["b/x", "c/me.md", "/b/x"],
]);

findsNotes("folders that differ in a dash are two", files("x_y/n.md x-y/n.md x-y/me.md"), [
  ["n", "x-y/me.md", "/x-y/n"],
]);

findsNotes(
  "also of several whose paths end with the target: the one in the note's folder",
  files("ca/Clip/F.md ca/Clip/Var.md en/Clip/F.md en/Clip/Var.md en/Clip/Clip/Var.md me.md"),
  [
    ["Clip/Var", "ca/Clip/F.md", "/ca/Clip/Var"],
    ["Clip/Var", "en/F.md", "/en/Clip/Var"],
    ["Clip/Var", "me.md", "ambiguous-link"],
  ],
);

test("thousands of notes of one name are told apart by the folders that they share", () => {
  const notes = Array.from({ length: 3000 }, (_, i): NoteRow[] => [
    [`vault/${i}/a/b/README.md`],
    [`vault/${i}/c/me.md`],
  ]).flat();
  const body = "[[README]]".repeat(1000);
  const { markdown } = linkIn(body, { notes, in: "vault/1234/c/me.md" });
  expect(markdown).toBe("[README](/vault/1234/a/b/README)".repeat(1000));
});

describe("every candidate is listed in its shortest unambiguous spelling", () => {
  test("two folders", () => {
    const { problems } = linkIn("[[heap]]");
    expect(problems[0]).toMatchObject({
      rule: "ambiguous-link",
      message: '"heap" names 2 notes: write [[data-structures/heap]] or [[memory/heap]].',
      suggestions: ["[[data-structures/heap]]", "[[memory/heap]]"],
    });
  });

  test("in a spelling that no other note shares, whatever its case", () => {
    const notes: NoteRow[] = [["me.md"], ["b/heap.md"], ["c/Heap.md"]];
    expect(problemsOf("[[HEAP]]", { notes })).toEqual([
      "1:1 ambiguous-link ? [[b/heap]] ? [[c/Heap]]",
    ]);
  });

  test("label and heading are kept", () => {
    expect(problemsOf("[[heap#A|x]]")).toEqual([
      "1:1 ambiguous-link ? [[data-structures/heap#A|x]] ? [[memory/heap#A|x]]",
    ]);
  });

  test("of very many, only the first are listed", () => {
    const notes: NoteRow[] = Array.from({ length: 500 }, (_, i) => [`f${i}/x.md`]);
    const [problem] = linkIn("[[x]]", { notes, in: "me.md" }).problems;
    expect(problem?.suggestions).toHaveLength(20);
    expect(problem?.message).toMatch(
      /^"x" names 500 notes: write .* \(480 more are not listed\)\.$/,
    );
  });
});

describe("a heading is found by the slug GitHub gives it, and written as that slug", () => {
  const hash = "/terms/data-structures/hash-table";
  test.each([
    ["Hash table#Load factor", `${hash}#load-factor`],
    ["Hash table#load-factor", `${hash}#load-factor`],
    ["Hash table#The `get` call", `${hash}#the-get-call`],
    ["Hash table#A: B & C", `${hash}#a-b--c`],
    ["Hash table#A B C", `${hash}#a-b--c`],
    ["Hash table#Load factor#Costs", `${hash}#costs`],
    ["#Costs", "/me#costs"],
  ])("[[%s]] links to %s", (target, route) => {
    expect(linked(`[[${target}|x]]`)).toBe(`[x](${route})`);
  });

  test.each([
    ["# A [[C|see *C*]]\n", "A see C", "a-see-c"],
    [
      "# See [[Hash table#Load factor]]\n",
      "See Hash table > Load factor",
      "see-hash-table--load-factor",
    ],
    ["Two\nlines [[C]]\n===\n", "Two lines C", "two-lines-c"],
    ["# é 日本 😀 x\n", "é 日本 😀 x", "é-日本--x"],
    ["# &amp; \\* ![alt](u) <b>c</b>\n", "& *  c", "---c"],
  ])("%j is the heading %j", (body, text, slug) => {
    const notes: NoteRow[] = [["me.md"], ["other.md", "Other", [], body]];
    expect(linked(`[[other#${slug}]]`, { notes })).toContain(`#${slug}`);
    const { problems } = linkIn("[[other#nothing like it]]", { notes });
    expect(problems[0]?.message).toBe(`"other" has no heading "nothing like it". It has: ${text}.`);
  });
});

describe("a heading is found as Obsidian writes it in a link, if it is the only match", () => {
  const notes: NoteRow[] = [
    ["me.md"],
    [
      "n.md",
      "N",
      [],
      "## Timing behaviour (e.g. latency)\n\n## 1:M\n\n## A|B\n\n## 50%% off ^now\n\n## x [[C]]\n\n## y [[C|see]]\n\n## C# now\n\n## a.b\n\n## a:b\n\n## a b\n",
    ],
  ];
  test.each([
    ["Timing behaviour e g latency", "timing-behaviour-eg-latency"],
    ["1 M", "1m"],
    ["A B", "a-b"],
    ["50 off now", "50-off-now"],
    ["x C", "x-c"],
    ["y C see", "y-see"],
    ["y see", "y-see"],
    ["C now", "c-now"],
    ["C# now", "c-now"],
    ["a.b", "ab"],
  ])("#%s links to #%s", (heading, anchor) => {
    expect(linked(`[[n#${heading}|x]]`, { notes })).toBe(`[x](/n#${anchor})`);
  });

  test("but not if several match", () => {
    expect(problemsOf("[[n#a/b]] [[n#a;b]]", { notes })).toEqual([]);
    const twice: NoteRow[] = [["me.md"], ["n.md", "N", [], "## 1:M\n\n## 1;M\n"]];
    expect(problemsOf("[[n#1 M]]", { notes: twice })[0]).toMatch("missing-heading");
  });
});

describe("headings are compared in one Unicode form, and as Obsidian writes a heading that is a link", () => {
  const body =
    "## \u00dcber\n\n## Cafe\u0301\n\n## [Cisco](https://x.y/z#a)\n\n## See [A *b*](c.md) now\n\n## [D](e)\n\n## [D](f)\n\n## \u00f6l\n\n## \u00f6l\n";
  const notes: NoteRow[] = [["me.md"], ["t.md", "T", [], body]];
  test.each([
    ["U\u0308ber", "#\u00fcber"],
    ["\u00fcber", "#\u00fcber"],
    ["o\u0308l-1", "#\u00f6l-1"],
    ["Caf\u00e9", "#cafe\u0301"],
    ["Cafe\u0301", "#cafe\u0301"],
    ["[Cisco](https://x.y/z#a)", "#cisco"],
    ["[Cisco](https //x.y/z a)", "#cisco"],
    ["Cisco https x.y z a", "#cisco"],
    ["Cisco", "#cisco"],
    ["See [A *b*](c.md) now", "#see-a-b-now"],
    ["[D](f)", "#d-1"],
  ])("[[t#%s]] links to %s", (heading, anchor) => {
    expect(linked(`[[t#${heading}|x]]`, { notes })).toBe(`[x](/t${anchor})`);
  });
});

describe("a missing heading is reported with the existing ones", () => {
  test("in another note, with the nearest suggested", () => {
    expect(linkIn("[[Hash table#Load facter|x]]").problems).toEqual([
      {
        file: "me.md",
        line: 1,
        column: 1,
        length: 28,
        rule: "missing-heading",
        severity: "error",
        message:
          '"Hash table" has no heading "Load facter". It has: Load factor, Costs, The get call, Costs and A: B & C.',
        suggestions: ["[[Hash table#Load factor|x]]"],
      },
    ]);
  });

  test("in the same note, in a note without headings, in the wrong section", () => {
    expect(linkIn("[[#Prices]]").problems[0]?.message).toBe(
      'This note has no heading "Prices". It has: Costs and Costs.',
    );
    expect(linkIn("[[C++#Syntax]]").problems[0]?.message).toBe(
      '"C++" has no heading "Syntax". It has no headings.',
    );
    expect(problemsOf("[[Hash table#Load factor#The get call]]")).toEqual([
      "1:1 missing-heading ? [[Hash table#The get call]]",
    ]);
    expect(problemsOf("[[Hash table#Costs#Load factor]]")).toEqual([
      "1:1 missing-heading ? [[Hash table#Load factor]]",
    ]);
  });
});

describe("a block has no anchor", () => {
  test.each([
    ["[[C#^a1]]", "1:1 block-reference ? [[C]]"],
    ["[[C#^a1|x]]", "1:1 block-reference ? [[C|x]]"],
    ["[[#^a1]]", "1:1 block-reference"],
  ])("%s", (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  test("with the rule off, the link is to the note", () => {
    const rules = { "block-reference": "off" } as const;
    expect(linked("[[C#^a1]] [[C#Syntax#^a1]]", { rules })).toBe(
      "[C](/languages/c) [C > Syntax](/languages/c#syntax)",
    );
  });
});
