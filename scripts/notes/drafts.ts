import { intendedFrontMatter, skipAbove } from "./intended-front-matter.ts";
import { lettersOf } from "./marks.ts";
import { toBoolean, toVisible } from "./values.ts";
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
/** In text that is not read, `private` or `public`, common words, as a key or on a line with hardly more than a value. */
const PRIVATE =
  /(?:^[ :=]*(?:is ?)?|\b(?:is ?)?(?=(?:private|public)\d* ?[:=]))(?:private(?! ?[:=]? ?(?:false|no|off|n|0)\b)|public(?!ation| ?[:=]? ?(?:true|yes|on|y|1)\b))(?:\d* ?[:=]|.{0,6}$)/imu;
/** The folder in which Jekyll keeps what is not published. */
const DRAFTS_FOLDER = /(?:^|\/)_drafts\//i;
/** What some editors show as the end of a line, and YAML does not. */
const ODD_LINE_END = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/;
/** The letters and digits of a line that clearly keeps the note in: of `1. draft: true`, `[draft]: yes`, `**Draft:** y`. */
const CLEAR =
  /^\d*(?:is)?(?:(?:draft|private)(?:true|yes|on|y|1)|(?:dg)?publi(?:c|sh|shed)(?:false|no|off|n|0))$/i;
/** A property of Logseq or Dataview. */
const PROPERTY = /(?:^[^\p{L}`]*|[[(])(\p{L}[\p{L}_ -]{0,39})::([^\])}]*)/u;
/** A line of a list of fields. */
const FIELD = /^[^\p{L}\p{N}]*(?:\d+[^\p{L}\p{N}]+)?\p{L}[\p{L}_ -]{0,39}["'`*\])]*[ \t]*[:=|]/u;
/** Where a line may begin for an editor, or in the eyes of its author. */
const PARTS = /[\r\v\f\u0085\u2028\u2029{[(,]/;
const COMMENT = /^\s*#+[\s\p{L}]/u;
/** A comment of YAML at the end of a line. */
const END_COMMENT = /\s#.*/s;
/** How many lines below front matter are looked at. */
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
  const isSound = present && errors.length === 0 && !ODD_LINE_END.test(block);
  const claimed = [...claimsIn(fields)];
  const intended = [...intendedFrontMatter(text, isSound ? bodyStart : 0)];
  const mention = intended.find((block) => mentions(block.text));
  const isMentioned = mention !== undefined || (!isSound && mentions(block));
  const isClaimed = isMentioned || claimed.length > 0;
  const end = intended.at(-1)?.end ?? bodyStart;
  const loose = looseClaim(text, 0, end) ?? (present ? undefined : buriedClaim(text, end));
  const unread = mention ?? (present ? undefined : intended.find(({ isCertain }) => isCertain));
  const unclear = claimed.filter(({ isClear }) => !isClear).map(unclearError);
  const found = [...errors, ...unclear];
  if (found.length === 0 && unread) found.push(unread.error);
  if (found.length === 0 && loose?.error && !isClaimed) found.push(loose.error);
  return { isDraft: isClaimed || loose !== undefined, errors: found };
}

/**
 * A line from an offset on that clearly keeps the note in, although YAML does not read it as a field: in front matter,
 * in what is above the text, or in its first paragraph or list. It is an error unless it has two colons, as properties
 * of Logseq and Dataview do.
 * @param end that of front matter
 */
function looseClaim(
  text: string,
  from: number,
  end: number,
): { error?: FrontMatterError } | undefined {
  const body = skipAbove(text, end);
  let isList = true;
  let count = 0;
  let next = from;
  for (const line of text.slice(from).split("\n")) {
    const start = next;
    next += line.length + 1;
    const visible = toVisible(line);
    const letters = bare(visible);
    if (start >= body) {
      const isEnd = (letters === "" && !isList) || /^(?:```|~~~)/.test(line);
      if (isEnd || ++count > MAX_LOOSE_LINES) return undefined;
      isList &&= letters === "" || FIELD.test(visible);
    }
    if (!/draft|publi|private/i.test(letters) || COMMENT.test(line)) continue;
    const [, key = "", value = ""] = PROPERTY.exec(visible) ?? [];
    if (claims(key, value)) return {};
    const parts = [line, ...line.split(PARTS)];
    const texts = parts.flatMap((part) => [part, part.replace(END_COMMENT, "")]);
    if (texts.some((each) => CLEAR.test(bare(toVisible(each))))) {
      return { error: { start, end: start + line.length, message: LOOSE } };
    }
  }
  return undefined;
}

/** The same in what would be front matter, were it not below text. */
function buriedClaim(text: string, from: number): { error?: FrontMatterError } | undefined {
  const fence = text.slice(from).search(/^---[ \t]*\r?$/m);
  const [block] = fence > 0 ? intendedFrontMatter(text, from + fence) : [];
  return block && looseClaim(text.slice(0, block.end), from + fence, block.end);
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
function claims(key: string, text: string | null): boolean {
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

/** Letters and digits alone. */
function bare(value: string): string {
  return value.replace(/[^\p{L}\p{N}]/gu, "");
}

export function isInDraftsFolder(file: string): boolean {
  return DRAFTS_FOLDER.test(file);
}

/** Whether a text has the letters of what may keep a note in, whatever signs are between and around them. */
function mentions(text: string): boolean {
  const plain = text.normalize("NFKC");
  const lines = plain
    .replace(/[{[,.\r]/g, "\n")
    .replace(/[^\p{L}\p{N}:= \n]/gu, "")
    .replace(/ +/g, " ");
  return /draft|publish/iu.test(plain.replace(/[^\p{L}\p{Zs}]/gu, "")) || PRIVATE.test(lines);
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
  "This line says whether the note is published, but YAML does not read it as a field. Write it on a line of its own, between two lines that are just `---`, at the top of the file.";
