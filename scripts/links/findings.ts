import type { RuleName, Severity } from "../report/rules.ts";
import type { HeadingIndex } from "./headings.ts";
import type { NamedAs } from "./neighbors.ts";
import type { Suggested } from "./suggest.ts";
import { percentDecode } from "./write.ts";

/** The rules that links are checked against. */
export type LinkRuleName = Extract<
  RuleName,
  | "broken-link"
  | "ambiguous-link"
  | "missing-heading"
  | "embed"
  | "block-reference"
  | "bare-bar"
  | "external-link"
  | "code-as-link"
  | "empty-link"
  | "outside-content"
  | "unread-links"
>;

/** How strictly links are read. */
export interface LinkRules {
  severities: Readonly<Record<LinkRuleName, Severity>>;
  /** Names that links may hold before their notes exist, as their loose `nameKey`. */
  planned: ReadonlySet<string>;
  /** What becomes of Markdown links that lead to notes: default `keep`. */
  markdownLinks?: "keep" | "route";
}

/** What is wrong with one link; a `Problem` once its place and its severity are known. */
export interface LinkFinding {
  rule: LinkRuleName;
  /** Gives the message. Called only for what is reported, because the search for suggestions takes time. */
  describe: () => Advice;
}

export interface Advice {
  message: string;
  /** Texts to write in place of the link, best first. */
  suggestions: string[];
  /** Present only where there is one right answer. */
  fix?: string;
}

/** What becomes of one wikilink. */
export interface Verdict {
  /** Markdown in its place; undefined leaves it as it stands. */
  markdown: string | undefined;
  /** What is wrong with it, whether or not a rule cares. */
  findings: LinkFinding[];
  /** The number of the note it leads to. */
  target?: number;
}

/** A link that stays as it stands, with nothing wrong. */
export const LEFT_ALONE: Verdict = { markdown: undefined, findings: [] };

/** A message lists this many candidates and no more. */
const MOST_LISTED = 20;
/** UTF-16 units. A longer name is cut in a message. */
const LONGEST_NAME = 80;

const EXTENSIONS =
  /\.(?:3gp|avi|avif|base|bmp|canvas|csv|docx?|excalidraw|flac|gif|html?|ico|jpe?g|json|m4[av]|mkv|mov|mp[34]|og[gv]|pdf|png|pptx?|svg|tiff?|txt|wav|webm|webp|xlsx?|zip)$/i;

/** Whether a target has the file name of something other than a note: a picture, a sound, a document. */
export function isAttachment(target: string): boolean {
  return EXTENSIONS.test(target.split("#", 1)[0]!.trim());
}

/**
 * A link to a note that does not exist, with what it may have meant.
 * @param rest what follows the name in the target
 * @param respell the link with another target
 */
export function brokenLink(
  name: string,
  rest: string,
  suggested: Suggested,
  respell: (named: NamedAs, rest: string) => string,
): Advice {
  const { kind, names, isCertain } = suggested;
  const decoded = kind === "encoded" ? percentDecode(rest) : rest;
  const suggestions = [...new Set(names.map((named) => respell(named, decoded)))];
  const message =
    names.length === 0
      ? isAttachment(name)
        ? `"${shorten(name)}" is no note, and the service has no other files.`
        : `No note is named "${shorten(name)}".`
      : brokenMessage(shorten(name), kind, listInWords(suggestions, "or"));
  return { message, suggestions, ...(isCertain && { fix: suggestions[0]! }) };
}

function brokenMessage(name: string, kind: Suggested["kind"], choice: string): string {
  switch (kind) {
    case "encoded":
      return `No note is named "${name}": a name is written as it is, not percent-encoded. Write ${choice}.`;
    case "case":
      return `No note lies at "${name}": a path from a folder is matched to the letter. Write ${choice}.`;
    case "folder":
      return `No note lies at "${name}": the name is right, the folder is another. Write ${choice}.`;
    case "id":
      return `No note is named "${name}": an id is only the beginning of a name. Write ${choice}.`;
    case "near":
      return `No note is named "${name}". Did you mean ${choice}?`;
  }
}

/** A link to a draft. @param file of the draft */
export function draftLink(name: string, file: string): Advice {
  const message = `"${shorten(name)}" is left out: ${shorten(file)} is a draft. Publish it, or remove the link.`;
  return { message, suggestions: [] };
}

/** A link to a file that exists and is not a note. */
export function fileLink(name: string, file: string): Advice {
  const which = name === file ? "" : ` is the file ${shorten(file)}, which`;
  const message = `"${shorten(name)}"${which} is not published as a note. The service has no other files.`;
  return { message, suggestions: [] };
}

const RENAMING = "rename one of the files that differ only in their extension";

/**
 * A link that several notes match equally well.
 * @param spell gives a name that resolves to one note only
 * @param respell the link with another target
 */
export function ambiguousLink(
  name: string,
  notes: readonly number[],
  spell: (note: number) => string,
  respell: (named: NamedAs) => string,
): Advice {
  const spellings = notes.slice(0, MOST_LISTED).map((note) => ({ note, name: spell(note) }));
  // `about.md` and `about.markdown` have the same name in every spelling.
  const byName = Map.groupBy(spellings, (each) => each.name);
  const unique = spellings.filter((each) => byName.get(each.name)!.length === 1);
  const choice = listInWords(
    unique.map((each) => `[[${each.name}]]`),
    "or",
  );
  const rest = notes.length - spellings.length;
  const more = rest > 0 ? ` (${rest} more are not listed)` : "";
  const ways = unique.length > 0 ? [`write ${choice}${more}`] : [];
  if (unique.length < spellings.length) ways.push(RENAMING);
  return {
    message: `"${shorten(name)}" names ${notes.length} notes: ${ways.join(", or ")}.`,
    suggestions: unique.map(respell),
  };
}

/**
 * A link to a heading that its note does not have.
 * @param name of the note as typed, empty for the note itself
 * @param path of headings as typed
 * @param respell the link with another path of headings, and with the anchor when it is known
 */
export function missingHeading(
  name: string,
  path: readonly string[],
  index: HeadingIndex,
  respell: (path: readonly string[], anchor?: string) => string,
): Advice {
  const owner = name === "" ? "This note" : `"${shorten(name)}"`;
  const { length } = index.headings;
  const texts = index.headings.slice(0, MOST_LISTED).map(({ text }) => shorten(text));
  const has =
    length === 0 ? "It has no headings." : `It has: ${listInWords(texts, "and", length)}.`;
  const message = `${owner} has no heading "${shorten(path.join(" > "))}". ${has}`;
  const decoded = path.map(percentDecode);
  const anchor = index.find(decoded);
  if (anchor !== undefined) {
    const fix = respell(decoded, anchor);
    return { message, suggestions: [fix], fix };
  }
  const near = index.findNearest(path.at(-1) ?? "");
  return { message, suggestions: near.map(({ text, anchor }) => respell([text], anchor)) };
}

/** A path that leads out of the content folder. */
export function outsideContent(name: string): Advice {
  return {
    message: `The path "${shorten(name)}" leads out of the content folder.`,
    suggestions: [],
  };
}

/** `a`, `a or b`, `a, b or c`; with a `length` above the number of items, `a, b or 5 more`. */
function listInWords(
  items: readonly string[],
  conjunction: "and" | "or",
  length = items.length,
): string {
  const rest = length - items.length;
  if (rest > 0) return `${items.join(", ")} ${conjunction} ${rest} more`;
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** A name for a message, cut if it is very long. */
export function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).toWellFormed()}…` : name;
}
