import { expect, test } from "vitest";
import { readConfig } from "../../scripts/collections/read-config.ts";
import { parseBuildOptions } from "../../scripts/options/parse-build-options.ts";
import { run } from "../../scripts/run.ts";
import { scanMarkdown } from "../../scripts/wikilinks/scan.ts";
import { CONTENT } from "./content-folder.ts";
import { internalLinks } from "./internal-links.ts";
import { mdastNodes } from "./mdast-nodes.ts";
import { noteNames } from "./note-names.ts";
import { proseWords } from "./prose-words.ts";
import { shippedCollection } from "./shipped-collection.ts";
import type { ShippedNote } from "./shipped-note.ts";

const { notes } = shippedCollection();
const of = (collection: string) => notes.filter((note) => note.collection === collection);

/** The routes of the notes that are not as they should be, with what they are. */
function faults(fault: (note: ShippedNote) => string | false): string[] {
  return notes.flatMap((note) => {
    const found = fault(note);
    return found === false ? [] : [`${note.route}: ${found}`];
  });
}

test("the check finds nothing, not even a warning", async () => {
  const options = parseBuildOptions(["--check", "--content", CONTENT], {});
  const { problems } = await run(options);
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
});

test("there are notes enough to be a reference", () => {
  expect(notes.length).toBeGreaterThanOrEqual(150);
  expect(of("languages").length).toBeGreaterThanOrEqual(30);
  expect(of("terms").length).toBeGreaterThanOrEqual(100);
  expect(new Set(of("terms").map((note) => note.domain)).size).toBeGreaterThanOrEqual(12);
  expect(of("subjects").length).toBeGreaterThanOrEqual(20);
});

test("a note has 200 to 700 words of prose", () => {
  expect(
    faults(({ markdown }) => {
      const words = proseWords(markdown);
      return (words < 200 || words > 700) && `${words} words`;
    }),
  ).toEqual([]);
});

test("a summary is one sentence of 60 to 230 characters, plain text, with a full stop", () => {
  // What ends a sentence: a stop before a space and a capital, but for initials and abbreviations.
  const end = /(?<!\b(?:[A-Z]|vs|e\.g|i\.e|etc|St|Dr))[.!?] +\p{Lu}/u;
  expect(
    faults(({ summary }) => {
      const { length } = summary;
      if (length < 60 || length > 230) return `${length} characters`;
      if (!summary.endsWith(".") || summary.endsWith("..")) return `no full stop: ${summary}`;
      if (end.test(summary)) return `two sentences: ${summary}`;
      return /`|\[|\]|\*\*|<[a-z]/.test(summary) && `Markdown: ${summary}`;
    }),
  ).toEqual([]);
});

test("a summary does not spend its first words on its title", () => {
  expect(
    faults(({ title, summary }) => {
      const start = summary.toLowerCase().replace(/^(an?|the) /, "");
      return start.startsWith(`${title.toLowerCase()} is `) && summary;
    }),
  ).toEqual([]);
});

test("no two summaries are alike", () => {
  expect(new Set(notes.map((note) => note.summary)).size).toBe(notes.length);
});

test("a note has 2 to 6 tags", () => {
  expect(
    faults(({ tags }) => (tags.length < 2 || tags.length > 6) && `${tags.length} tags`),
  ).toEqual([]);
});

test("every tag that collections.yaml allows is on a note", async () => {
  const { tags = [] } = (await readConfig(CONTENT)).config;
  const used = new Set(notes.flatMap((note) => note.tags));
  expect([...tags].filter((tag) => !used.has(tag))).toEqual([]);
});

test("a name is a title or an alias of one note only", () => {
  const owners = new Map<string, string>();
  const twice = notes.flatMap((note) =>
    noteNames(note).flatMap((name) => {
      const owner = owners.get(name);
      owners.set(name, note.route);
      return owner === undefined ? [] : [`${name}: ${owner} and ${note.route}`];
    }),
  );
  expect(twice).toEqual([]);
});

test("there are 5 wikilinks a note on average, and 3 at the least", () => {
  const counts = notes.map(({ text }) => scanMarkdown(text).links.length);
  expect(counts.reduce((sum, n) => sum + n, 0) / counts.length).toBeGreaterThanOrEqual(5);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});

test("no note is an orphan or a dead end", () => {
  const linked = new Set<string>();
  const leading = new Set<string>();
  for (const { route, markdown } of notes) {
    for (const link of internalLinks(markdown)) {
      if (link.route === route) continue;
      linked.add(link.route);
      leading.add(route);
    }
  }
  expect(faults(({ route }) => !linked.has(route) && "no other note links to it")).toEqual([]);
  expect(faults(({ route }) => !leading.has(route) && "it links to no other note")).toEqual([]);
});

test("a note is prose before its first heading, and has no heading of its title's level", () => {
  expect(
    faults(({ markdown }) => {
      const [, first] = mdastNodes(markdown);
      if (first?.type !== "paragraph") return `begins with a ${first?.type}`;
      return /^# /m.test(withoutCode(markdown)) && "a level-1 heading";
    }),
  ).toEqual([]);
});

test("headings follow one another without a gap, and there is text under each", () => {
  expect(
    faults(({ markdown }) => {
      const nodes = mdastNodes(markdown);
      const blocks = nodes[0] && "children" in nodes[0] ? nodes[0].children : [];
      let depth = 1;
      for (const [i, block] of blocks.entries()) {
        if (block.type !== "heading") continue;
        if (block.depth > depth + 1) return `level ${block.depth} under level ${depth}`;
        const next = blocks[i + 1];
        if (!next || (next.type === "heading" && next.depth <= block.depth)) {
          return `nothing under heading ${i}`;
        }
        depth = block.depth;
      }
      return false;
    }),
  ).toEqual([]);
});

test.each([
  ["languages", ["In code", "What stands out", "Pitfalls", "Where it is used", "Sources"]],
  ["terms", ["Pitfalls", "Sources"]],
  ["subjects", ["Pitfalls", "Sources"]],
])("a note of %s has its sections, in order", (collection, sections) => {
  for (const { markdown, route } of of(collection)) {
    const headings = scanMarkdown(markdown).headings.map((heading) => heading.text);
    const found = headings.filter((heading) => sections.includes(heading));
    expect([route, ...found]).toEqual([route, ...sections]);
    expect([route, headings.at(-1)]).toEqual([route, "Sources"]);
  }
});

test("every fence names its language", () => {
  expect(
    faults(({ markdown }) => {
      const code = mdastNodes(markdown).filter((node) => node.type === "code");
      return code.some((node) => !node.lang) && "a fence without a language";
    }),
  ).toEqual([]);
});

test("a file is clean: LF, no tab or space at a line's end, one newline at its own", () => {
  expect(
    faults(({ text }) => {
      if (text.includes("\r")) return "CR";
      if (/[ \t]$/m.test(withoutCode(text))) return "space at a line's end";
      return !/[^\n]\n$/.test(text) && "its end";
    }),
  ).toEqual([]);
});

test("nothing is left of what a new note begins with", () => {
  expect(
    faults(({ text }) => /^# (One|Some) of:/m.test(text.split(/^---$/m)[1] ?? "") && "a comment"),
  ).toEqual([]);
  expect(faults(({ text }) => /\b(TODO|TBD|FIXME|XXX)\b/.test(text) && "a placeholder")).toEqual(
    [],
  );
});

function withoutCode(text: string): string {
  return text.replace(/^(```+|~~~+)[\s\S]*?^\1[ \t]*$/gm, "");
}
