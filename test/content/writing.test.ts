import { readFileSync } from "node:fs";
import GithubSlugger from "github-slugger";
import type { MdastNode } from "satteri";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { nodesOf, textOf } from "../links/nodes.ts";
import { shippedCollection } from "./shipped-collection.ts";

/** The rules of docs/writing.md that a program can check. */

const shipped = shippedCollection();
const notes = shipped.notes.map((note) => {
  const nodes = nodesOf(note.markdown);
  const written = wikilinksIn(note.text);
  const links = nodes.flatMap((node) => {
    if (node.type !== "link" || /^[a-z][a-z+.-]*:/i.test(node.url)) return [];
    const [route = "", fragment] = decodeURIComponent(node.url).split("#");
    return [{ route, fragment, label: textOf(node) }];
  });
  const headings = nodes.filter((node) => node.type === "heading").map(textOf);
  return { ...note, nodes, written, links, headings };
});
type Note = (typeof notes)[number];

const anchors = new Map(
  notes.map(({ route, headings }) => {
    const slugger = new GithubSlugger();
    return [route, new Set(headings.map((heading) => slugger.slug(heading)))];
  }),
);

/** How many other notes link to a note, by its route. */
const incoming = Map.groupBy(
  notes.flatMap(({ route, links }) =>
    [...new Set(links.map((link) => link.route))].filter((to) => to !== route),
  ),
  (to) => to,
);

/** Names that are also words of everyday use, or have other meanings in notes that name them. */
const EVERYDAY = new Set(
  [
    "AA, Ada, Authentication, C, Closure, Container, Debugging, Dijkstra, Embedding, FIFO, FP, Go, Graph, Heap",
    "Interface, Interrupt, Join, Logging, Matrix, Node, Normalization, Null, Package manager, Pipe, Pointer",
    "Process, Promise, Queue, R, Reflection, Routing, Scheduler, Scheme, Set, Stack, Thread, Transformer, Tree, Trie",
    "Virtual machine",
  ].flatMap((line) => line.split(", ")),
);

/** The names of notes as they stand in a sentence, with the routes of their notes. */
const routeByName = new Map(
  notes.flatMap((note) => namesInText(note).map((name) => [name, note.route] as const)),
);
const NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}./-])(?:${[...routeByName.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.+*?^${}()|[\]\\]/g, "\\$&"))
    .join("|")})(?![\\p{L}\\p{N}/+#-])`,
  "gu",
);

const AT_A_GLANCE =
  "Topic, Comment, Output, Variable, Interpolation, Function, Own type, Condition, Loop, List and map, Equality and null, Error, Reading a file, Module, Run, File extension, Package manager, Official site";

/** Words of names that are not those of persons, and of numbers of documents. */
const ORGANIZATIONS =
  /\b(?:Aleph One|Apple|Center|Conference|Consortium|Express|Forum|Foundation|General|Git|Group|IEEE|Initiative|International|ISO|Linux|NIST|Organization|Project|project|Python|Recommendation|RIPE|Standard|Swift|Team|The|Union|Unicode|X\/Open)\b/;

/** Tags that are domains of terms, and those of areas that have subjects but no terms. */
const AREAS = new Set(
  [
    "algorithms, data-structures, databases, hardware, machine-learning, mathematics, networking",
    "operating-systems, security, web",
    "data-formats, error-handling, mobile, shell, text, time, tooling",
  ].flatMap((line) => line.split(", ")),
);

/** Ways of designing algorithms: what they cost depends on the problem. */
const METHODS = ["backtracking", "bit-manipulation", "dynamic-programming", "greedy-algorithm"];

/** The rows of the costs of notes, by their domains. */
const COSTS: Record<string, string> = {
  "Data structures": "Operation, Search, Insert, Delete, Space",
  Algorithms: "Case, Best, Average, Worst, Space",
};

/** By rule, returns the part of a note that breaks it; a falsy value if none does. */
const RULES: Record<string, (note: Note) => string | false | undefined> = {
  "a summary has 60 to 320 characters of plain text": ({ summary }) =>
    (!/^.{60,320}$/.test(summary) || /`|\[|\]|\*\*|<[a-z]/.test(summary)) && summary,

  // A sentence ends at a period before a space and a capital, except for initials and abbreviations.
  "a summary is one sentence or two, and ends with a period": ({ summary }) =>
    (!/[^.]\.$/.test(summary) ||
      summary.split(/(?<!\b(?:[A-Z]|vs|e\.g|i\.e|etc|St|Dr))[.!?] +(?=\p{Lu})/u).length > 2) &&
    summary,

  "a summary does not spend its first words on its title": ({ title, summary }) =>
    /^(?:an?|the)? ?(.*)$/
      .exec(summary.toLowerCase())?.[1]
      ?.startsWith(`${title.toLowerCase()} is `) && summary,

  "a note has 2 to 6 tags": ({ tags }) => (tags.length < 2 || tags.length > 6) && `${tags}`,

  "a subject has a tag that names its area, since it has no domain": ({ collection, tags }) =>
    collection === "subjects" && !tags.some((tag) => AREAS.has(tag)) && `${tags}`,

  "a note has 200 to 700 words, counting headings but not code blocks, and tables of terms only": ({
    collection,
    markdown,
    nodes,
  }) => {
    const isTerm = collection === "terms";
    const { length } = proseOf(isTerm ? nodes : nodesOf(markdown.replace(/^\|.*$/gm, "")))
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    return (length < 200 || length > 700) && `${length} words`;
  },

  "a note opens with a paragraph, and a term's with a sentence that names it": (note) => {
    const opening = note.nodes[1];
    const [sentence = ""] = textOf(opening).split(/(?<=[.?!]) (?=\p{Lu})/u);
    const isNamed = [note.title, ...note.aliases].some((name) =>
      wordsOf(name).every((word) => holds(sentence, word)),
    );
    return (opening?.type !== "paragraph" || (note.collection === "terms" && !isNamed)) && sentence;
  },

  "a note has the sections of its collection, in order": ({ collection, markdown }) => {
    const found = [...withoutFences(markdown).matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    const expected =
      collection === "languages"
        ? /^At a glance · In code · What stands out · Pitfalls · Where it is used · Sources$/
        : /^[^·]+ · (?:[^·]+ · )*Pitfalls · Sources$/;
    return !expected.test(found.join(" · ")) && found.join(" · ");
  },

  "headings are below level 1, skip no level, and have text under each": (note) => {
    const blocks = note.nodes[0] && "children" in note.nodes[0] ? note.nodes[0].children : [];
    const depths = blocks.map((block) => (block.type === "heading" ? block.depth : 0));
    let depth = 1;
    for (const [i, own] of depths.entries()) {
      if (own === 0) continue;
      const next = depths[i + 1] ?? own;
      if (own === 1 || own > depth + 1 || (next > 0 && next <= own)) return textOf(blocks[i]);
      depth = own;
    }
    return false;
  },

  "a language at a glance has the rows of every language": (note) => {
    if (note.collection !== "languages") return false;
    const table = tableUnder(note.markdown, "At a glance");
    const topics = table.map(([topic]) => topic).join(", ");
    const isFull = table.every((row) => row.length === 2 && !row.includes(""));
    const isOfNote = table[0]?.[1] === note.title;
    return (topics !== AT_A_GLANCE || !isFull || !isOfNote) && topics;
  },

  "the text of a language tells its year and its designers": ({ text, markdown }) => {
    const { first_appeared, designer = [] } = parse(text.split(/^---$/m)[1] ?? "");
    const [opening = ""] = markdown.split("\n## ");
    const lastNames = designer.map((name: string) =>
      name
        .replace(/ Jr\.$/, "")
        .split(" ")
        .at(-1),
    );
    const told = [first_appeared, ...lastNames].filter((value) => value !== undefined);
    return told.filter((value) => !holds(opening, `${value}`.toLowerCase())).join(", ");
  },

  "the official site of a language is a link": ({ collection, markdown }) =>
    collection === "languages" &&
    !/^\| Official site \| .*\]\(https:\/\//m.test(markdown) &&
    "it is not",

  "a data structure or an algorithm has its costs, and says when they hold": (note) => {
    const costs = COSTS[String(note.domain)];
    if (costs === undefined || METHODS.some((method) => note.file.endsWith(`/${method}.md`)))
      return false;
    const table = tableUnder(note.markdown, "Costs");
    const rows = table.map(([cost]) => cost).join(", ");
    const isFull = !table.some((row) => row.includes(""));
    const paragraphs = sectionUnder(note.markdown, "Costs").trim().split("\n\n");
    return (!rows.startsWith(costs) || !isFull || paragraphs.length < 3) && rows;
  },

  "Costs hold a table and text: an example belongs under a heading of its own": ({ markdown }) =>
    nodesOf(sectionUnder(markdown, "Costs")).some(({ type }) => type === "code") && "code",

  "commands to copy are three to eight lines": ({ markdown }) => {
    const lines = sectionOf(markdown, "At the command line");
    const start = lines.findIndex((line) => line.startsWith("```bash"));
    const count = lines.indexOf("```", start) - start - 1;
    return lines.length > 0 && (start < 0 || count < 3 || count > 8) && `${count} lines`;
  },

  "Pitfalls end with a list": ({ markdown }) =>
    !sectionOf(markdown, "Pitfalls").at(-1)?.startsWith("- ") &&
    sectionOf(markdown, "Pitfalls").at(-1),

  // The number of a standard may look like a year: ISO/IEC 1989 is about COBOL.
  "Sources are a list, and each has a year": ({ markdown }) =>
    sectionOf(markdown, "Sources").find(
      (line) => !/^- .*\b(?:1[5-9]|20)\d\d\b/.test(line.replace(/\b(?:RFC|ISO|IEC) \d+/g, "")),
    ),

  "authors of sources have initials, an *and* before the last, and *et al.* for the others": ({
    markdown,
  }) =>
    sectionOf(markdown, "Sources").find((line) => {
      const [authors = ""] = line.slice(2).split(/,? (?=["*[`(])/);
      const names = ORGANIZATIONS.test(authors) ? [] : authors.split(/, | and | with | et al\./);
      const isWrittenOut = names.some((name) => /^\p{Lu}[\p{Ll}-]+ .*\p{Lu}/u.test(name));
      const isList = /, \p{Lu}\./u.test(authors) && !/ and | et al\./.test(authors);
      return isWrittenOut || isList || /\band others\b/.test(authors);
    }),

  "a source has a title in italics or quotation marks, or a linked number of a series": ({
    markdown,
  }) =>
    sectionOf(markdown, "Sources").find(
      (line) => !/\*[^*]+\*|"[^"]+"|\[[A-Z]+[ -]\d+\]\(/.test(line),
    ),

  "the number of an edition is in digits": ({ markdown }) =>
    sectionOf(markdown, "Sources").find((line) =>
      /\b(?:first|second|third|fourth|fifth|sixth|[a-z]+th) edition\b/i.test(line),
    ),

  "the number of an RFC in Sources is a link to it, and its title is in quotation marks": ({
    markdown,
  }) =>
    sectionOf(markdown, "Sources").find((line) =>
      /\bRFC \d/.test(
        line.replace(/\[RFC (\d+)\]\(https:\/\/www\.rfc-editor\.org\/rfc\/rfc\1\)(?!, \*)/g, ""),
      ),
    ),

  "dates, percentages and nouns are American": ({ nodes }) =>
    /\d %|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:clean|set)-up\b|\be-mail/i.exec(
      proseOf(nodes),
    )?.[0],

  "every code block names its language": ({ nodes }) =>
    nodes.some((node) => node.type === "code" && !node.lang) && "one has none",

  "a file has LF line endings, one newline at its end, and no trailing spaces or tabs": ({
    text,
  }) => (/\r|\n\n$|[^\n]$/.test(text) || /[ \t]$/m.test(withoutFences(text))) && "it has not",

  // Code is left in place, as one word: PEP 8 and elm-format want two blank lines in it.
  "no two blank lines are in a row": ({ text }) =>
    /\n\n\n/.test(text.replace(/^(```+|~~~+)[\s\S]*?^\1[ \t]*$/gm, "code")) && "two",

  "nothing is left to do": ({ text }) => /\b(?:TODO|TBD|FIXME|XXX)\b/.exec(text)?.[0],

  "a note has at least 3 wikilinks, and all are served as links": ({ written, links, markdown }) =>
    (written.length < 3 || written.length !== links.length || wikilinksIn(markdown).length > 0) &&
    `${written.length} written, ${links.length} served`,

  "links refer to notes and to their headings": ({ links }) =>
    links
      .filter(({ route }) => !anchors.has(route))
      .concat(
        links.filter((l) => l.fragment !== undefined && !anchors.get(l.route)?.has(l.fragment)),
      )
      .map(({ route, fragment }) => `${route}#${fragment}`)[0],

  "no label reads like a path, or like a note and its heading": ({ links }) =>
    links.map(({ label }) => label || "none").find((l) => /^none$| > |[a-z]\/[a-z]/.test(l)),

  "a note is linked from three others, and links to another": ({ route, links }) =>
    ((incoming.get(route)?.length ?? 0) < 3 || links.every((link) => link.route === route)) &&
    `linked from ${incoming.get(route)?.length ?? 0}`,

  "a note that names another links to it once": ({ route, links, markdown }) => {
    const [prose = ""] = markdown.split("\n## Sources\n");
    const named = [...unlinkedText(nodesOf(prose)[0]).matchAll(NAMES)].map(([name]) => name);
    const missed = named.filter((name) => {
      const to = routeByName.get(name);
      return to !== route && !links.some((link) => link.route === to);
    });
    return missed.length > 0 && [...new Set(missed)].join(", ");
  },
};

test.each(Object.entries(RULES))("%s", (_, fault) => {
  const faults = notes.map((note) => [note.route, fault(note) || "kept"]);
  expect(faults.filter(([, found]) => found !== "kept")).toEqual([]);
});

test("a build reports no problems, not even warnings", () => {
  expect(shipped.findings).toBe("");
});

test("there are enough notes for a reference, with 5 wikilinks each on average", () => {
  const count = (collection: string) => notes.filter((n) => n.collection === collection).length;
  expect(count("languages")).toBeGreaterThanOrEqual(30);
  expect(count("terms")).toBeGreaterThanOrEqual(100);
  expect(count("subjects")).toBeGreaterThanOrEqual(20);
  expect(notes.flatMap((n) => n.written).length / notes.length).toBeGreaterThanOrEqual(5);
});

test("no function of three lines or more is printed in two notes", () => {
  const functions = notes.flatMap(({ route, nodes }) =>
    nodes.flatMap((node) => {
      if (node.type !== "code" || node.lang !== "python") return [];
      const found = node.value.match(/^def .*(?:\n(?:[ \t].*)?)+/gm) ?? [];
      return found
        .filter((text) => text.trim().split("\n").length >= 3)
        .map((text) => ({ route, body: text.replace(/#.*|\s/g, "") }));
    }),
  );
  const byBody = Map.groupBy(functions, ({ body }) => body);
  const printedTwice = [...byBody.values()].filter(
    (own) => new Set(own.map(({ route }) => route)).size > 1,
  );
  expect(printedTwice).toEqual([]);
});

test("no two summaries are the same, and a name belongs to one note only", () => {
  const names = notes.flatMap(({ title, aliases }) => [title, ...aliases]);
  for (const list of [notes.map((note) => note.summary), names.map((name) => name.toLowerCase())]) {
    expect(list.filter((item, i) => list.indexOf(item) !== i)).toEqual([]);
  }
});

test("a work is cited in one edition", () => {
  const cited = notes.flatMap(({ markdown }) => sectionOf(markdown, "Sources"));
  const editions = cited.flatMap((line) => [
    ...line.matchAll(/(\*[^*]+\*(?:, volume \w+)?)(?:\]\([^)]+\))?, (\d+\w\w edition)?/gi),
    ...line.matchAll(/\b(ISO(?:\/IEC)? [\d-]+)(:\d+)?/g),
  ]);
  const byWork = Map.groupBy(editions, ([, work = ""]) => work.toLowerCase());
  const faults = [...byWork].filter(
    ([, own]) => new Set(own.map(([, , edition]) => edition)).size > 1,
  );
  expect(faults.map(([work]) => work)).toEqual([]);
});

test("a work with an address is cited with it in every note", () => {
  const cited = notes
    .flatMap(({ markdown }) => sectionOf(markdown, "Sources"))
    .flatMap((line) => line.split("; "));
  const works = cited.flatMap((line) =>
    [...line.matchAll(/"([^"]{10,}?),?"|\*([^*]{6,})\*/g)].map(([, paper, book]) => ({
      title: (paper ?? book ?? "").toLowerCase(),
      hasAddress: line.includes("](https://"),
    })),
  );
  const byTitle = Map.groupBy(works, ({ title }) => title);
  const faults = [...byTitle].filter(
    ([, own]) => new Set(own.map(({ hasAddress }) => hasAddress)).size > 1,
  );
  expect(faults.map(([title]) => title)).toEqual([]);
});

/** Sources without an address, most of them books and manuals. Lower it when one gets an address. */
const WITHOUT_ADDRESS = 513;

test(`${WITHOUT_ADDRESS} sources have no address, and no more`, () => {
  const cited = notes.flatMap(({ markdown }) => sectionOf(markdown, "Sources"));
  const without = cited.filter((line) => !line.includes("](https://"));
  expect(without.length).toBe(WITHOUT_ADDRESS);
});

test("every tag that collections.yaml allows is used", () => {
  const config = new URL("../../content/collections.yaml", import.meta.url);
  const { tags }: { tags: string[] } = parse(readFileSync(config, "utf8"));
  const used = new Set(notes.flatMap((note) => note.tags));
  expect(tags.filter((tag) => !used.has(tag))).toEqual([]);
});

function wikilinksIn(text: string): string[] {
  const prose = withoutFences(text).replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "");
  return prose.match(/\[\[[^[\]]+\]\]/g) ?? [];
}

function withoutFences(text: string): string {
  return text.replace(/^(```+|~~~+)[\s\S]*?^\1[ \t]*$/gm, "");
}

/** The lines of a section, without the empty ones. */
function sectionOf(markdown: string, heading: string): string[] {
  const [, after = ""] = markdown.split(`\n## ${heading}\n`);
  return (after.split("\n## ")[0] ?? "").split("\n").filter((line) => line !== "");
}

/**
 * The title, and aliases with a capital letter, in the singular and plural. The title of a term or
 * subject may begin in lower case, "Hash table" as "hash table"; that of a language may not.
 */
function namesInText({ title, aliases, collection }: Note): string[] {
  const isCommonNoun = collection !== "languages" && /^\p{Lu}[^\p{Lu}]+$/u.test(title);
  return [title, ...aliases.filter((alias) => /\p{Lu}/u.test(alias))]
    .filter((name) => !EVERYDAY.has(name))
    .flatMap((name) => [name, name === title && isCommonNoun ? name.toLowerCase() : name])
    .flatMap((name) => [name, `${name}s`]);
}

/** The text of a node outside links, headings and code. */
function unlinkedText(node: MdastNode | undefined): string {
  if (!node || ["link", "heading", "inlineCode", "code"].includes(node.type)) return " ` ";
  if (!("children" in node)) return textOf(node);
  return node.children
    .map(unlinkedText)
    .join(/^(?:tableRow|table|root|list)$/.test(node.type) ? "\n" : "");
}

function proseOf(nodes: readonly MdastNode[]): string {
  return nodes
    .map((node) => (node.type === "text" || node.type === "inlineCode" ? node.value : " "))
    .join("");
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("'", "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Whether a text contains a word: a short one as is or in the plural, a longer one in any form. */
function holds(text: string, word: string): boolean {
  const words = wordsOf(text);
  return word.length < 4
    ? words.includes(word) || words.includes(`${word}s`)
    : words.join("").includes(word.slice(0, Math.max(4, word.length - 3)));
}

/** The tables of a section, as the text of their cells by row. */
function tableUnder(markdown: string, heading: string): string[][] {
  const tables = nodesOf(sectionUnder(markdown, heading)).filter(({ type }) => type === "table");
  return tables.flatMap(childrenOf).map((row) => childrenOf(row).map(textOf));
}

/** A section with its heading. */
function sectionUnder(markdown: string, heading: string): string {
  return markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
}

function childrenOf(node: MdastNode): MdastNode[] {
  return "children" in node ? node.children : [];
}
