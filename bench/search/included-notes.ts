import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullNote } from "../../worker/contract/note.ts";
import { englishStem as stem } from "../../worker/search/language.ts";
import { markdownTable } from "../report.ts";
import { Random } from "../vaults/random.ts";
import type { Engine } from "./engines.ts";

const HEAD = [
  ...["engine", "typos first", "first letter: none", "replaced: none"],
  ...["unknown words", "two", "four", "how to A B the C of D"],
];

/** Texts of each kind. */
const COUNT = 1000;

/**
 * Asks the included notes for titles with typing errors, and for words that occur nowhere. All columns are
 * in percent:
 *
 * - typos first: a title with one letter of one word left out, doubled, replaced or swapped with the next, of
 *   which the first result is its note; higher is better;
 * - first letter, replaced: a word of a title without its first letter or with another; and with one other
 *   letter replaced, that find nothing; lower is better;
 * - unknown words, two, four, how to: a word that no title, tag or summary has in any form, or as the beginning
 *   of a word, alone and with others, that find notes all the same; lower is better.
 */
export async function reportIncludedNotes(engines: readonly Engine[]): Promise<void> {
  const { notes, unknown } = includedNotes();
  const random = new Random(1);
  const words = notes.flatMap(({ title }) => title.match(/[A-Za-z]{5,}/g) ?? []);
  const times = <T>(make: () => T): T[] => Array.from({ length: COUNT }, make);
  const word = (): string => random.pick(unknown);
  const typos = times(() => {
    const { title, route } = random.pick(notes);
    return { query: mistyped(title, random), route };
  }).filter(({ query, route }) => notes.find((note) => note.route === route)!.title !== query);
  const silent = [
    times(() => {
      const picked = random.pick(words);
      return random.below(2) === 0 ? picked.slice(1) : random.pick(LETTERS) + picked.slice(1);
    }),
    times(() => replaced(random.pick(words), random)),
  ];
  const answering = [
    unknown,
    times(() => `${word()} ${word()}`),
    times(() => `${word()} ${word()} ${word()} ${word()}`),
    times(() => `how to ${word()} ${word()} the ${word()} of ${word()}`),
  ];
  const rows: string[][] = [];
  for (const { name, build, load } of engines) {
    const { find } = await load(Buffer.from(await build(notes)));
    const share = <T>(all: readonly T[], is: (each: T) => boolean): string =>
      ((100 * all.filter(is).length) / all.length).toFixed(1);
    rows.push([
      name,
      share(typos, ({ query, route }) => find(query)[0] === route),
      ...silent.map((queries) => share(queries, (query) => find(query).length === 0)),
      ...answering.map((queries) => share(queries, (query) => find(query).length > 0)),
    ]);
  }
  console.log(`\n### The included notes, with typing errors and unknown words, in percent\n`);
  console.log(
    `${notes.length} documents, ${unknown.length} unknown words, ${COUNT} of all others\n`,
  );
  console.log(markdownTable(HEAD, rows));
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** A title with one letter of one of its words of four letters or more mistyped, unless it has none. */
function mistyped(title: string, random: Random): string {
  const matches = [...title.matchAll(/[A-Za-z]{4,}/g)];
  if (matches.length === 0) return title;
  const { 0: word, index } = random.pick(matches);
  const at = random.below(word.length - 1);
  const wrong = random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at + 1) + word.slice(at),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    word.slice(0, at) + random.pick(LETTERS) + word.slice(at + 1),
  ]);
  return title.slice(0, index) + wrong + title.slice(index + word.length);
}

/** A word with a letter after the first replaced. */
function replaced(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 1);
  const letter = random.pick(LETTERS.filter((other) => other !== word[at]!.toLowerCase()));
  return word.slice(0, at) + letter + word.slice(at + 1);
}

/** The included notes, and the words of their texts that no title, tag or summary has. */
function includedNotes(): { notes: FullNote[]; unknown: string[] } {
  const out = mkdtempSync(join(tmpdir(), "search-bench-"));
  try {
    const command = ["scripts/commands/build.ts", "--quiet", "--out", out];
    spawnSync(process.execPath, command, { stdio: "inherit" });
    const read = (path: string): string => readFileSync(join(out, path), "utf8");
    const { notes }: { notes: FullNote[] } = JSON.parse(read("api/v1/notes.json"));
    const searched = wordsOf(
      notes.map((note) => [note.title, ...note.tags, note.summary].join(" ")),
    );
    const stems = new Set([...searched].map(stem));
    const texts = notes.map(({ route }): string => {
      const { markdown }: FullNote = JSON.parse(read(`api/v1/notes${route}.json`));
      return markdown.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, " ");
    });
    const unknown = [...wordsOf(texts)].filter(
      (word) => !stems.has(stem(word)) && ![...searched].some((known) => known.startsWith(word)),
    );
    return { notes, unknown };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []));
}
