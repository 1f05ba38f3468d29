import type { Structure } from "./structure.ts";
import type { Wikilink } from "./wikilinks.ts";

/** Number of UTF-16 units of a paragraph that are read: many times the length of a summary. */
const MAX_TEXT = 4000;
/** Fewer UTF-16 units say less than links above them. */
const MIN_TEXT = 12;
/** What stands right below a picture, unless it says more. */
const CAPTION = /^.{0,80}(?<![.!?。！？])$/u;
/** Tags as `#a` and `#b/c`. */
const TAGS = /^(?:#(?=[\p{N}/-]*[\p{L}_])[\p{L}\p{M}\p{N}_/+-]+[\s,]*)+$/u;
/** Lines of data: a property, or a key that notes have for themselves, a row of a table, what only outliners, MDX or generators of sites read. */
const DATA_LINE = new RegExp(
  [
    /^[^\s:][^:]{0,40}::(?!\S)/u,
    /^(?:tags?|keywords|alias(?:es)?|categor(?:y|ies)|topics?|status|date|created|updated|modified|author|source|url|links?|related|see also|type|id|up(?:stream)?|parent|title|layout|标签|来源|日期|书名|作者|分类|出版时间|出版社)\s*[:：]/u,
    /^\||\|$|^[\s:|-]+$|\|.*\|.*\||^\[[^[\]]*\]$|^⚠\s*Switch to EXCALIDRAW VIEW/u,
    /^export\s(?:const|default|function)\s|^(?::{3}|!{3}\s|\?{3})/u,
    /^#\+|^:[\w-]+:|^\([^()\s]+\)=$|^(?:SCHEDULED|DEADLINE|CLOCK):|^[\p{L} ]{1,30}[:：]\s*<?(?:https?|ftp):\/\/\S+$/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu",
);
/** What a line may begin with: a callout and its title, what names a summary, a task's box or state. */
const LINE_START =
  /^(?:\[![^\]]*\][+-]?.*|(?:[Ss]ummary|[Dd]escription|[Aa]bstract|简介)\s*[:：]\s*|\[[ xX/-]\]\s+|(?:(?:TODO|DOING|DONE|NOW|LATER|WAITING)\s+)?(?:\[#[ABC]\]\s+)?)/u;
/** What begins or ends a comment of Obsidian or Liquid, or TOML, all of which may go on over paragraphs. */
const COMMENT = /%%|\{%-?\s*(?:end)?comment\s*-?%\}|^\+{3}[ \t]*$/m;
/**
 * Imports of MDX, templates, lines of properties in brackets, pictures and links that are not read as such, references
 * to blocks and footnotes, markers. Of a link and of a property in a sentence, the group stays.
 */
const MARKS = [
  /^(?:import\s+(?:[\w*{][^"';]*?\sfrom\s+)?["'][^"'\n]+["'];?[ \t]*)+$/gm,
  /\{\{[^{}]*\}\}|\{%[^%]*%\}|<%(?:[^%]|%(?!>))*%>|\{:[^{}]*\}/g,
  /^(?:[ \t]*[[(][\w -]{1,40}::[^[\]()\n]*[\])])+[ \t]*$/gm,
  /[[(][\w -]{1,40}::\s*([^[\]()]*)[\])]/g,
  /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /\[([^[\]]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /\(\([\da-f-]{8,}\)\)|\[\^[^\]\s]+\]|(?:^|\s)\^[\w-]+$/gm,
  /\*\*|==(?=\S)|(?<=\S)==|\^\^(?=\S)|(?<=\S)\^\^|~~|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)/g,
  /(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])/g,
];
/** A line of a paragraph that is only such lines. */
const PAIR = /^[\p{L}\p{N}_# -]{1,20}[:：](?=\s|$)/u;
/** A paragraph of one such line, whose value is no text. */
const SETTING = /^[\p{L}\p{N}_# -]{1,20}[:：]\s*(?:[\p{N}\p{P}\p{S}\s]*|true|false|yes|no)$/iu;
/** A word that only names what follows it, or who made a picture. */
const LABEL =
  /^(?:(?:photo|image|picture|illustration)s?\s*(?:[:：]|(?:by|credits?|source)\b).*|description|summary|overview|abstract|introduction|(?:table of )?contents|index|notes?|references?|sources?|links?|resources|homepage|meta ?data)[.:]?$/i;
/** What Dataview replaces with a value. */
const QUERY = /^\$?=\s*(?:this\b|dv\b|\[\[|\w+\()/;
const FORMULA = /\$\$([^$]+)\$\$|\$(?![\s\d])([^$\n]*[^$\s])\$(?!\d)|\\\(([^()\n]*)\\\)/g;
/** Commands that change only how a formula looks. */
const FONTS =
  /\\(?:math\w+|text\w*|operatorname|boxed|limits|left|right|[bB]igg?|displaystyle|(?:begin|end)\s*\{[^{}]*\}|[,;:!]|\\)(?![a-z])/g;
const URLS = /<?(?:https?:\/\/|www\.)\S+/gi;
const DATE_WORDS =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|(?:sept|nov|dec)(?:ember)?|sep|oct(?:ober)?|st|nd|rd|th|of|am|pm)(?!\p{L})|[年月日]/giu;
/** What is left at the end of a text without the formula or list that it announces. */
const DANGLING = /(?:^|\s)(?:i\.e|e\.g)[.,]?\s*$/i;
/** The end of a text that announces a list. */
const ANNOUNCEMENT = /(?:^|(?<=[.!?]\s|[。！？]))[^.!?。！？]*(?:\.\S[^.!?。！？]*)*[:：]\s*$/u;

/**
 * The first paragraph that is prose, as text on one line, wikilinks as their labels; else the first with nothing but
 * links and tags, or a caption; or empty. Comments, properties, tags, tables, addresses, dates and the like are not
 * prose, and what marks words is left out.
 */
export function readExcerpt(structure: Structure): string {
  // An embed is not part of the sentence around it.
  const label = (link: Wikilink) => (link.embed ? "" : link.label);
  const code = (text: string) => (QUERY.test(text) ? "" : text);
  let isComment = false;
  let poorer = "";
  for (const id of structure.paragraphs()) {
    if (structure.isCode(id)) continue;
    const pieces = structure.linesOf(id, label, code).slice(0, MAX_TEXT).split(COMMENT);
    const outside = pieces.filter((_, i) => (i % 2 === 1) === isComment);
    isComment = isComment !== (pieces.length % 2 === 0);
    const prose = toProse(outside.join(""));
    const isCaption = structure.beginsWithPicture(id) && CAPTION.test(prose);
    const isEnough = prose.length >= (poorer === "" ? 1 : MIN_TEXT) && !isCaption;
    if (isEnough && structure.hasWords(id)) return prose;
    poorer ||= prose;
  }
  return poorer;
}

function toProse(text: string): string {
  const unmarked = MARKS.reduce((rest, mark) => rest.replace(mark, groupOf), text);
  const lines = unmarked
    .split("\n")
    .map((line) => line.trim().replace(LINE_START, ""))
    .filter((line) => line !== "");
  const isData =
    lines.length > 1 ? lines.every((line) => PAIR.test(line)) : SETTING.test(lines[0] ?? "");
  if (isData) return "";
  const kept = lines.filter((line) => !DATA_LINE.test(line) && !TAGS.test(line));
  const prose = kept
    .join(" ")
    .replace(FORMULA, readFormula)
    .replace(ANNOUNCEMENT, "")
    .replace(DANGLING, "")
    .trim();
  const words = prose.replace(URLS, "").replace(DATE_WORDS, "");
  return /\p{L}/u.test(words) && !LABEL.test(prose) ? prose : "";
}

/** The group of a match whose expression has one. */
function groupOf(_: string, group: string | number | undefined): string {
  return typeof group === "string" ? group : "";
}

function readFormula(_: string, ...found: (string | undefined)[]): string {
  const formula = found.slice(0, 3).find((each) => typeof each === "string") ?? "";
  const plain = formula.replace(FONTS, "").replace(/\\([a-z]+)/gi, " $1 ");
  return plain
    .replace(/[{}\\&]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
