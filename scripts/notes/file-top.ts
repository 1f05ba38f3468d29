import type { Field } from "./yaml.ts";

/*
 * The top of a file is what its author may have meant as front matter, whatever is wrong with it: the blocks
 * between fences at its beginning or, without a fence, its first paragraph. A line of it makes the file a draft.
 *
 *      ---              a fence: hardly more than dashes or the like
 *     title:Heap        the top
 *     Draft： true
 *     ----              a fence
 */

/** Maximum number of lines in which the end of a block is looked for. */
const MAX_LINES = 10_000;
/** With whatever an editor may show as the end of a line. */
const LINE = /([^\n\r\v\f\u0085\u2028\u2029]*)(?:\r\n|[\n\r\v\f\u0085\u2028\u2029]|$)/y;
const BLANK = /^[\s\p{Cf}]*$/u;
/** Perhaps with the name of a language. */
const FENCE =
  /^[^\p{L}\p{N}]*(?:[-+;\u2010-\u2015\u2212\u2500]|[-+;]{3}[^\p{L}\p{N}]*\p{L}+)[^\p{L}\p{N}]*$/u;
const CODE_FENCE = /^\s*(?:```|~~~)/;
/** A key, an item of a list, a comment, or the end of a value. */
const DATA = /^[\s\p{Cf}]*(?:[-#?*>\]}"'[{,]|[^\s:=：][^:=：]*[:=：])/u;
const KEY = /^[^\p{L}\p{N}_#]*[\p{L}_][\p{L}\p{N}_ .-]*["']?\s*(?::(?!:)|=)/u;
const HEADING = /^#+\s/;
/** A key, what separates it from its value, the value's first word, and the rest. Comments claim nothing. */
const CLAIM =
  /^[^\p{L}\p{N}#\n]*(draft|publish(?:ed)?)([^\p{L}\p{N}#]+)(\p{L}+)(?![\p{L}\p{N}])(.*)/gimu;
/** What every claim holds. */
const MENTION = /draft|publish/iu;
const YES = /^(?:true|yes|on)$/i;
const NO = /^(?:false|no|off)$/i;

interface Line {
  line: string;
  start: number;
  /** Offset of the next line. */
  end: number;
}

/** Some lines of the top, and the fences around them. Offsets in UTF-16 units. */
interface Block {
  start: number;
  end: number;
  opening?: Line;
  closing?: Line;
  lines: string[];
}

/** The top of a file and, if it was meant as front matter, what is wrong with its first line. */
export interface FileTop {
  /** Offset, UTF-16 units. */
  end: number;
  /** `reason` is a clause, such as "a blank line precedes it". */
  fault?: { start: number; end: number; reason: string };
}

/** Finds the top of a file. Takes time proportional to its length. */
export function fileTop(text: string): FileTop {
  const first = blockAt(text, 0);
  const top = { end: first.closing ? endOfBlocks(text, first.closing.end) : first.end };
  const { opening, closing, lines } = first;
  const isClosed = closing && /-{3}|\+{3}|;{3}|[\u2010-\u2015]/.test(closing.line);
  const keys = opening ? lines : lines.slice(0, 1);
  if (!isClosed || !lines.every(isData) || !keys.some(isKey)) return top;
  const { start, line } = opening ?? { start: first.start, line: lines[0]! };
  return { ...top, fault: { start, end: start + line.length, reason: reasonOf(text, first) } };
}

/** The end of the last block that follows an offset without text between them, or the offset. */
export function endOfBlocks(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    const { closing, opening, lines } = blockAt(text, end);
    if (!closing || !(opening || lines.some(isKey))) return end;
    end = closing.end;
  }
}

/** The block that begins at an offset, or after the blank lines and fences there. */
function blockAt(text: string, offset: number): Block {
  const block: Block = { start: text.length, end: text.length, lines: [] };
  let looseEnd: number | undefined;
  let isAfterBlank = false;
  for (const each of linesFrom(text, offset)) {
    const { line, start } = each;
    const isBlank = BLANK.test(line);
    const isFence = FENCE.test(line);
    const isCode = CODE_FENCE.test(line);
    if (block.lines.length === 0) {
      if (isFence || isCode) block.opening ??= each;
      if (isFence || isCode || isBlank) continue;
      block.start = start;
    } else if (isFence) return { ...block, end: start, closing: each };
    else if (isCode || (isBlank && offset === 0 && !block.opening)) return { ...block, end: start };
    if ((looseEnd !== undefined && !block.opening) || block.lines.length > MAX_LINES) break;
    if (isAfterBlank && (HEADING.test(line) || !isData(line))) looseEnd ??= start;
    isAfterBlank = isBlank;
    block.lines.push(line);
  }
  return { ...block, end: looseEnd ?? text.length };
}

function* linesFrom(text: string, offset: number): Generator<Line> {
  for (let start = offset; start < text.length; ) {
    LINE.lastIndex = start;
    const [all, line = ""] = LINE.exec(text)!;
    const end = start + all.length;
    yield { line, start, end };
    start = end;
  }
}

const isData = (line: string) => BLANK.test(line) || DATA.test(line);
const isKey = (line: string) => KEY.test(line);

function reasonOf(text: string, { opening }: Block): string {
  if (!opening) return "no line that is just `---` opens it";
  const before = text.slice(0, opening.end);
  const [odd] = /\p{Cf}|[^\S\r\n\t ]/u.exec(before) ?? [];
  if (odd !== undefined) return `the invisible character ${codePoint(odd)} precedes it`;
  if (/^\s*[\r\n]/.test(before)) return "a blank line precedes it";
  if (/^\s/.test(before)) return "a space precedes it";
  if (opening.line.trim() !== "---") return "its first line is not just `---`";
  return before.endsWith("\r") ? "its lines end in CR alone" : "it is not YAML";
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Whether the top of a file has a word that every claim holds. @param fields what was read from it */
export function mentionsDraft(top: string, fields: ReadonlyMap<string, Field>): boolean {
  return MENTION.test(plainTop(top, fields));
}

/** The top of a file and what was read from it, without what an editor may not show. */
function plainTop(top: string, fields: ReadonlyMap<string, Field>): string {
  const read = Array.from(fields, ([key, { text }]) => `${key}: ${text}`).join("\n");
  return `${top}\n${read}`.normalize("NFKC").replace(/\p{Cf}/gu, "");
}

/**
 * Whether the top of a file says that the file must not be published.
 * @param fields what was read from it
 * @param isSound whether it was read without a fault; otherwise a claim may also be inside a line
 */
export function saysDraft(
  top: string,
  fields: ReadonlyMap<string, Field>,
  isSound: boolean,
): boolean {
  const plain = plainTop(top, fields);
  const ends = isSound ? /\r\n|[\r\v\f\u0085\u2028\u2029]/g : /\r\n|[\r\v\f\u0085\u2028\u2029{,;]/g;
  return [...plain.replace(ends, "\n").matchAll(CLAIM)].some(isClaim);
}

function isClaim([, key = "", sign = "", word = "", rest = ""]: RegExpExecArray): boolean {
  if (!/[:=]/.test(sign) && (/\n.*\n/s.test(sign) || /[\p{L}\p{N}]/u.test(rest))) return false;
  if (key.toLowerCase() === "draft") return YES.test(word);
  // Not "published: No Starch Press".
  return NO.test(word) && !/^\s*[\p{L}\p{N}]/u.test(rest);
}
