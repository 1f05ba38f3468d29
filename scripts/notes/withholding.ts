import { toDate } from "./dates.ts";
import { type Field, type FrontMatterError, fieldsIn } from "./field.ts";
import { lettersOf, toBoolean, toVisible } from "./values.ts";

/** The marks that withhold a note, and when. Their keys are compared by their letters, without a leading `is`. */
const MARKS = {
  unlessNo: ["draft", "private", "unpublished", "no-publish", "do-not-publish", "confidential"],
  unlessYes: ["publish", "public", "dg-publish"],
  ifNo: ["published", "share"],
  ifPrivate: ["status", "visibility"],
} as const;
type Condition = keyof typeof MARKS;

const CONDITIONS = new Map(
  Object.entries(MARKS).flatMap(([condition, names]) =>
    names.map((name) => [lettersOf(name), { name, condition: condition as Condition }] as const),
  ),
);
/** They withhold a note even if `collections.yaml` declares them. */
const ALWAYS = ["draft", "private", "publish"];

/** What a collection's owner decided about withholding. */
export interface WithholdingRules {
  /** The declared fields, by key. */
  fields: Readonly<Record<string, unknown>>;
  /** The values that withhold a note, by key. */
  withhold?: Readonly<Record<string, readonly (string | number | boolean)[]>> | undefined;
}

/** What a key with its value says about publication. */
export interface Claim {
  /** The mark, or the key in an owner's rule. */
  by: string;
  /** `unclear` withholds, too, because the value is neither yes nor no. */
  says: "withhold" | "unclear" | "publish";
  isYesOrNo: boolean;
}

/** @param text of the value; null for a list or a mapping */
export function claimOf(
  key: string,
  text: string | null,
  { fields, withhold = {} }: WithholdingRules,
): Claim | undefined {
  const letters = lettersOf(key);
  const own = Object.keys(withhold).find((name) => lettersOf(name) === letters);
  if (own !== undefined && withhold[own]!.some((value) => isSame(text, String(value)))) {
    return { by: own, says: "withhold", isYesOrNo: false };
  }
  const mark = CONDITIONS.get(letters.replace(/^is/, ""));
  if (!mark || (Object.hasOwn(fields, key) && !ALWAYS.includes(mark.name))) return undefined;
  const says = saysOf(mark.condition, text);
  return says && { by: mark.name, says, isYesOrNo: mark.condition !== "ifPrivate" };
}

function saysOf(condition: Condition, text: string | null): Claim["says"] | undefined {
  if (text?.trim() === "") return undefined;
  const value = text === null ? undefined : toBoolean(text);
  switch (condition) {
    case "unlessNo":
      return value === false ? undefined : value ? "withhold" : "unclear";
    case "unlessYes":
      if (value !== undefined) return value ? "publish" : "withhold";
      return toDate(text ?? "") === undefined ? "unclear" : undefined;
    case "ifNo":
      return value === undefined ? undefined : value ? "publish" : "withhold";
    case "ifPrivate":
      return isSame(text, "private") ? "withhold" : undefined;
  }
}

function isSame(text: string | null, value: string): boolean {
  if (text === null) return false;
  const [a, b] = [toBoolean(text), toBoolean(value)];
  if (a !== undefined && b !== undefined) return a === b;
  const plain = (each: string) => toVisible(each).trim().toLowerCase();
  return plain(text) === plain(value);
}

/** Whether a key is a mark, or in an owner's rule. */
export function isMark(key: string, { withhold = {} }: Pick<WithholdingRules, "withhold">) {
  const letters = lettersOf(key);
  const isOwn = Object.keys(withhold).some((name) => lettersOf(name) === letters);
  return isOwn || CONDITIONS.has(letters.replace(/^is/, ""));
}

/**
 * The folder that withholds a file, in any case, as Obsidian's users write `Private`; undefined if none does.
 * @param templates path of the folder with templates, with `/`
 */
export function withholdingFolder(file: string, templates?: string): string | undefined {
  if (templates !== undefined && file.startsWith(`${templates}/`)) return "templates";
  const [, inside, atRoot] = /(?:^|\/)(_drafts|_private)\/|^(private)\//i.exec(file) ?? [];
  return (inside ?? atRoot)?.toLowerCase();
}

/** What fields claim, at any depth. */
export function* claimsIn(
  fields: Iterable<[string, Field]>,
  rules: WithholdingRules,
): Generator<Claim & { key: string; field: Field }> {
  for (const [key, field] of fieldsIn(fields)) {
    const claim = claimOf(key, field.text, rules);
    if (claim) yield { ...claim, key, field };
  }
}

/** A key, the sign after it, and a value, whatever bullets, quotes, stars and brackets are around them. */
const LINE = /^[^\p{L}\p{N}#]*(?:\d+[.)] *)?(\p{L}[\p{L}\p{M} _-]*)[^\p{L}\p{N}:=]*(::|[:=])(.*)$/u;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** UTF-16 units of a line that may be a mark. */
const MAX_LINE = 200;

/** A line that may be a mark: its key, the sign after it, and its value without what is around it and a comment. */
export function readLine(line: string): { key: string; sign: string; value: string } | undefined {
  if (line.length > MAX_LINE) return undefined;
  const [, key, sign, value] = LINE.exec(toVisible(line)) ?? [];
  if (key === undefined || sign === undefined || value === undefined) return undefined;
  return { key, sign, value: value.replace(/\s#.*/, "").replace(AROUND, "") };
}

/** How many lines of text are looked at that are not blank: without front matter, and below it. */
const MAX_LINES = { alone: 30, below: 5 };
const FENCED = /^ {0,3}(?:```|~~~)/;
const INDENTED = /^(?: {4}|\t)/;

/** A line of text that is a yes-or-no mark and nothing else, outside code. */
export interface MarkedLine {
  by: string;
  says: "withhold" | "publish";
  /** What to do; absent for a property, as Logseq and Dataview have them: `public:: false`. */
  error?: FrontMatterError;
}

/** Finds the first such line that withholds, or else a property that publishes. @param bodyStart 0 without front matter */
export function findMarkedLine(text: string, bodyStart: number): MarkedLine | undefined {
  let left = bodyStart > 0 ? MAX_LINES.below : MAX_LINES.alone;
  let isFenced = false;
  let isAfterBlank = true;
  for (let start = bodyStart, end: number; start < text.length && left > 0; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end === -1) end = text.length;
    const line = text.slice(start, end);
    const isBlank = line.trim() === "";
    const isFence = FENCED.test(line);
    const isCode: boolean = isFenced || (isAfterBlank && INDENTED.test(line));
    const found = isBlank || isFence || isCode ? undefined : readMarkedLine(line);
    if (found?.isProperty) return { by: found.by, says: found.says };
    if (found?.says === "withhold") {
      return { by: found.by, says: "withhold", error: { start, end, message: MARKED_LINE } };
    }
    if (isFence) isFenced = !isFenced;
    if (!isBlank) left--;
    isAfterBlank = isBlank || isCode;
  }
  return undefined;
}

const MARKED_LINE =
  "This line says that the note is not published, but it is not in the front matter. Write it there, or remove it.";

function readMarkedLine(line: string) {
  // Inline code is about a mark: "- `draft: true`".
  const { key, sign, value } = (/^[^`]*[:：=][^`]*$/.test(line) && readLine(line)) || {};
  if (key === undefined || value === undefined) return undefined;
  const { by, says, isYesOrNo } = claimOf(key, value, { fields: {} }) ?? {};
  if (by === undefined || !isYesOrNo || !says || says === "unclear") return undefined;
  return { by, says, isProperty: sign === "::" };
}
