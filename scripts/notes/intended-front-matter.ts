import type { FrontMatterError } from "./yaml.ts";

/*
 * What was meant as front matter, although it is not read as such. It may be without an opening fence, below
 * blank lines, comments, tags and headings, JSON or TOML. In doubt it is longer than its author would say.
 *
 *     ----             an opening fence: hardly more than dashes or the like
 *     title:Heap       data
 *     Draft： true
 *     ---              a closing fence
 */
export interface IntendedFrontMatter {
  text: string;
  /** Offset, UTF-16 units. */
  end: number;
  isClosed: boolean;
  /** Whether all of it is data between fences, with nothing above it. */
  isCertain: boolean;
  error: FrontMatterError;
}

type Line = { line: string; start: number };

/** With whatever an editor may show as the end of a line. */
const LINE = /([^\n\r\v\f\u0085\u2028\u2029]*)(?:\r\n|[\n\r\v\f\u0085\u2028\u2029]|$)/g;
/**
 * A blank line, comment, tag, heading, import, directive of YAML or title of Pandoc above it, but neither a `<!--` on a
 * line of its own, which is a fence, nor an underlined line that begins with dashes, which is a damaged one.
 */
const ABOVE =
  /(?:(?![\r\n])[\s\p{Cf}])*(?:[\r\n]|<!--(?![ \t]*[\r\n])[\s\S]*?-->|%%(?!%)[\s\S]*?%%|#+[ \t]*(?=\p{L}).*|%(?=[ \p{L}]).*|import .*|(?![\s\p{Cf}]|.?[-+;‐-―−─].?[-+;‐-―−─])(?=.*\p{L})[^:=：\r\n]+\r?\n(?:=+|--+)[ \t]*(?=[\r\n]|$))/uy;
const BLANK = /^[\s\p{Cf}]*$/u;
/** A line that begins with dashes or the like, or has hardly anything else; or JSON, or a block of code with data. */
const OPENING =
  /^(?:.?[-+;‐-―−─].?[-+;‐-―−─]|[^{]?\{(?![{%:#])|(?:```|~~~)[\s{]*(?:ya?ml|toml|json)|(?=.*[-+;‐-―−─])[^\p{L}\p{N}]*(?:[\p{L}\p{N}][^\p{L}\p{N}]*){0,2}$)/iu;
/** Opens it only above a key: elsewhere it is a thematic break, an underline or code. */
const SIGNS = /^([*_=~.`%:])\1{2,}$/;
/** Not indented, which may be the text of a value. */
const CLOSING = /^(?!\s)(?=.*(?:[-+;*_=~.`%:]{3}|[‐-―−─]))[^\p{L}\p{N}]*$/u;
const CODE = /^(?:```|~~~)/;
const KEY =
  /^(?:[!&]\S* )?[\s\p{Cf}"'{]*[\p{L}_][\p{L}\p{N}_ ./@-]{0,40}["']?\s*(?::(?![:/])|[=：])/u;
/** A key with one word as its value. */
const SETTING = /^[^:=：]*[:=：]\s*\S*$/;
/** A line that is indented, has a key, or begins with a sign of YAML or JSON. */
const DATA = /^(?:[\s?#}\]"',-]|[^:=：]*[:=：])/;
/** Number of lines between fences that may be no data, because they are damaged. */
const MAX_PROSE = 2;

/** The blocks that follow one another without text between them, from an offset: 0, or the end of front matter. */
export function* intendedFrontMatter(text: string, from: number): Generator<IntendedFrontMatter> {
  for (let block = blockAt(text, from); block; ) {
    yield block;
    block = block.isClosed ? blockAt(text, block.end) : undefined;
  }
}

/** The offset of the text below blank lines, comments, tags and headings. */
export function skipAbove(text: string, from: number): number {
  let start = from;
  for (ABOVE.lastIndex = from; ABOVE.test(text); ) start = ABOVE.lastIndex;
  return start;
}

/** Takes time proportional to the length of the block. */
function blockAt(text: string, from: number): IntendedFrontMatter | undefined {
  const start = skipAbove(text, from);
  const isTop = BLANK.test(text.slice(0, start));
  const data: Line[] = [];
  let opening: Line | undefined;
  let [end, prose, isClosed, isKey, hasKey] = [start, 0, false, false, false];
  for (const { 0: all, 1: line = "", index } of text.slice(start).matchAll(LINE)) {
    const each = { line, start: start + index };
    const plain = line.replace(/\p{Cf}/gu, "").trim();
    const isFirst = data.length === 0;
    const isSigns = SIGNS.test(plain) && (isTop || !CODE.test(plain));
    if (isFirst && (OPENING.test(plain) || isSigns)) opening ??= each;
    else if (!isFirst && CLOSING.test(line) && (opening || !CODE.test(plain))) isClosed = true;
    else if (plain !== "" && !plain.startsWith("#")) {
      const isKeyed = KEY.test(plain);
      if (isFirst) isKey = isKeyed;
      hasKey ||= isKeyed || plain.startsWith("? ");
      if (!DATA.test(line)) prose++;
      if (prose > (opening ? MAX_PROSE : 0) || CODE.test(plain)) break;
      data.push(each);
    }
    end = each.start + all.length;
    if (isClosed || (!opening && !isFirst && plain === "")) break;
  }
  const first = opening ?? data[0];
  const isData = prose === 0;
  const isFree = isTop && opening && !SIGNS.test(opening.line.trim());
  const isFenced = opening && isClosed && isData && hasKey;
  const isShort = data.length === 0 && first && KEY.test(first.line);
  if (!first || !(isFree || isKey || isFenced || isShort)) return undefined;
  if (!(opening || isData || data.length > 1 || SETTING.test(first.line))) return undefined;
  const isBelow = isClosed && isData && BLANK.test(text.slice(from, start));
  if (from > 0 && !isBelow) return undefined;
  const reason =
    from > 0
      ? "only the block above it is read"
      : reasonOf(text.slice(0, end), first, isClosed, opening);
  const message = `This looks like front matter, but ${reason}. Begin the file with \`---\`, a line for each field, and \`---\`.`;
  const error = { start: first.start, end: first.start + first.line.trimEnd().length, message };
  const isCertain = isTop && isClosed && isData && isKey;
  return { text: text.slice(start, end), end, isClosed, isCertain, error };
}

/** @param top the file up to the end of the block */
function reasonOf(top: string, first: Line, isClosed: boolean, opening?: Line): string {
  if (!opening && isClosed) return "no line that is just `---` opens it";
  if (!opening) return "it is not between two lines that are just `---`";
  const before = top.slice(0, first.start);
  const [odd] = /\p{Cf}|[^\S\r\n\t ]/u.exec(before + first.line) ?? [];
  if (odd !== undefined) {
    const code = odd.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return `the invisible character U+${code} precedes it`;
  }
  if (/\S/.test(before)) return "text precedes it";
  if (before !== "") return "a blank line precedes it";
  if (/^\s/.test(first.line)) return "a space precedes it";
  if (first.line.trim() !== "---") return "its first line is not just `---`";
  return /\r(?!\n)/.test(top) ? "its lines end in CR alone" : "it is not YAML";
}
