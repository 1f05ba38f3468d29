import type { RuleName } from "../../scripts/diagnostics/rules.ts";
import { type Random, WORDS } from "./random.ts";

/** A note of a generated vault before its text is written, with the names that links may use. */
export interface PlannedNote {
  file: string;
  /** Folders, with `/`; empty at the root. */
  folder: string;
  /** The file's name without extension. */
  name: string;
  /** Whether the name contains no Markdown. */
  isPlain: boolean;
  title: string;
  /** Undefined for a note without front matter. */
  alias: string | undefined;
}

/** A wikilink of a generated note, and what a build must turn it into. */
export interface MadeLink {
  /** As written in the note. */
  source: string;
  /** The Markdown of the label, or everything that is written if the link leads nowhere. */
  label: string;
  /** The file it links to; undefined if it is broken. */
  target?: string;
  anchor?: string;
  /** The problem that a build must report. */
  rule?: RuleName;
}

/** The headings of every generated note, and their anchors. */
export const HEADINGS = [
  ["First steps", "first-steps"],
  ["What the `code` does", "what-the-code-does"],
  ["Costs & limits", "costs--limits"],
] as const;

/** The name of notes in many folders. */
export const NAMESAKE = "Overview";

const FAR_UP = "../".repeat(40);

/** Makes links from one note to any other, in every spelling that people use. */
export class LinkMaker {
  readonly #random: Random;
  readonly #faults: number;
  readonly #notes: readonly PlannedNote[];
  /** Notes whose names are plain text and unique. */
  readonly #plain: readonly PlannedNote[];
  /** The outermost folders of the notes with that name. */
  readonly #namesakes: ReadonlySet<string>;

  /** @param faults the share of wrong links, from 0 to 1 */
  constructor(planned: readonly PlannedNote[], faults: number, random: Random) {
    this.#random = random;
    this.#faults = faults;
    this.#notes = planned;
    this.#plain = planned.filter(({ isPlain, name }) => isPlain && name !== NAMESAKE);
    this.#namesakes = new Set(planned.filter(({ name }) => name === NAMESAKE).map(outermostFolder));
  }

  make(from: PlannedNote, place: "text" | "table"): MadeLink {
    const random = this.#random;
    if (random.isBelow(this.#faults)) return random.pick(this.#wrong(from, place));
    if (place === "text" && random.isBelow(0.6)) {
      return random.pick(this.#unlabelled(from, random.pickEarly(this.#plain)));
    }
    const to = random.pickEarly(this.#notes);
    const word = random.pick(WORDS);
    const label = random.pick([
      word,
      `the ${word}`,
      `**${word}**`,
      `\`${word}\``,
      `${word}, *so called*`,
    ]);
    const name = random.pick(pathSpellings(from, to));
    return {
      source: `[[${name}${place === "table" ? "\\|" : "|"}${label}]]`,
      label,
      target: to.file,
    };
  }

  /** Without a label, the text as typed becomes the label. */
  #unlabelled(from: PlannedNote, to: PlannedNote): MadeLink[] {
    const { file: target, name, folder } = to;
    const [heading, anchor] = this.#random.pick([HEADINGS[0], HEADINGS[2]]);
    const own = this.#random.pick(HEADINGS);
    const ownText = own[0].replaceAll("`", "");
    const folders =
      folder === "" ? [] : [`${folder.split("/").at(-1)}/${name}`, `${folder}/${name}`];
    const typed = [
      name,
      name,
      name,
      ...folders,
      `${name}.md`,
      name.toUpperCase(),
      name.replaceAll(" ", "-"),
      to.title,
      ...(to.alias === undefined ? [] : [to.alias]),
    ].filter((text) => !/[&*_]/.test(text));
    return [
      ...typed.map((text) => ({ source: `[[${text}]]`, label: text, target })),
      { source: `[[ ${name} ]]`, label: name, target },
      { source: `[[${name}#${heading}]]`, label: `${name} > ${heading}`, target, anchor },
      { source: `[[#${ownText}]]`, label: ownText, target: from.file, anchor: own[1] },
    ];
  }

  #wrong(from: PlannedNote, place: "text" | "table"): MadeLink[] {
    const { file: target, name } = this.#random.pick(this.#plain);
    const ghost = `Ghost of ${this.#random.pick(WORDS)} ${this.#random.below(1e6)}`;
    const missing = (text: string): MadeLink => ({
      source: `[[${text}]]`,
      label: text,
      rule: "broken-link",
    });
    const part = "No such part";
    const url = "https://example.org/page";
    const links: MadeLink[] = [
      missing(ghost),
      missing(`nowhere/${name}`),
      missing("picture.png"),
      missing(name.replaceAll(" ", "%20").replace(/^([^%]*)$/, "$1%20")),
      { source: `![[${ghost}.png]]`, label: "" },
      { source: `![[${name}]]`, label: name, target, rule: "embed" },
      {
        source: `[[${name}#${part}]]`,
        label: `${name} > ${part}`,
        target,
        rule: "missing-heading",
      },
      { source: `[[${name}#^a1b2c3]]`, label: name, target, rule: "block-reference" },
      { source: `[[${url}]]`, label: `<${url}>`, rule: "external-link" },
      { source: `[[${FAR_UP}${ghost}]]`, label: FAR_UP + ghost, rule: "outside-content" },
    ];
    if (this.#namesakes.size > 1 && !this.#namesakes.has(outermostFolder(from))) {
      links.push({ source: `[[${NAMESAKE}]]`, label: NAMESAKE, rule: "ambiguous-link" });
    }
    if (place === "table") {
      links.push({ source: `[[${name}|bare bar]]`, label: "bare bar", target, rule: "bare-bar" });
    }
    return links;
  }
}

function outermostFolder({ folder }: PlannedNote): string {
  return folder.split("/", 1)[0]!;
}

function pathSpellings(from: PlannedNote, to: PlannedNote): string[] {
  const path = to.folder === "" ? to.name : `${to.folder}/${to.name}`;
  const up = from.folder === "" ? "./" : "../".repeat(from.folder.split("/").length);
  const exact = [`/${path}`, up + path];
  if (to.name === NAMESAKE) return exact;
  return [to.name, path, ...exact, ...(from.folder === to.folder ? [`./${to.name}`] : [])];
}
