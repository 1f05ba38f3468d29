/** Front matter that cannot be read, or not as its author sees it. */
import type { FrontMatterError } from "./field.ts";
import { toVisible } from "./values.ts";
import { claimOf, readLine, type WithholdingRules } from "./withholding.ts";

/** What some editors show as the end of a line, and YAML does not. */
const ODD_LINE_END = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/;
/** A line, however it ends. */
const LINE = /([^\n\r\v\f\u0085\u2028\u2029]*)(?:\r\n|[\n\r\v\f\u0085\u2028\u2029]|$)/g;
const KEY = /^["']?[\p{L}_][\p{L}\p{N}_ .-]{0,40}["']?\s*[:=](?![:/])/u;
/** A line that is indented, has a key, or begins with a sign of YAML or JSON. */
const DATA = /^(?:[\s#{}[\]"',-]|[^:：=]*[:：=])/;
const FENCE_SIGN = /[-+;*_=‐-―−─]/g;
/** Where a field may begin within a line. */
const PARTS = /[\n\r\v\f\u0085\u2028\u2029{[(,]/;

/** Text that may withhold a note. */
export interface UnreadText {
  text: string;
  /** What is wrong, if that matters only where the text does withhold the note. */
  error?: FrontMatterError;
}

/**
 * What withholds a note in front matter that is not read: the letters of `draft` or `publish`, whatever they say, or
 * another mark as a key whose value is not clearly the harmless one.
 */
export function withholdingIn(text: string, rules: WithholdingRules): string | undefined {
  const words = text.normalize("NFKC").replace(/[^\p{L}\p{Zs}]/gu, "");
  const [letters] = /draft|publish/i.exec(words) ?? [];
  if (letters !== undefined) return letters.toLowerCase();
  return text.split(PARTS).flatMap((part) => claimOfPart(part, rules) ?? [])[0];
}

/** What withholds a note in a part of a line. */
export function claimOfPart(part: string, rules: WithholdingRules): string | undefined {
  // Somebody may have forgotten the colon, too.
  const { key, value } =
    readLine(part) ?? readLine(part.replace(/(?<=\p{L}) +(?=\S+\s*$)/u, ": ")) ?? {};
  if (key === undefined || value === undefined) return undefined;
  const { by, says = "publish" } = claimOf(key, value || null, rules) ?? {};
  return says === "publish" ? undefined : by;
}

/** A field without a space after its colon, which YAML reads as text: `draft:true`. @param offset of the block */
export function findUnspaced(block: string, offset: number): UnreadText | undefined {
  let start = offset;
  for (const part of block.split(/(?<=[\n{[,])/)) {
    const { key, sign, value = "" } = (/\S:[^\s:]/.test(part) && readLine(part)) || {};
    const isField = key !== undefined && sign === ":";
    const claim = isField ? claimOf(key, value, { fields: {} }) : undefined;
    if (claim?.isYesOrNo && claim.says === "withhold") {
      const message = `YAML does not read this as a field. Write \`${key}: ${value}\`, with a space.`;
      return { text: part, error: { start, end: start + part.trimEnd().length, message } };
    }
    start += part.length;
  }
  return undefined;
}

/** A block with a line whose end YAML does not read as one. @param offset of the block */
export function findOddLineEnd(block: string, offset: number): UnreadText | undefined {
  const start = block.search(ODD_LINE_END) + offset;
  if (start < offset) return undefined;
  const message =
    "YAML does not read this character as the end of a line. End lines with a line feed.";
  return { text: block, error: { start, end: start + 1, message } };
}

/**
 * Lines at the top of a text that were meant as front matter: data below a first line that is nearly a fence, or at
 * least two keys above a fence.
 * @returns `start` is the offset of the first line; `reason` says as a clause why they are not read
 */
export function findMeantBlock(text: string) {
  const visible = text.search(/[^\s\p{Cf}]/u);
  if (visible === -1) return undefined;
  const start = Math.max(text.lastIndexOf("\n", visible), text.lastIndexOf("\r", visible)) + 1;
  LINE.lastIndex = start;
  const [opening = "", first = ""] = LINE.exec(text) ?? [];
  const isOpened = isNearFence(first);
  const inside = isOpened ? start + opening.length : start;
  LINE.lastIndex = inside;
  const [, field = ""] = LINE.exec(text) ?? [];
  if (!KEY.test(toVisible(field).trim())) return undefined;
  const end = dataEnd(text, inside);
  const block = text.slice(inside, end);
  const isClosed = isNearFence(/^.*/.exec(text.slice(end))?.[0] ?? "");
  const isBare = isClosed && /\n./.test(block) && !/\n\s*\n./.test(block);
  if (!isOpened && !isBare) return undefined;
  const reason = isOpened ? reasonOf(first, opening) : "no line that is just `---` opens it";
  return { start, block, reason };
}

/** @param first the first line @param opening the same with its line end */
function reasonOf(first: string, opening: string): string {
  const invisible = /\p{Cf}/u.exec(first)?.[0].codePointAt(0)?.toString(16).toUpperCase();
  if (invisible)
    return `the invisible character U+${invisible.padStart(4, "0")} is in its first line`;
  if (/^\s/.test(first)) return "a space precedes it";
  return opening.endsWith("\r") ? "its lines end in CR alone" : "its first line is not just `---`";
}

/** The end of the lines from an offset on that are blank or data. */
export function dataEnd(text: string, from: number): number {
  LINE.lastIndex = from;
  for (let end = from; ; end = LINE.lastIndex) {
    const [all = "", line = ""] = LINE.exec(text) ?? [];
    if (all === "") return text.length;
    const isBlank = toVisible(line).trim() === "";
    if (!isBlank && (isNearFence(line) || !DATA.test(line))) return end;
  }
}

/** Whether a line has hardly more than dashes or the like. */
function isNearFence(line: string): boolean {
  const plain = toVisible(line).trim();
  const signs = plain.match(FENCE_SIGN)?.length ?? 0;
  return (signs >= 2 || /^[‐-―−─]$/.test(plain)) && plain.length - signs <= 2;
}
