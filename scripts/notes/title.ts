import { folderOf, lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import type { Heading } from "../markdown/structure.ts";
import { slugName } from "../routes/slugs.ts";
import { FUNCTION_WORDS } from "../search-index/function-words.ts";
import type { Named } from "./parsed-file.ts";

/** A heading that Dataview or a template fills in, or nothing. */
const NO_TITLE = /^\s*(?:\$?=\s*(?:this|dv)\b.*|\{\{[^{}]*\}\}\s*|<%.*%>\s*)?$/;
/** Its anchor and classes, which generators of sites take from there. */
const ATTRIBUTES = /\s*\{:?\s*[#.][^{}]*\}\s*$/;

/** Headings of a part of a note: what introduces the next line, and what outliners and drawings write. */
const PART = /^(?:.*[:：]|resources|footnotes|excalidraw data|text elements)$/i;
/** Those for contents, index, notes and references, in the languages that search knows, and Chinese and Japanese. */
const PARTS = new Set(
  [
    "contents,table of contents,index,notes,references,reference",
    "inhalt,inhaltsverzeichnis,notizen,anmerkungen,quellen,literatur,literaturverzeichnis,referenzen",
    "sommaire,table des matières,remarques,références,sources",
    "índice,contenido,contenidos,tabla de contenidos,notas,apuntes,referencias",
    "indice,contenuti,sommario,note,appunti,riferimenti",
    "conteúdo,sumário,anotações,referências",
    "inhoud,inhoudsopgave,notities,aantekeningen,referenties,bronnen",
    "innehåll,innehållsförteckning,anteckningar,referenser",
    "содержание,оглавление,указатель,заметки,примечания,ссылки,литература,источники",
    "içindekiler,içerik,dizin,notlar,kaynaklar,kaynakça",
    "sisällys,sisällysluettelo,hakemisto,muistiinpanot,viitteet,lähteet",
    "目录,目錄,索引,笔记,筆記,参考,参考文献,参考资料,目次,メモ",
  ].flatMap((words) => words.split(",")),
);

/** A name of a file that is made for addresses or machines: a slug, a date, an id. */
const MACHINE_NAME =
  /^(?:\S*[\p{L}\p{N}][-_]\S+|\d{4}[-. _]?\d\d(?!\d).*|\d{6,}.*|(?=.*[A-Z])(?=.*[a-z])\w{20,})$/u;
const INDEX = /^(?:_?index|readme)$/i;
/** Fewer letters in common are no sign that two words are forms of one. */
const MIN_STEM = 4;
const UNDIVIDED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const WORD = new RegExp(
  `${UNDIVIDED.source}+|(?:(?!${UNDIVIDED.source})[\\p{L}\\p{M}\\p{N}])+`,
  "gu",
);
const COMMON_WORDS = new Set(Object.values(FUNCTION_WORDS).flatMap((words) => words.split(" ")));

/**
 * The title of a note that has none in its front matter: the heading of level 1 with which it begins. A note with
 * several such headings is called after its file, unless the name of that is made for machines, or the first heading
 * has a meaningful word of it.
 */
export function makeTitle(
  file: string,
  headings: readonly Heading[],
): Pick<Named, "title" | "heading"> {
  const name = titleOf(file);
  const real = headings.filter(({ text }) => !NO_TITLE.test(text));
  const [first] = real;
  const heading = first?.text.replace(/\s+/g, " ").replace(ATTRIBUTES, "").trim();
  if (first?.depth !== 1 || !heading || isPart(heading, name)) return { title: name };
  if (real.filter(({ depth }) => depth === 1).length === 1) return { title: heading };
  const isNamed = !MACHINE_NAME.test(name) && !INDEX.test(name) && !shareWord(heading, name);
  return isNamed ? { title: name, heading } : { title: heading };
}

/** The title that the name of a file gives; that of its folder for an index. */
export function titleOf(file: string): string {
  const own = withoutMarkdownExtension(lastPart(file));
  const name = (INDEX.test(own) && lastPart(folderOf(file))) || own;
  return name.trim() === "" ? slugName(name) : name.normalize("NFC").trim();
}

/** Whether a heading names a part of a note, unless its file is called so. */
function isPart(heading: string, name: string): boolean {
  // The small letter of a Turkish İ is an i with a dot above it.
  const text = heading.normalize("NFC").toLowerCase().replaceAll("\u0307", "");
  return text !== name.toLowerCase() && (PART.test(text) || PARTS.has(text));
}

/** Whether two names have a word, or the stem of one, in common that is no common word. */
function shareWord(a: string, b: string): boolean {
  const words = wordsOf(b);
  return (
    a.toLowerCase() === b.toLowerCase() ||
    wordsOf(a).some((word) => words.some((other) => word === other || areForms(word, other)))
  );
}

/** Words of scripts without spaces are not divided. */
function areForms(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return UNDIVIDED.test(short)
    ? short.length > 1 && long.includes(short)
    : short.length >= MIN_STEM && long.startsWith(short);
}

function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return words.filter((word) => /\p{L}/u.test(word) && !COMMON_WORDS.has(word));
}
