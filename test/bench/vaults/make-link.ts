import type { MadeLink } from "./made-note.ts";
import type { PlannedNote } from "./planned-note.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./words.ts";

/** The headings that every made note with text has. */
export const HEADINGS = [
  ["First steps", "first-steps"],
  ["What the `code` does", "what-the-code-does"],
  ["Costs & limits", "costs--limits"],
] as const;

/** What a link in a table may be spelled like, and one in running text. */
export type LinkPlace = "text" | "table";

/** The notes that links can be made to. */
export interface LinkChoice {
  notes: readonly PlannedNote[];
  /** Notes whose names are plain text and theirs alone. */
  plain: readonly PlannedNote[];
  /** Folders that hold a note called Overview. */
  overviews: ReadonlySet<string>;
}

/** Sorts out which notes can be linked to in which way. */
export function linkChoice(planned: readonly PlannedNote[]): LinkChoice {
  const notes = planned.filter((note) => !note.isDraft);
  return {
    notes,
    plain: notes.filter((note) => note.isPlain && !note.isNamesake && !note.isEmpty),
    overviews: new Set(notes.filter((note) => note.isNamesake).map((note) => note.folder)),
  };
}

/**
 * A link from a note, in one of the spellings people use, and what it has to become.
 * @param faults how many links of 1 are to be wrong
 */
export function makeLink(
  from: PlannedNote,
  choice: LinkChoice,
  place: LinkPlace,
  faults: number,
  random: Random,
): MadeLink {
  if (random.isBelow(faults)) return random.pick(wrongLinks(from, choice, place, random));
  if (place === "text" && random.isBelow(0.6)) {
    return random.pick(plainSpellings(from, random.pickEarly(choice.plain), random));
  }
  const to = random.pickEarly(choice.notes);
  const label = labelFor(random);
  const name = random.pick(labelledSpellings(from, to));
  const bar = place === "table" ? "\\|" : "|";
  return { source: `[[${name}${bar}${label}]]`, label, target: to.file };
}

function labelFor(random: Random): string {
  const word = random.pick(WORDS);
  return random.pick([word, `the ${word}`, `**${word}**`, `\`${word}\``, `${word}, *so called*`]);
}

/** Without a label the text as typed is the label. */
function plainSpellings(from: PlannedNote, to: PlannedNote, random: Random): MadeLink[] {
  const { file: target, name, folder } = to;
  const [heading, anchor] = random.pick(HEADINGS.filter(([text]) => !text.includes("`")));
  const own = random.pick(HEADINGS);
  const folders = folder === "" ? [] : [`${folder.split("/").at(-1)}/${name}`, `${folder}/${name}`];
  const typed = [
    name,
    name,
    name,
    ...folders,
    `${name}.md`,
    name.toUpperCase(),
    name.replaceAll(" ", "-"),
    to.title,
    ...(to.head === "yaml" ? [to.alias] : []),
  ].filter((each) => !/[&*_]/.test(each));
  return [
    ...typed.map((each) => ({ source: `[[${each}]]`, label: each, target })),
    { source: `[[ ${name} ]]`, label: name, target },
    { source: `[[${name}#${heading}]]`, label: `${name} > ${heading}`, target, anchor },
    {
      source: `[[#${own[0].replaceAll("`", "")}]]`,
      label: own[0].replaceAll("`", ""),
      target: from.file,
      anchor: own[1],
    },
  ];
}

function labelledSpellings(from: PlannedNote, to: PlannedNote): string[] {
  const path = to.folder === "" ? to.name : `${to.folder}/${to.name}`;
  const up = from.folder === "" ? "./" : "../".repeat(from.folder.split("/").length);
  const beside = from.folder === to.folder ? [`./${to.name}`] : [];
  return to.isNamesake
    ? [`/${path}`, up + path]
    : [to.name, `/${path}`, path, up + path, ...beside];
}

function wrongLinks(
  from: PlannedNote,
  { plain, overviews }: LinkChoice,
  place: LinkPlace,
  random: Random,
): MadeLink[] {
  const { file: target, name } = random.pick(plain);
  const ghost = `Ghost of ${random.pick(WORDS)} ${random.below(1e6)}`;
  const links: MadeLink[] = [
    missing(ghost),
    missing(ghost),
    missing(`nowhere/${name}`),
    missing(name.replaceAll(" ", "%20").replace(/^([^%]*)$/, "$1%20")),
    { source: "[[picture.png]]", label: "picture.png", rule: "broken-link" },
    { source: `![[${ghost}.png]]`, label: `${ghost}.png`, rule: "embed" },
    { source: `![[${name}]]`, label: name, target, rule: "embed" },
    {
      source: `[[${name}#No such part]]`,
      label: `${name} > No such part`,
      target,
      rule: "missing-heading",
    },
    { source: `[[${name}#^a1b2c3]]`, label: name, target, rule: "block-reference" },
    {
      source: "[[https://example.org/page]]",
      label: "<https://example.org/page>",
      rule: "external-link",
    },
    { source: `[[${FAR_UP}${ghost}]]`, label: FAR_UP + ghost, rule: "outside-content" },
  ];
  if (overviews.size > 1 && !overviews.has(from.folder)) {
    links.push({ source: "[[Overview]]", label: "Overview", rule: "ambiguous-link" });
  }
  if (place === "table") {
    links.push({ source: `[[${name}|bare bar]]`, label: "bare bar", target, rule: "bare-bar" });
  }
  return links;
}

const FAR_UP = "../".repeat(40);

function missing(name: string): MadeLink {
  return { source: `[[${name}]]`, label: name, rule: "broken-link" };
}
