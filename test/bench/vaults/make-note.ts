import type { MadeLink, MadeNote } from "./made-note.ts";
import { HEADINGS, type LinkChoice, makeLink } from "./make-link.ts";
import type { PlannedNote } from "./planned-note.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./words.ts";

/** What a made note is to be like. */
export interface NoteMeasure {
  choice: LinkChoice;
  /** Links of 1 that are wrong. */
  faults: number;
  /** Links in the note. */
  links: number;
  /** About as many UTF-16 units. */
  length: number;
  /** Whether the front matter is one that other generators read. */
  isTidy: boolean;
}

type Part = string | MadeLink;

/** About as many UTF-16 units are in a paragraph. */
const PARAGRAPH = 400;

/** Brackets that are no links, wherever they stand. */
const UNTOUCHED = [
  "```bash\nif [[ -f $file ]]; then echo [[no]]; fi\n```",
  "~~~\n[[no|link]]\n~~~",
  "    indented [[no]] code",
  "<!-- [[no]] -->",
  "<pre>\n[[no]]\n</pre>",
  "$$\n[[a, b], [c]]\n$$",
  "Code `[[no]]` and ``[[no|x]]`` and \\[[no]] and [[]] and [a [[no]] b](https://example.org/).",
  'A matrix [[1,2],[3,4]] and $[[x]]$ and <b title="[[no]]">bold</b>.',
  "[^1]: A footnote.",
  '[ref]: https://example.org/?a=1 "[[no]]"',
];
const PLAIN = [
  "Trailing spaces  \nand\ta tab\\\nand $& and $1 and %20 and \u00a0 and cafe\u0301 and 🎉.",
  "> A quote\n> of two lines\n\n---",
  "1. One\n2. Two\n   - nested #tag",
  "Term\n: Definition with &amp; and &nbsp; and <br> and https://example.org/x_y_(z).",
];

/** Writes the text of a planned note. */
export function makeNote(note: PlannedNote, measure: NoteMeasure, random: Random): MadeNote {
  const { file, isDraft } = note;
  if (note.isEmpty && !isDraft) {
    return { file, head: random.isBelow(0.5) ? "" : "\ufeff", parts: [], isDraft };
  }
  const body = makeBody(note, measure, random);
  const { head, isPartOfBody, rule } = makeHead(note, measure, random);
  const mark = random.isBelow(0.02) ? "\ufeff" : "";
  const parts = isPartOfBody ? [head, ...body] : body;
  const made = { file, head: mark + (isPartOfBody ? "" : head), parts, isDraft };
  const named = rule === undefined ? made : { ...made, rule };
  return random.isBelow(0.05) ? withCarriageReturns(named) : named;
}

function makeHead(
  { title, alias, head, isDraft }: PlannedNote,
  { isTidy }: NoteMeasure,
  random: Random,
): { head: string; isPartOfBody: boolean; rule?: "front-matter-malformed" } {
  const rule = "front-matter-malformed";
  const draft = isDraft ? random.pick(["draft: true\n", "publish: false\n"]) : "";
  const yaml = (more: string) => `---\ntitle: ${title}\n${more}${draft}---\n`;
  if (isDraft) return { head: yaml(""), isPartOfBody: false };
  switch (head) {
    case "none":
      return { head: "", isPartOfBody: false };
    case "colon":
      return { head: yaml("description: One: two\n"), isPartOfBody: false, rule };
    case "toml":
      return { head: `+++\ntitle = "${title}"\n+++\n`, isPartOfBody: false, rule };
    case "unclosed":
      return { head: "---\nauthor: nobody\n\n", isPartOfBody: true, rule };
    case "break":
      return { head: "---\n\nText after a break.\n\n---\n\n", isPartOfBody: true };
    case "yaml":
      return { head: yaml((isTidy ? tidyFields : moreFields)(alias, random)), isPartOfBody: false };
  }
}

/** Fields with values of the types that all generators expect of them. */
function tidyFields(alias: string, random: Random): string {
  const [one, two] = [random.pickEarly(WORDS), random.pickEarly(WORDS)];
  const tags = random.pick([`tags: [${one}, ${two}]\n`, `tags:\n  - ${one}\n  - ${two}/sub\n`, ""]);
  const rest = random.pick([
    `date: 2024-01-02\ndescription: About ${one} and ${two}.\n`,
    `related: "[[${one}]]"\ncssclass: wide\n`,
    `description: About ${one} and ${two}.\n`,
    "",
  ]);
  return `aliases:\n  - ${alias}\n${tags}${rest}`;
}

function moreFields(alias: string, random: Random): string {
  const [one, two] = [random.pick(WORDS), random.pick(WORDS)];
  const tags = random.pick([
    `tags: [t${one}, t${two}]\n`,
    `tags:\n  - t${one}/sub\n  -\n  - "#t${two}"\n`,
    `tags: t${one}, t${two}\n`,
    `tags: "#t${one} #t${two}"\n`,
    "tags:\n",
    "tags: 1.10\n",
    `keywords: t${one}\n`,
    "",
  ]);
  const rest = random.pick([
    "date: 2024-01-02\nversion: 1.10\n",
    `related: "[[${one}]]"\ncssclass: wide\n`,
    `description: About ${one} and ${two}.\n`,
    "constructor: x\n日本語: はい\n",
    "",
  ]);
  return `aliases:\n  - ${alias}\n${tags}${rest}`;
}

function makeBody(note: PlannedNote, measure: NoteMeasure, random: Random): Part[] {
  const parts: Part[] = [`# ${note.title}\n\n`];
  const sections = HEADINGS.map(([text]) => `## ${text}\n\n`);
  let links = measure.links;
  let done = 0;
  while (done < measure.length || links > 0) {
    const begun = HEADINGS.length - sections.length;
    if (done * HEADINGS.length >= measure.length * begun) parts.push(sections.shift() ?? "");
    const left = Math.max(1, Math.round((measure.length - done) / PARAGRAPH));
    const wanted = Math.ceil(links / left);
    links -= wanted;
    for (const part of makeParagraph(note, measure, wanted, random)) {
      parts.push(part);
      done += typeof part === "string" ? part.length : part.source.length;
    }
  }
  parts.push(...sections, random.isBelow(0.9) ? "The end.\n" : "No newline");
  return parts;
}

function makeParagraph(
  note: PlannedNote,
  { choice, faults }: NoteMeasure,
  links: number,
  random: Random,
): Part[] {
  const link = (place: "text" | "table") => makeLink(note, choice, place, faults, random);
  if (links > 1 && random.isBelow(0.1)) {
    const rows = Array.from({ length: links }, () => ["| ", link("table"), " | x |\n"]).flat();
    return ["| Name | More |\n| --- | --- |\n", ...rows, "\n"];
  }
  if (links > 1 && random.isBelow(0.2)) {
    const items = Array.from({ length: links }, () => ["- about ", link("text"), "\n"]).flat();
    return [...items, "\n"];
  }
  const sentences = Array.from({ length: 1 + random.below(5) }, () => sentence(random));
  const parts: Part[] = [sentences.join(" ")];
  for (let at = 0; at < links; at++) parts.push(" and ", link("text"), ` ${sentence(random)}`);
  parts.push("\n\n");
  if (random.isBelow(0.08)) parts.push(`${random.pick(UNTOUCHED)}\n\n`);
  if (random.isBelow(0.05)) parts.push(`${random.pick(PLAIN)}\n\n`);
  return parts;
}

function sentence(random: Random): string {
  const words = Array.from({ length: 6 + random.below(30) }, () => random.pickEarly(WORDS));
  return `The ${words.join(" ")}.`;
}

function withCarriageReturns(note: MadeNote): MadeNote {
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  return {
    ...note,
    head: crlf(note.head),
    parts: note.parts.map((part) => (typeof part === "string" ? crlf(part) : part)),
  };
}
