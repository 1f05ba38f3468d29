import { describe, expect, test } from "vitest";
import { MADE } from "./made-collection.ts";
import { asDocuments, searchIn } from "./search-in.ts";

const search = searchIn(MADE);

function titles(query: string): string[] {
  return search(query).results.map((result) => result.title);
}

/** A query, the title that it finds first, and why. */
type Row = [query: string, title: string, why: string];

const NAMES: Row[] = [
  ["f#", "F#", "not another name with the same symbol"],
  ["net", ".NET", "a dot in front may be left out"],
  ["A*", "A* search", "a star belongs to the letter"],
  ["b+tree", "B+ tree", "as does a plus, with or without a space"],
  ["b-tree", "B-tree", "which is a different tree"],
  ["utf8", "UTF-8", "a hyphen may be left out"],
  ["k, binary search.", "Binary search", "punctuation around words does not matter"],
  ["dijkstras algorithm", "Dijkstra's algorithm", "nor does an apostrophe"],
  ["c programming", "Zig", "the only note with both words"],
  ["search tree binary", "Binary search tree", "words in any order"],
  ["the heap", "Heap", "common words that a title lacks are not missed"],
  ["what is binary search", "Binary search", "before a longer title with the same words"],
  ["heaps", "Heap", "another form of a whole title, before one that it begins"],
];

const AS_SAID: Row[] = [
  ["csharp", "C#", "a symbol as it is spoken"],
  ["c sharp", "C#", "in two words"],
  ["cplusplus", "C++", "two symbols"],
  ["c plus plus", "C++", "in three words"],
  ["dotnet", ".NET", "a symbol in front"],
  ["astar", "A* search", "a star"],
  ["b plus tree", "B+ tree", "within a title"],
  ["tcpip", "TCP/IP", "without its symbol"],
  ["cicd", "CI/CD", "halves of two letters"],
  ["btree", "B-tree", "a half of one letter"],
  ["element plus", "Linked list", "a word that does not mean a symbol here"],
];

const FORMS: Row[] = [
  ["hashtable", "Hash table", "two words written as one"],
  ["hashtables", "Hash table", "in the plural"],
  ["VMs", "Virtual machine", "the plural of an abbreviation"],
  ["golang", "Go", "in front of an ending of names"],
  ["python3", "Python", "or of digits"],
  ["binarysearchtree", "Binary search tree", "three words written as one"],
  ["quick sort", "Quicksort", "one word written as two"],
  ["over fitting", "Overfitting", "the first of them a common word"],
  ["binarySearchTree", "Binary search tree", "as a name"],
  ["html element", "HTMLMediaElement", "the first and the last part of a name in a title"],
  ["socket", "WebSocket", "or the last one alone"],
  ["onquicksort", "Quicksort", "the longest word that an unknown one ends with"],
  ["sorted", "Merge sort", "another form of a word in a title, before those in summaries"],
  ["optimisation", "Dynamic programming", "British for an American spelling in a tag"],
  ["borrow checker", "Rust", "both words, before a rare one alone"],
  ["topological sort", "Depth-first search", "both words in other forms, before a title with one"],
];

const MISSPELLED: Row[] = [
  ["javascrpit", "JavaScript", "two letters swapped"],
  ["javscript", "JavaScript", "a letter left out"],
  ["avascript", "JavaScript", "the first letter left out"],
  ["havascript", "JavaScript", "another first letter"],
  ["jjavascript", "JavaScript", "a letter typed twice, which is no word of its own"],
  ["bbinary search", "Binary search", "where that letter is a word"],
  ["pythun", "Python", "one letter replaced"],
  ["toble", "Hash table", "in five letters too"],
  ["websokets", "WebSocket", "in the plural"],
  ["skp list", "Skip list", "three letters beside another word"],
  ["widde", "B-tree", "a letter of a short word typed twice"],
  ["garbge colection", "Garbage collection", "in each of two words"],
  ["алгорим", "Алгоритм", "a letter left out in Cyrillic"],
  ["алгориттм", "Алгоритм", "a letter too many"],
  ["αλγόρθμος", "Αλγόριθμος", "in Greek"],
  ["알고지즘", "알고리즘", "in Korean"],
  ["ალგორთმი", "ალგორითმი", "in Georgian"],
];

const OTHER_SCRIPTS: Row[] = [
  ["АЛГОРИТМ", "Алгоритм", "capitals"],
  ["αλγοριθμοσ", "Αλγόριθμος", "without its accent, and with a sigma that is not final"],
  ["الخوارزمية", "خوارزمية البحث", "with the Arabic article"],
  ["بحث", "خوارزمية البحث", "or without the article in the text"],
  ["数据", "数据库", "the beginning of a title without spaces"],
];

describe.each([
  ["names", NAMES],
  ["names as they are spoken", AS_SAID],
  ["other forms of a word", FORMS],
  ["misspelled words", MISSPELLED],
  ["letters beyond ASCII", OTHER_SCRIPTS],
])("the first note found by %s", (_, rows) => {
  test.each(rows)("%s: %s, %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });
});

describe("what is not meant is not found", () => {
  test.each([
    ["rest api", ["Register allocation"], "the note with one of the words"],
    ["vm", ["Virtual machine"], "the note with this tag, and no word with these letters"],
    ["os", [], "not `OCaml` or another word with these letters"],
    ["oop", [], "not `loop`, one letter away"],
    ["how to bake a croissant", [], "no word that means something is known"],
    ["how to dring wather for the bithday of xyzzy", [], "nor are half of them misspelled"],
    ["to be or not to be", [], "no note has all of these common words"],
    ["xyzzy tag:graphics", ["Depth buffer"], "a tag is known, though the word is not"],
    ["xyzzy plugh quicksort", ["Quicksort"], "one word, as it is written, is in a title"],
    ["xyzzy plugh quickosrt", [], "not if it is misspelled"],
    ["xyzzy plugh pivot", [], "nor if it is in a summary alone"],
    ["xyzzy pivot", ["Quicksort"], "half of the words are known"],
    ["xyzzy plugh qwert zxcvb pivot around", ["Quicksort"], "of more than four words, two"],
    ["xyzzy plugh qwert zxcvb pivot", [], "not one of five"],
    ["divot", [], "not `pivot`, which no title has, with another first letter"],
    ["wirde", [], "not `wide`, with a letter too many"],
    ["ruhn", [], "not `run`"],
    ["onlazy", [], "not `lazy`, which is too short an end"],
    ["notes about R", ["R"], "not words that begin with this letter"],
    ["form", [], "not `from`, which nobody looks for"],
    ["leek", [], "not leap seconds"],
    ["8000", [], "not what its first digit alone finds"],
    ["avascrpit", [], "not a word with another first letter and one more edit"],
    ["xyzzyplugh", [], "nothing like it"],
    ["\u0301", [], "an accent alone"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });
});

describe("while a title is typed", () => {
  test.each([
    ["binary se", "Binary search", "the shorter of two titles, as for the complete one"],
    ["binary search t", "Binary search tree", "the longer one from its next letter on"],
    ["garbage c", "Garbage collection", "not C, though that is a title"],
    ["jav", "Java", "before JavaScript"],
    ["depth-first s", "Depth-first search", "one letter of the last word"],
  ])("%s shows %s first: %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });

  test("once a title is first, it stays first", () => {
    const lost = MADE.map(({ title }) => title).filter((title) => {
      const typed = Array.from(title, (_, i) => title.slice(0, i + 1).trim());
      const isFirst = typed.map((query) => titles(query)[0] === title);
      return isFirst.slice(isFirst.indexOf(true)).includes(false);
    });
    expect(lost).toEqual([]);
  });

  test("every title finds its note first, also in lower case and without hyphens", () => {
    for (const { title } of MADE) {
      expect(titles(title)[0]).toBe(title);
      expect(titles(title.toLowerCase())[0]).toBe(title);
      expect(titles(title.replaceAll("-", " "))[0]).toBe(title);
    }
  });
});

describe("how a query is read", () => {
  const small = searchIn(
    asDocuments([
      { title: "Garden", tags: ["trees"] },
      { title: "Trees and trees", summary: "Trees.", tags: ["trees"] },
      { title: "Trees", tags: ["trees"] },
      ...["Web socket", "Web page", "Socket and web", "数据库", "据点"],
    ]),
  );

  test.each([
    ["webSocket", ["Web socket"], "the parts of a name are a phrase"],
    ["数据", ["数据库"], "two signs as well"],
    ["库", ["数据库"], "one sign alone is looked up"],
    ["page据点", ["据点", "Web page"], "a word next to signs is a word"],
    ["pa socket", ["Web socket", "Socket and web"], "two letters are a prefix only at the end"],
    ["trees tag:trees", ["Trees", "Trees and trees", "Garden"], "an exact title and an operator"],
    ["tag:trees trees", ["Trees", "Trees and trees", "Garden"], "in any order"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(small(query).results.map((result) => result.title)).toEqual(expected);
  });
});

describe("an abbreviation", () => {
  const small = searchIn(
    asDocuments([
      { title: "Java", summary: "Classes on a virtual machine." },
      { title: "JSON", summary: "Objects as text." },
      { title: "JavaScript", summary: "What browsers run, called JS." },
      { title: "Path", summary: "A way." },
      { title: "PATH variable", summary: "Where to look for programs." },
      { title: "Network address translation", tags: ["PAT"] },
      { title: "Arrow", summary: "Written -> in C and :: elsewhere." },
    ]),
  );
  const first = (query: string) => small(query).results[0]?.title;

  test("comes after titles that begin with it, as they may be what is being typed", () => {
    expect(["j", "js", "jso"].map(first)).toEqual(["Java", "JSON", "JSON"]);
    expect(small("js").results.map(({ title }) => title)).toEqual(["JSON", "JavaScript"]);
  });

  test("leaves a title first that was first for the letter before", () => {
    expect(["pa", "pat", "path"].map(first)).toEqual(["Path", "Path", "Path"]);
  });

  test.each(["->", "::"])("signs alone find notes that have them: %s", (query) => {
    expect(small(query).results.map(({ title }) => title)).toEqual(["Arrow"]);
  });

  test.each([
    ["wa", [], "not `way` in a summary"],
    ["pa", ["Path", "PATH variable"], "a word of titles, however it is spelled"],
    ["js", ["JSON", "JavaScript"], "or the two letters themselves"],
    ["the wa", ["Path"], "beside another word, any longer word"],
  ])("two letters alone find longer words of titles only: %s finds %j: %s", (query, expected) => {
    expect(small(query).results.map(({ title }) => title)).toEqual(expected);
  });
});

test.each([
  ["notes about r", ["R"], "is a name if a title has it"],
  ["notes about t", ["Tree", "Plot"], "else may be the beginning of a word"],
])("a letter beside common words, %s, finds %j: %s", (query, expected) => {
  const entries = ["R", "Regex", "Tree", { title: "Plot", summary: "What t does." }];
  const { results } = searchIn(asDocuments(entries))(query);
  expect(results.map(({ title }) => title)).toEqual(expected);
});

describe("a text that begins titles", () => {
  const titles = [
    "CIDR",
    "CI/CD",
    "Rest",
    "Redis",
    "Red-black tree",
    "Golang server",
    "Golang",
    "Go board",
    "(ab)c",
  ];
  const small = searchIn(asDocuments([...titles, "Abc of colors"]));
  const first = (query: string) => small(query).results[0]?.title;

  test.each([
    ["ci", "CI/CD", "a short word before a longer one that continues it"],
    ["cid", "CIDR", "until it is another word"],
    ["red", "Red-black tree", "three letters"],
    ["redi", "Redis", "the only one"],
    ["gol", "Golang", "the shortest"],
    ["a", "(ab)c", "a sign in front"],
  ])("%s shows %s first: %s", (query, title) => {
    expect(first(query)).toBe(title);
  });

  test.each(titles)("once %s is first while it is typed, it stays first", (title) => {
    const typed = Array.from(title, (_, i) => title.slice(0, i + 1).trim());
    const isFirst = typed.map((query) => first(query) === title);
    expect(isFirst.slice(isFirst.indexOf(true))).not.toContain(false);
  });
});

describe("a comparison", () => {
  const small = searchIn(
    asDocuments([
      { title: "Array", summary: "Elements in a row." },
      { title: "Dynamic array", summary: "An array that grows; a linked list does not." },
      { title: "Linked list", summary: "Elements that name the next." },
      { title: "List", summary: "Linked or not." },
      { title: "Linked lists and arrays", summary: "Which to take." },
      { title: "P versus NP", summary: "Is checking as hard as solving?" },
      { title: "VS Code", summary: "An editor with an array of extensions." },
      { title: "Code review", summary: "Reading." },
    ]),
  );
  const titles = (query: string) => small(query).results.map(({ title }) => title);

  test.each(["array vs linked list", "linked list versus array", "array vs. linked list"])(
    "%s shows the titles that hold both sides or are one first",
    (query) => {
      expect(titles(query)[0]).toBe("Linked lists and arrays");
      expect(titles(query).slice(1, 3).sort()).toEqual(["Array", "Linked list"]);
      expect(titles(query)).not.toContain("P versus NP");
    },
  );

  test.each([
    ["p versus np", "P versus NP", "a title itself"],
    ["vs code", "VS Code", "nothing to compare"],
    ["array vs xyzzy", "Array", "an unknown side"],
  ])("%s finds %s: %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });
});

describe("a compound", () => {
  const small = searchIn(
    asDocuments([
      { title: "Hash map", summary: "Keys to slots." },
      { title: "Java", summary: "With a HashMap and a TreeMap in its library." },
      { title: "Anti-virus", summary: "Looks for known bytes." },
      { title: "Sandbox", summary: "What an antivirus runs a file in; a tree map of files." },
      { title: "U.S.A.", summary: "A federation." },
      { title: "Usage", summary: "How often; in the u, s or a of a name." },
    ]),
  );
  const titles = (query: string) => small(query).results.map(({ title }) => title);

  test.each([
    ["hashmap", ["Hash map", "Java"], "known in a summary, and split"],
    ["antivirus", ["Anti-virus", "Sandbox"], "with a hyphen"],
    ["anti virus", ["Anti-virus", "Sandbox"], "in two words"],
    ["treemap", ["Java", "Sandbox"], "not a title"],
    ["usa", ["U.S.A.", "Usage"], "letters with points"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });
});

test("a split that no note has hides no other way to match a word", () => {
  const fillers = Array.from({ length: 8 }, (_, i) => `Note ${i}`);
  const entries = ["U.S.A.", ...fillers, { title: "Data", summary: "The sa." }];
  const { results } = searchIn(asDocuments(entries))("usa");
  expect(results.map(({ title }) => title)).toEqual(["U.S.A."]);
});

test.each([
  ["quik sort", "Quicksort", "joined"],
  ["sort quik", "Merge sort", "not in this order"],
])("%s finds %s first, as a near spelling is joined with its neighbor: %s", (query, title) => {
  const entries = ["Bytecode", "Merge sort", "Quicksort"].map((name) => ({
    title: name,
    summary: name === "Bytecode" ? "Quick to run." : "",
  }));
  expect(searchIn(asDocuments(entries))(query).results[0]?.title).toBe(title);
});

test("a misspelled common word beside others tells titles apart", () => {
  const { results } = searchIn(asDocuments(["What to fold", "When to fold"]))("whne to fold");
  expect(results[0]?.title).toBe("When to fold");
});

test("common words alone are no reason to find a note", () => {
  const graphs = Array.from({ length: 20 }, (_, i) => ({
    title: `Note ${i}`,
    summary: "A graph.",
  }));
  const { results } = searchIn(asDocuments([...graphs, "From"]))("from graph");
  expect(results.map(({ title }) => title)).not.toContain("From");
});
