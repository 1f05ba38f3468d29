import matter from "gray-matter";
import type { Field, FrontMatterError } from "./field.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { readToml } from "./toml.ts";
import * as unread from "./unread.ts";
import { claimsIn, findMarkedLine, type WithholdingRules } from "./withholding.ts";
import { readYaml } from "./yaml.ts";

/** The front matter of a note. */
export interface FrontMatter {
  /** By key, as typed, whatever the dialect. */
  fields: ReadonlyMap<string, Field>;
  /** Offset of the body, UTF-16 units. */
  bodyStart: number;
  /** Whether there is front matter, or something meant as such. */
  present: boolean;
  errors: readonly FrontMatterError[];
  /** What withholds the note: a mark, or a key in an owner's rule. */
  withheldBy?: string | undefined;
  /** The mark by which the note is clearly meant to be published. */
  publishedBy?: string | undefined;
}

/** Front matter, before it is decided what withholds the note. */
interface Block extends Pick<FrontMatter, "fields" | "bodyStart" | "errors"> {
  unread?: unread.UnreadText | undefined;
}

type Dialect = "yaml" | "toml" | "json";
const DIALECTS: Readonly<Record<string, Dialect>> = { "---": "yaml", "+++": "toml", ";;;": "json" };
/** UTF-16 units. The longest of 44,489 real blocks has 4,238. */
const MAX_LENGTH = 20_000;
const BLANK_LINES = /(?:[^\S\n]*\n)*/y;
const FENCE = /---|\+\+\+|;;;/;
/** The line that opens a block: a fence, and the name of a language, which some tools write after it. */
const OPENING = new RegExp(`(${FENCE.source})[^\\S\\n]*(?:([a-z]+)[^\\S\\n]*)?(?:\\n|$)`, "iy");
/** A brace with a key in its line or the next. */
const OBJECT = /\{(?![{%:#])(?=[^\n]*(?:\n[^\n]*)?":)/y;
/** How a line of YAML begins: with a key, an item of a list, or a comment. */
const YAML_LINE = /^[ \t]*(?:#|"[^"]*"\s*:|'[^']*'\s*:|[?-] |[-{[&!%:])/;
const YAML_KEY = /^[ \t]*[^\s:#][^:\r\n]*(?::[^\s:]+)*:(?:\s|$)/;
const TOML_LINE = /^(?:#|\[|[\w"'.-]+\s*=)/;

/** gray-matter only splits. Its own engines are replaced, since one of them would run code. */
const ENGINE = { parse: () => ({}) };
const ENGINES = { yaml: ENGINE, toml: ENGINE, json: ENGINE, javascript: ENGINE };

/**
 * Reads the front matter of a note: YAML between `---`, TOML between `+++`, JSON between `;;;` or as an object, below
 * nothing but blank lines. A `---` with prose below it is a thematic break. Never throws, and never runs code.
 * @param text the whole note without a byte order mark
 * @param rules default: no declared fields, and no rules of an owner
 */
export function readFrontMatter(
  text: string,
  rules: WithholdingRules = { fields: {} },
): FrontMatter {
  const found = readBlock(text) ?? meantAsBlock(text);
  const block: Block = found ?? { fields: new Map(), bodyStart: 0, errors: [] };
  const claims = [...claimsIn(block.fields, rules)];
  const claim = claims.find(({ says }) => says !== "publish");
  const doubtful = block.unread ?? secondBlock(text, block.bodyStart);
  const inDoubtful = doubtful && unread.withholdingIn(doubtful.text, rules);
  const line = findMarkedLine(text, block.bodyStart);
  const unclear = claims.filter(({ says }) => says === "unclear").map(explainUnclear);
  const errors = [...block.errors, ...unclear];
  if (claim === undefined && inDoubtful && doubtful.error) errors.push(doubtful.error);
  const withheldBy = claim?.by ?? inDoubtful ?? (line?.says === "withhold" ? line.by : undefined);
  if (withheldBy !== undefined && errors.length === 0 && line?.error) errors.push(line.error);
  const publishing = claims.find(({ says }) => says === "publish");
  return {
    fields: block.fields,
    bodyStart: block.bodyStart,
    present: found !== undefined || errors.length > 0,
    errors,
    withheldBy,
    publishedBy: publishing?.by ?? (line?.says === "publish" ? line.by : undefined),
  };
}

function explainUnclear(of: { key: string; field: Field }): FrontMatterError {
  const { start, end } = of.field;
  return { start, end, message: `\`${of.key}\` must be true or false.` };
}

/** The block below blank lines from an offset on; undefined if there is none. */
function readBlock(text: string, from = 0): Block | undefined {
  BLANK_LINES.lastIndex = from;
  const start = from + (BLANK_LINES.exec(text)?.[0].length ?? 0);
  OBJECT.lastIndex = start;
  OPENING.lastIndex = start;
  if (OBJECT.test(text)) return readObject(text, start);
  const [opening = "", fence = "", language = ""] = OPENING.exec(text) ?? [];
  if (fence === "") return undefined;
  const inside = start + opening.length;
  const closing = text.indexOf(`\n${fence}`, start + fence.length) + 1;
  const inner = text.slice(inside, closing || undefined);
  const isEmpty = inner.trim() === "";
  if (closing === 0) {
    const isMeant = language === "" && isData(fence, inner) && !/^[ \t]*[\r\n]/.test(inner);
    return isMeant ? unclosed(text, start, inside) : undefined;
  }
  const isProse = fence === "---" && language === "" && !isEmpty && !isData(fence, inner);
  if (isProse) {
    if (!isDamaged(inner)) return undefined;
    const message = "This looks like front matter, but its first line is not `key: value`.";
    return unreadable(inner, 0, inside, inner.search(/\r?\n|$/), message);
  }
  const bodyStart = lineAfter(text, closing);
  const block = text.slice(start, bodyStart);
  if (text.slice(closing + fence.length, bodyStart).trim() !== "") {
    const message = `The front matter ends at this line, which must be just \`${fence}\`.`;
    return unreadable(block, bodyStart, closing, fence.length, message);
  }
  if (language !== "") {
    const message = `Front matter that opens with \`${opening.trim()}\` is not read, and code in it never runs. Write YAML between two lines that are just \`---\`.`;
    return unreadable(block, bodyStart, start, opening.trim().length, message);
  }
  return readData(DIALECTS[fence]!, text, start, closing, bodyStart);
}

function isData(fence: string, inner: string): boolean {
  const data = inner.replace(/^\s*\n/, "");
  if (fence === "+++") return TOML_LINE.test(data.trimStart());
  return YAML_LINE.test(data) || YAML_KEY.test(data);
}

/** Whether prose between fences, without blank lines, has a line that is a field, or is one without its colon. */
function isDamaged(inner: string): boolean {
  if (/\n\s*\n/.test(inner)) return false;
  const lines = inner.split("\n");
  return lines.some((line) => YAML_KEY.test(line) || unread.claimOfPart(line, { fields: {} }));
}

/** JSON without fences, to the end of a line. */
function readObject(text: string, start: number): Block | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(start).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (sign === "{") depth++;
    if (sign !== "}" || --depth > 0) continue;
    const end = start + index + 1;
    const bodyStart = lineAfter(text, end);
    if (text.slice(end, bodyStart).trim() !== "") break;
    return readData("json", text, start, end, bodyStart);
  }
  const [block = ""] = text.slice(start).split(/\n\s*\n/, 1);
  const message = "The JSON front matter is never closed. End it with a line that is just `}`.";
  return unreadable(block, 0, start, 1, message);
}

/** @param start offset of the block @param end of what is in it */
function readData(
  dialect: Dialect,
  text: string,
  start: number,
  end: number,
  bodyStart: number,
): Block | undefined {
  const block = text.slice(start, bodyStart);
  if (block.length > MAX_LENGTH) {
    const message = `The front matter is longer than ${MAX_LENGTH / 1000} kB, so it is not read. Move the text below it.`;
    return unreadable(block, bodyStart, start, 3, message);
  }
  const isObject = text[start] === "{";
  const data = isObject ? text.slice(start, end) : split(block, dialect);
  const inside = isObject ? start : end - 1 - data.length;
  // Spaces keep the offsets those of the file, and line breaks its lines.
  const source = text.slice(0, inside).replace(/[^\n]/g, " ") + data.replace(/\r$/, "");
  const read = dialect === "toml" ? readToml(source) : (readPlainYaml(source) ?? readYaml(source));
  const { fields, errors, isText } = read;
  const isFaulty = errors.some(({ isRepaired }) => !isRepaired);
  if (dialect === "yaml") {
    // Two thematic breaks, or unclosed front matter with one far below: the text between is kept.
    if (isText || (isFaulty && /^.*\n[ \t]*\r?\n/.test(block))) return undefined;
    if (isFaulty && holdsParagraph(block)) return unclosed(text, start, lineAfter(text, start));
  }
  // Zola has its tags there.
  const tags = fields.get("taxonomies")?.entries?.find(([key]) => key === "tags")?.[1];
  if (tags && !fields.has("tags")) fields.set("tags", tags);
  if (isFaulty) return { fields, bodyStart, errors, unread: { text: block } };
  const odd = unread.findOddLineEnd(block, start);
  const unspaced = dialect === "yaml" ? unread.findUnspaced(block, start) : undefined;
  return { fields, bodyStart, errors, unread: odd ?? unspaced };
}

/** What is between the fences of a block. */
function split(block: string, language: Dialect): string {
  return matter(block, { delimiters: block.slice(0, 3), language, engines: ENGINES }).matter;
}

/** A block right below another. */
function secondBlock(text: string, from: number): unread.UnreadText | undefined {
  const isThere = from > 0 && FENCE.test(text.slice(from).trimStart().slice(0, 3));
  const { bodyStart = 0 } = (isThere && readBlock(text, from)) || {};
  if (bodyStart <= from) return undefined;
  const start = from + text.slice(from).search(/\S/);
  const message = "Only the block above this one is read. Write its fields there.";
  return { text: text.slice(start, bodyStart), error: { start, end: start + 3, message } };
}

/** Whether a blank line is followed by something other than YAML. */
function holdsParagraph(yaml: string): boolean {
  const starts = yaml.matchAll(/\n[ \t]*\r?\n(?=[^\s#])([^\n]*)/g);
  return [...starts].some(([, line = ""]) => !isData("---", line)) || /\n[ \t]*\r?\n#+ /.test(yaml);
}

/** @param inside offset of the line below the fence */
function unclosed(text: string, start: number, inside: number): Block {
  const fence = text.slice(start, start + 3);
  const message = `The front matter is never closed. End it with a line that is just \`${fence}\`.`;
  return unreadable(text.slice(inside, unread.dataEnd(text, inside)), 0, start, 3, message);
}

/** Lines that were meant as a block. */
function meantAsBlock(text: string): Block | undefined {
  const { start = 0, block, reason } = unread.findMeantBlock(text) ?? {};
  if (block === undefined) return undefined;
  const message = `This looks like front matter, but ${reason}. Begin the file with \`---\`, a line for each field, and \`---\`.`;
  return unreadable(block, 0, start, lineAfter(text, start) - start, message);
}

function unreadable(
  text: string,
  bodyStart: number,
  start: number,
  length: number,
  message: string,
): Block {
  const error = { start, end: start + length, message };
  return { fields: new Map(), bodyStart, errors: [error], unread: { text } };
}

/** The offset of the line below that of an offset. */
function lineAfter(text: string, offset: number): number {
  const lineEnd = text.indexOf("\n", offset);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}
