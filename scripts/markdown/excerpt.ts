import type { Structure } from "./structure.ts";
import type { Wikilink } from "./wikilinks.ts";

/** Number of UTF-16 units of a paragraph that are read: many times the length of a summary. */
const MAX_TEXT = 4000;
/** Fewer letters name a section ("Def", "Idea") rather than say what the note is about, ... */
const MIN_LETTERS = 12;
const ENOUGH_LETTERS = new RegExp(`(?:\\p{L}\\P{L}*){${MIN_LETTERS}}`, "u");
/** ... unless they are words of a script without spaces, or a sentence. */
const WITHOUT_SPACES =
  /(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}].*?){4}/u;
const SENTENCE = /^\S+\s.*[\p{L}\p{N})"”»][.!?]["”’»)]*$/u;
/** Paragraphs that are too poor to be a summary, of which one is made where there is no better. */
const MAX_PIECES = 20;
/** With as many letters, a text that announces a list or a formula says something by itself. */
const MIN_ANNOUNCED = 30;
/** How a paragraph goes on after a formula or a block of code. */
const CONTINUATION = /^(?:where|with|and|or|which|so|then|thus|hence|on the other hand)\s/;
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
  /^(?:\[![^\]]*\][+-]?.*|[:：]\s+|(?:[Ss]ummary|[Dd]escription|[Aa]bstract|简介)\s*[:：]\s*|\[[ xX/-]\]\s+|(?:(?:TODO|DOING|DONE|NOW|LATER|WAITING)\s+)?(?:\[#[ABC]\]\s+)?)/u;
/** What begins or ends a comment of Obsidian or Liquid, or TOML, all of which may go on over paragraphs. */
const COMMENT = /%%|\{%-?\s*(?:end)?comment\s*-?%\}|^\+{3}[ \t]*$/m;
/**
 * Formulas that end the text, imports of MDX, templates, lines of properties in brackets, pictures and links that are not read as such, references
 * to blocks and footnotes, markers. Of a link and of a property in a sentence, the group stays.
 */
const MARKS = [
  /(?:^[ \t]*\$\$(?:[^$]|\$(?!\$))*\$\$[ \t]*[.,;]?[ \t]*(?:\r?\n)?)+(?![\s\S])/gm,
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
const PAIR = /^(?:- )?[\p{L}\p{N}_# ()-]{1,30}[:：](?=\s|$)/u;
/** A paragraph of one such line, whose value is no text. */
const SETTING =
  /^[\p{L}\p{N}_# ()-]{1,20}[:：]\s*(?:[\p{N}\p{P}\p{S}\s]*|true|false|yes|no|[\w./@-]*[\w/@-])$/iu;
/** A word that only names what follows it, or who made a picture. */
const LABEL =
  /^(?:(?:photo|image|picture|illustration)s?\s*(?:[:：]|(?:by|credits?|source)\b).*|description|summary|overview|abstract|introduction|(?:table of )?contents|index|notes?|references?|sources?|links?|resources|homepage|meta ?data)[.:]?$/i;
/** Links between bars, as pages have at their end. */
const ROW = /\s\|\s.*\s\|\s/;
/** The line break of a definition list, between a term and its definition. */
const DEFINITION = /(?<=\S)[ \t]*\r?\n[ \t]*:[ \t]+/g;
/** What Dataview replaces with a value. */
const QUERY = /^\$?=\s*(?:this\b|dv\b|\[\[|\w+\()/;
const FORMULA =
  /(\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\}.*?\\end\{\w+\*?\})|\$\$([^$]+)\$\$|\$(?![\s\d])([^$\n]*[^$\s])\$(?!\d)|\\\((.*?)\\\)/g;
/** Commands that change only how a formula looks. */
const FONTS =
  /\\(?:math\w+|text\w*|operatorname|boxed|limits|left|right|[bB]igg?|[lL]arge|LARGE|[hH]uge|small|displaystyle|(?:begin|end)\s*\{[^{}]*\}|[,;:!]|\\)(?![a-z])/g;
const YEAR = /(?<!\d)\d{4}(?!\d)/;
const URLS = /<?(?:https?:\/\/|www\.)\S+/gi;
/** Text whose letters are all part of a date. */
const DATE =
  /^(?:\P{L}|(?<!\p{L})(?:today is|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|(?:sept|nov|dec)(?:ember)?|sep|oct(?:ober)?|st|nd|rd|th|of|am|pm)(?!\p{L})|[年月日])*$/iu;
/** What is left at the end of a text without the formula or list that it announces. */
const DANGLING = /(?:^|\s)(?:i\.e|e\.g)[.,]?\s*$/i;
/** The end of a text that announces a list, and a cheap test for it. */
const COLON_AT_END = /[:：]\s*$/;
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
  const pieces: string[] = [];
  for (const id of structure.paragraphs()) {
    if (structure.isCode(id)) continue;
    const parts = structure.linesOf(id, label, code).slice(0, MAX_TEXT).split(COMMENT);
    const outside = parts.filter((_, i) => (i % 2 === 1) === isComment);
    isComment = isComment !== (parts.length % 2 === 0);
    const prose = toProse(outside.join(""));
    const isCaption = structure.beginsWithPicture(id) && CAPTION.test(prose);
    if (isEnough(prose) && !isCaption && structure.hasWords(id)) return prose;
    const isRow = ROW.test(prose) && !structure.hasWords(id);
    if (prose !== "" && !isRow && pieces.length < MAX_PIECES) pieces.push(prose);
  }
  return pieces.join(", ");
}

function isEnough(prose: string): boolean {
  if (CONTINUATION.test(prose)) return false;
  return ENOUGH_LETTERS.test(prose) || WITHOUT_SPACES.test(prose) || SENTENCE.test(prose);
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function toProse(text: string): string {
  const source = text.replace(DEFINITION, ": ");
  const unmarked = MARKS.reduce((rest, mark) => rest.replace(mark, groupOf), source);
  const lines = unmarked
    .split("\n")
    .map((line) => line.trim().replace(LINE_START, ""))
    .filter((line) => line !== "");
  const isData =
    lines.length > 1 ? lines.every((line) => PAIR.test(line)) : SETTING.test(lines[0] ?? "");
  if (isData) return "";
  const kept = lines.filter(
    (line) => !DATA_LINE.test(line) && !TAGS.test(line) && !isDateLine(line),
  );
  const joined = kept.join(" ");
  const shown = joined.replace(FORMULA, readFormula);
  if (shown !== joined && countLetters(shown) > 2 * countLetters(joined.replace(FORMULA, ""))) {
    return "";
  }
  const said = COLON_AT_END.test(shown) ? shown.replace(ANNOUNCEMENT, "") : shown;
  const told = said.replace(DANGLING, "").trim();
  const isTelling = told === "" && countLetters(shown) >= MIN_ANNOUNCED;
  const prose = isTelling ? shown.replace(/\s*[:：]\s*$/, "") : told;
  return hasLetters(prose.replace(URLS, "")) && !LABEL.test(prose) ? prose : "";
}

/** Whether a line is a date and nothing else: `Monday, 3rd of June 2024`, `Today is 2024.06.03`. */
function isDateLine(line: string): boolean {
  return YEAR.test(line) && !hasLetters(line);
}

/** Whether a text has letters that are not part of a date. */
function hasLetters(text: string): boolean {
  return !DATE.test(text);
}

/** The group of a match whose expression has one. */
function groupOf(_: string, group: string | number | undefined): string {
  return typeof group === "string" ? group : "";
}

function readFormula(_: string, ...found: (string | undefined)[]): string {
  const formula = found.slice(0, 4).find((each) => typeof each === "string") ?? "";
  const plain = formula.replace(FONTS, "").replace(/\\([a-z]+)/gi, " $1 ");
  return plain
    .replace(/[{}\\&]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
