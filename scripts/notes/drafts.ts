import { intendedFrontMatter, skipAbove } from "./intended-front-matter.ts";
import { lettersOf } from "./marks.ts";
import { toBoolean } from "./values.ts";
import type { Field, FrontMatterError } from "./yaml.ts";

/** What was read at the top of a note. */
export interface ReadTop {
  /** By key, as typed. */
  fields: ReadonlyMap<string, Field>;
  /** Offset of the body, which starts after the line of the closing fence. */
  bodyStart: number;
  /** Whether there is front matter, or what was meant as such. */
  present: boolean;
  errors: readonly FrontMatterError[];
}

/**
 * The only value with which a note is published, by the letters of the key without a leading `is`. `published` is not
 * among them, because it also holds dates and the names of publishers.
 */
const PUBLISHED_IF = new Map([
  ["draft", false],
  ["private", false],
  ["publish", true],
  ["public", true],
  ["dgpublish", true],
]);
/** In text that is not read, what does not have the letters of `draft` or `publish`. */
const PRIVATE =
  /\b(?:private["']?\s*[:=]\s*["']?(?:true|yes|on|y|1)|public["']?\s*[:=]\s*["']?(?:false|no|off|n|0))\b/i;
/** The folder in which Jekyll keeps what is not published. */
const DRAFTS_FOLDER = /(?:^|\/)_drafts\//i;
/**
 * What hides from YAML a line that its author may take for a field: an end of a line that YAML does not know, or
 * no space after the colon.
 */
const HIDDEN =
  /\r(?!\n)|[\v\f\u0085\u2028\u2029]|(?:^|[{,[])[ \t]*(?:(?:is)?draft|publish(?:ed)?|private|public|dg-publish)(?![^\p{L}\p{N}\n]*:\s)[^\p{L}\p{N}\n,]+(?:true|yes|on|y|1|false|no|off|n|0)[ \t\r]*(?:$|[,}\]])/imu;
/** A field outside of front matter, whatever signs are around it: `1. draft: true`, `[draft:: true]`, `**Draft:** yes`. */
const LOOSE_FIELD =
  /^[^\p{L}\p{N}]*(?:\d+[^\p{L}\p{N}]+)?(\p{L}[\p{L}_ -]{0,39})["'`*\])]*[ \t]*(::?|[=：])[ \t*_]*([^\])]*)/u;
/** How many lines are looked at. */
const MAX_LOOSE_LINES = 100;

/**
 * Decides whether a note must not be published. Its fields decide if they were read without an error; otherwise the
 * letters of `draft` or `publish` anywhere in what was meant as front matter keep it in, whatever they say.
 * @returns the errors are all those of the front matter
 */
export function judgeDraft(
  text: string,
  { fields, bodyStart, present, errors }: ReadTop,
): { isDraft: boolean; errors: FrontMatterError[] } {
  const block = text.slice(0, bodyStart);
  const isHidden = HIDDEN.test(block);
  const isSound = present && errors.length === 0 && !isHidden;
  const claimed = [...claimsIn(fields)];
  const intended = [...intendedFrontMatter(text, isSound ? bodyStart : 0)];
  const mention = intended.find((block) => mentions(block.text));
  const isMentioned = mention !== undefined || (!isSound && mentions(block));
  const end = intended.at(-1)?.end ?? bodyStart;
  const loose = looseClaim(text, end) ?? (present ? undefined : buriedClaim(text, end));
  const unread = mention ?? (present ? undefined : intended.find(({ isCertain }) => isCertain));
  const unclear = claimed.filter(({ isClear }) => !isClear).map(unclearError);
  const found = [...errors, ...unclear];
  if (found.length === 0 && present && isHidden && isMentioned) found.push(HIDDEN_ERROR);
  if (found.length === 0 && unread) found.push(unread.error);
  if (found.length === 0 && loose?.error && !isMentioned) found.push(loose.error);
  return { isDraft: isMentioned || claimed.length > 0 || loose !== undefined, errors: found };
}

/**
 * A field in the first paragraph or list below front matter, or of a note without, that clearly keeps the note in.
 * It is an error unless it has two colons, as properties of Logseq and Dataview do.
 */
function looseClaim(text: string, from: number): { error?: FrontMatterError } | undefined {
  let start = skipAbove(text, from);
  let isList = true;
  for (const line of text.slice(start).split("\n", MAX_LOOSE_LINES)) {
    const isBlank = !/[\p{L}\p{N}]/u.test(line);
    if ((isBlank && !isList) || /^(?:```|~~~)/.test(line)) return undefined;
    const [field, key = "", sign, value = ""] = LOOSE_FIELD.exec(line) ?? [];
    const isProperty = sign === "::";
    const isClaim = isProperty
      ? claims(key, value)
      : toBoolean(bare(value)) !== undefined && claims(key, bare(value));
    if (isClaim) {
      return isProperty ? {} : { error: { start, end: start + line.length, message: LOOSE } };
    }
    isList &&= isBlank || field !== undefined;
    start += line.length + 1;
  }
  return undefined;
}

/** The same in what would be front matter, were it not below text. */
function buriedClaim(text: string, from: number): { error?: FrontMatterError } | undefined {
  const fence = text.slice(from).search(/^---[ \t]*\r?$/m);
  const [block] = fence > 0 ? intendedFrontMatter(text, from + fence) : [];
  return block && looseClaim(text.slice(0, block.end), from + fence);
}

/** The fields, at any depth, that keep a note in. `isClear` unless the value is neither yes nor no. */
function* claimsIn(
  fields: Iterable<[string, Field]>,
): Generator<{ key: string; field: Field; isClear: boolean }> {
  for (const [key, field] of fields) {
    if (claims(key, field.text)) {
      yield { key, field, isClear: toBoolean(field.text ?? "") !== undefined };
    }
    // The items of a list claim what its key does.
    const items = field.items?.map((item): [string, Field] => [key, item]);
    yield* claimsIn(items ?? field.entries ?? []);
  }
}

/** Whether a field keeps a note in. @param text null is neither yes nor no */
export function claims(key: string, text: string | null): boolean {
  if (text?.trim() === "") return false;
  const name = nameOf(key);
  if (name === "published") return toBoolean(bare(text ?? "")) === false;
  return PUBLISHED_IF.has(name) && toBoolean(text ?? "") !== PUBLISHED_IF.get(name);
}

/** Whether a key may keep a note in. */
export function isClaimKey(key: string): boolean {
  return PUBLISHED_IF.has(nameOf(key)) || nameOf(key) === "published";
}

function nameOf(key: string): string {
  return lettersOf(key).replace(/^is/, "");
}

/** A value without signs, as of `false.` */
function bare(value: string): string {
  return value.replace(/[^\p{L}\p{N}]/gu, "");
}

export function isInDraftsFolder(file: string): boolean {
  return DRAFTS_FOLDER.test(file);
}

/** Whether a text has the letters of what may keep a note in, whatever signs are between and around them. */
function mentions(text: string): boolean {
  const plain = text.normalize("NFKC");
  const letters = plain.replace(/[^\p{L}\p{Zs}]/gu, "");
  return /draft|publish/iu.test(letters) || PRIVATE.test(plain);
}

function unclearError({
  key,
  field: { start, end },
}: {
  key: string;
  field: Field;
}): FrontMatterError {
  return { start, end, message: `\`${key}\` must be true or false.` };
}

const LOOSE =
  "This line says whether the note is published, but it is not front matter. Write it between two lines that are just `---`, at the top of the file.";

const HIDDEN_ERROR: FrontMatterError = {
  start: 0,
  end: "---".length,
  message:
    "A line at the top of the note says that it is a draft, but YAML does not read it as a field. Write `draft: true` on a line of its own.",
};
