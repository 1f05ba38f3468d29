import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HEADINGS, LinkMaker, type MadeLink, NAMESAKE, type PlannedNote } from "./made-links.ts";
import { Random, WORDS } from "./random.ts";

/** A note of a generated vault; its text is the head and the parts, joined. */
export interface MadeNote {
  /** Relative to the vault, with `/`. */
  file: string;
  /** Byte order mark and front matter. */
  head: string;
  /** The body: text that a build must not change, and links. */
  parts: readonly (string | MadeLink)[];
}

/** The properties of a generated vault; the same options give the same bytes. */
export interface VaultOptions {
  notes: number;
  /** Default: 1. */
  seed?: number;
  /** Average number of links in a note. Default: 10.6. */
  links?: number;
  /** Share of wrong links. Default: 0.005. */
  faults?: number;
  /** Share of notes with an odd name, and of those with another extension than `.md`. Default: 0. */
  oddities?: number;
  /** Median length of a note in UTF-16 units; the tail is long, and the mean 1.5 times this. Default: 2300. */
  length?: number;
}

const SPREAD = 0.9;
/** The median of a log-normal distribution whose mean is 1. */
const MEDIAN_OF_MEAN = Math.exp(-(SPREAD ** 2) / 2);
const MAX_LENGTH = 300_000;
const PARAGRAPH = 400;
const NOTES_IN_FOLDER = 20;
const AREAS =
  "Projects,areas,Resources,archive,Daily notes,reading list,Wörter,日記,people,Code & co".split(
    ",",
  );

/** Text in which no build may change a byte. */
const UNTOUCHED = [
  "```bash\nif [[ -f $file ]]; then echo [[no]]; fi\n```",
  "~~~\n[[no|link]]\n~~~",
  "    indented [[no]] code",
  "<!-- [[no]] -->",
  "<pre>\n[[no]]\n</pre>",
  "$$\n[[a, b], [c]]\n$$",
  "Code `[[no]]` and ``[[no|x]]`` and \\[[no]] and [[]].",
  'A matrix [[1,2],[3,4]] and $[[x]]$ and <b title="[[no]]">bold</b>.',
  '[ref]: https://example.org/?a=1 "[[no]]"',
  "Trailing spaces  \nand\ta tab\\\nand $& and $1 and %20 and \u00a0 and cafe\u0301 and 🎉.",
  "> A quote\n> of two lines\n\n---",
  "1. One\n2. Two\n   - nested #tag",
  "Term\n: Definition with &amp; and <br> and https://example.org/x_y_(z).",
];

/** Writes a vault like those that people have: no configuration, links everywhere. */
export function makeVault(dir: string, options: VaultOptions): MadeNote[] {
  const { notes, seed = 1, links = 10.6, length = 2300, oddities = 0, faults = 0.005 } = options;
  const random = new Random(seed);
  const planned = planNotes(notes, oddities, random);
  const linkMaker = new LinkMaker(planned, faults, random);
  return planned.map((note) => {
    const made = makeNote(
      note,
      linkMaker,
      Math.round(random.longTailed(links * MEDIAN_OF_MEAN, SPREAD)),
      Math.min(MAX_LENGTH, random.longTailed(length, SPREAD)),
      random,
    );
    const path = join(dir, made.file);
    mkdirSync(dirname(path), { recursive: true });
    const parts = made.parts.map((part) => (typeof part === "string" ? part : part.source));
    writeFileSync(path, made.head + parts.join(""));
    return made;
  });
}

/** Names for the notes of a vault. The number in each makes it unique. */
function planNotes(count: number, oddities: number, random: Random) {
  const notes: PlannedNote[] = [];
  const used = new Set<string>();
  const folders = makeFolders(Math.ceil(count / NOTES_IN_FOLDER), random);
  for (let i = 0; i < count; i++) {
    const folder = random.pick(folders);
    const isPlain = !random.isBelow(oddities);
    const isNamesake =
      folder !== "" && !used.has(folder) && isPlain && random.isBelow(1 / NOTES_IN_FOLDER);
    if (isNamesake) used.add(folder);
    const name = isNamesake ? NAMESAKE : isPlain ? plainName(i, random) : oddName(i, random);
    const extension = random.isBelow(oddities) ? "markdown" : "md";
    notes.push({
      file: `${folder === "" ? "" : `${folder}/`}${name}.${extension}`,
      folder,
      name,
      isPlain,
      title: `Essay on ${random.pick(WORDS)} ${i}`,
      alias: random.isBelow(0.75) ? `${random.pick(WORDS)} called ${i}` : undefined,
    });
  }
  return notes;
}

/** The root, the areas, and folders below them, most of them not deeply nested. */
function makeFolders(count: number, random: Random): string[] {
  const folders = ["", ...AREAS].slice(0, count);
  while (folders.length < count) {
    const parent = random.pickEarly(folders) || random.pick(AREAS);
    const levels = parent.split("/").slice(0, 4);
    folders.push([...levels, `${random.pick(WORDS)} ${folders.length}`].join("/"));
  }
  return folders;
}

function plainName(i: number, random: Random): string {
  const [one, two] = [random.pick(WORDS), random.pick(WORDS)];
  const capital = one.charAt(0).toUpperCase() + one.slice(1);
  return random.pick([`${one} ${two} ${i}`, `${capital} ${two} ${i}`, `${one}-${two}-${i}`]);
}

function oddName(i: number, random: Random): string {
  const word = random.pick(WORDS);
  return random.pick([
    `C# and ${word} ${i}`,
    `100% ${word} ${i}`,
    `$& ${word} $1 ${i}`,
    `${word} [draft] ${i}`,
    `${word} v1.2.${i}`,
    `日本語 ${word} ${i}`,
    `cafe\u0301 ${word} ${i}`,
    `🎉 ${word} ${i}`,
    `__${word}__ ${i}`,
    `(${word}) ${i}`,
    `${word} – “${i}”`,
  ]);
}

function makeNote(
  note: PlannedNote,
  linkMaker: LinkMaker,
  links: number,
  length: number,
  random: Random,
): MadeNote {
  const mark = random.isBelow(0.02) ? "\ufeff" : "";
  const head = mark + (note.alias === undefined ? "" : makeHead(note.title, note.alias, random));
  const parts = makeBody(note, linkMaker, links, length, random);
  const made = { file: note.file, head, parts };
  return random.isBelow(0.05) ? withCarriageReturns(made) : made;
}

function makeHead(title: string, alias: string, random: Random): string {
  const [one, two] = [random.pickEarly(WORDS), random.pickEarly(WORDS)];
  const rest = random.pick([
    `tags: [${one}, ${two}]\ndate: 2024-01-02\n`,
    `tags:\n  - ${one}\n  - ${two}/sub\ndescription: About ${one} and ${two}.\n`,
    `related: "[[${one}]]"\ncssclass: wide\n`,
  ]);
  return `---\ntitle: ${title}\naliases:\n  - ${alias}\n${rest}---\n`;
}

function makeBody(
  note: PlannedNote,
  linkMaker: LinkMaker,
  links: number,
  length: number,
  random: Random,
): MadeNote["parts"] {
  const parts: (string | MadeLink)[] = [`# ${note.title}\n\n`];
  const paragraphs = Math.max(HEADINGS.length, Math.round(length / PARAGRAPH));
  for (let at = 0; at < paragraphs; at++) {
    const heading = HEADINGS.findIndex(
      (_, i) => Math.floor((i * paragraphs) / HEADINGS.length) === at,
    );
    if (heading !== -1) parts.push(`## ${HEADINGS[heading]![0]}\n\n`);
    const wanted =
      Math.floor((links * (at + 1)) / paragraphs) - Math.floor((links * at) / paragraphs);
    parts.push(...makeParagraph(note, linkMaker, wanted, random));
  }
  parts.push(random.isBelow(0.9) ? "The end.\n" : "No newline");
  return parts;
}

function makeParagraph(
  note: PlannedNote,
  linkMaker: LinkMaker,
  links: number,
  random: Random,
): (string | MadeLink)[] {
  if (links > 1 && random.isBelow(0.1)) {
    const row = () => ["| ", linkMaker.make(note, "table"), " | x |\n"];
    return ["| Name | More |\n| --- | --- |\n", ...Array.from({ length: links }, row).flat(), "\n"];
  }
  const parts: (string | MadeLink)[] = [
    Array.from({ length: 1 + random.below(4) }, () => sentence(random)).join(" "),
  ];
  for (let i = 0; i < links; i++) {
    parts.push(" and ", linkMaker.make(note, "text"), ` ${sentence(random)}`);
  }
  parts.push("\n\n");
  if (random.isBelow(0.1)) parts.push(`${random.pick(UNTOUCHED)}\n\n`);
  return parts;
}

function sentence(random: Random): string {
  const words = Array.from({ length: 6 + random.below(30) }, () => random.pickEarly(WORDS));
  return `The ${words.join(" ")}.`;
}

function withCarriageReturns(note: MadeNote): MadeNote {
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const parts = note.parts.map((part) => (typeof part === "string" ? crlf(part) : part));
  return { ...note, head: crlf(note.head), parts };
}
