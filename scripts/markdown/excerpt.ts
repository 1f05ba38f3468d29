import type { Structure } from "./structure.ts";
import type { Wikilink } from "./wikilinks.ts";

/** Number of UTF-16 units of a paragraph that are read: many times the length of a summary. */
const MAX_TEXT = 4000;
/** Fewer UTF-16 units say less than links above them. */
const MIN_TEXT = 12;
/** Tags as `#a` and `#b/c`. */
const TAGS = /^(?:#(?=[\p{N}/-]*[\p{L}_])[\p{L}\p{M}\p{N}_/-]+[\s,]*)+$/u;
/** Lines of data: a property, or a key that notes have for themselves, a row of a table, what only outliners, MDX or generators of sites read. */
const DATA_LINE = new RegExp(
  [
    /^[^\s:][^:]{0,40}::(?!\S)/u,
    /^(?:tags?|keywords|alias(?:es)?|categor(?:y|ies)|topics?|status|date|created|updated|modified|author|source|url|links?|related|see also|type|up|parent|title|layout|标签|来源|日期|书名|作者|分类|出版时间|出版社)\s*[:：]/u,
    /^\||\|$|^[\s:|-]+$|\|.*\|.*\||^⚠\s*Switch to EXCALIDRAW VIEW/u,
    /^export\s(?:const|default|function)\s|^(?::{3}|!{3}\s|\?{3})/u,
    /^#\+|^:\w+:|^(?:SCHEDULED|DEADLINE|CLOCK):|^[\p{L} ]{1,30}[:：]\s*<?(?:https?|ftp):\/\/\S+$/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu",
);
/** What a line may begin with: a callout and its title, what names a summary, a task's box or state. */
const LINE_START =
  /^(?:\[![^\]]*\][+-]?.*|(?:[Ss]ummary|[Dd]escription|[Aa]bstract|简介)\s*[:：]\s*(?=.*\p{L})|\[[ xX/-]\]\s+|(?:(?:TODO|DOING|DONE|NOW|LATER|WAITING)\s+)?(?:\[#[ABC]\]\s+)?)/u;
/** What begins or ends a comment of Obsidian or Liquid, which may go on over paragraphs. */
const COMMENT = /%%|\{%-?\s*(?:end)?comment\s*-?%\}/;
/** Imports of MDX, pictures and links that are not read as such, values of properties in brackets, templates, references to blocks and footnotes, markers. */
const MARKS = [
  /^(?:import\s+(?:[\w*{][^"';]*?\sfrom\s+)?["'][^"'\n]+["'];?[ \t]*)+$/gm,
  /!?\[[^[\]\n]*\]\([^()\n]*\)/g,
  /[[(][\w -]{1,40}::[^[\]()]*[\])]/g,
  /\{\{[^{}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|\{:[^{}]*\}/g,
  /\(\([\da-f-]{8,}\)\)|\[\^[^\]\s]+\]|(?:^|\s)\^[\w-]+$/gm,
  /\*\*|==(?=\S)|(?<=\S)==|~~|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)/g,
  /(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])/g,
];
/** A line of a paragraph that is only such lines. */
const PAIR = /^[\p{L}\p{N}_# -]{1,20}[:：](?=\s|$)/u;
/** A paragraph of one such line, whose value is no text. */
const SETTING = /^[\p{L}\p{N}_# -]{1,20}[:：]\s*(?:[\p{N}\p{P}\p{S}\s]*|true|false|yes|no)$/iu;
/** A word that only names what follows it. */
const LABEL =
  /^(?:description|summary|overview|abstract|introduction|(?:table of )?contents|index|notes?)[.:]?$/i;
/** What Dataview replaces with a value. */
const QUERY = /^\$?=\s*(?:this\b|dv\b|\[\[|\w+\()/;
const FORMULA = /\$\$([^$]+)\$\$|\$(?![\s\d])([^$\n]*[^$\s])\$(?!\d)|\\\(([^()\n]*)\\\)/g;
/** Commands that change only how the letters of a formula look. */
const FONTS =
  /\\(?:math\w+|text\w*|operatorname|boxed|limits|left|right|[bB]igg?|displaystyle|[,;:!]|\\)(?![a-z])/g;
const URLS = /<?(?:https?:\/\/|www\.)\S+/gi;
const DATE_WORDS =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|(?:sept|nov|dec)(?:ember)?|sep|oct(?:ober)?|st|nd|rd|th|of|am|pm)(?!\p{L})|[年月日]/giu;
/** What is left at the end of a text without the formula or list that it announces. */
const DANGLING = /(?:^|\s)(?:i\.e|e\.g)[.,]?\s*$/i;
/** The end of a text that announces a list. */
const ANNOUNCEMENT = /(?:^|(?<=[.!?]\s|[。！？]))[^.!?。！？]*(?:\.\S[^.!?。！？]*)*[:：]\s*$/u;

/**
 * The first paragraph that is prose, as text on one line, wikilinks as their labels; else the first with nothing but
 * links and tags; or empty. Comments, properties, tags, tables, addresses, dates and the like are not prose, and what
 * marks words is left out.
 */
export function readExcerpt(structure: Structure): string {
  // An embed is not part of the sentence around it.
  const label = (link: Wikilink) => (link.embed ? "" : link.label);
  const code = (text: string) => (QUERY.test(text) ? "" : text);
  let isComment = false;
  let linksAlone = "";
  for (const id of structure.paragraphs()) {
    if (structure.isCode(id)) continue;
    const pieces = structure.linesOf(id, label, code).slice(0, MAX_TEXT).split(COMMENT);
    const outside = pieces.filter((_, i) => (i % 2 === 1) === isComment);
    isComment = isComment !== (pieces.length % 2 === 0);
    const prose = toProse(outside.join(""));
    const isEnough = prose !== "" && (linksAlone === "" || prose.length >= MIN_TEXT);
    if (isEnough && structure.hasWords(id)) return prose;
    linksAlone ||= prose;
  }
  return linksAlone;
}

function toProse(text: string): string {
  const unmarked = MARKS.reduce((rest, mark) => rest.replace(mark, ""), text);
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
  const isProse = /\p{L}/u.test(words) && !LABEL.test(prose) && !prose.startsWith("+++");
  return isProse ? prose : "";
}

function readFormula(_: string, ...found: (string | undefined)[]): string {
  const formula = found.slice(0, 3).find((each) => typeof each === "string") ?? "";
  const plain = formula.replace(FONTS, "").replace(/\\([a-z]+)/gi, " $1 ");
  return plain
    .replace(/[{}\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
