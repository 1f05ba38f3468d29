import type { SourceFile } from "../content/read-file.ts";
import { type Diagnostic, positionAt } from "../diagnostics/diagnostics.ts";
import { scanMarkdown } from "../markdown/scan.ts";
import { explainNotAllowed, type ParseContext, readFields } from "./fields.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readLogseqPage } from "./logseq.ts";
import type { ParsedFile, ParsedNote } from "./parsed-file.ts";
import { makeTitle, titleOf } from "./title.ts";
import { withholdingFolder } from "./withholding.ts";

/** UTF-16 units of a summary that is made from the body. */
const MAX_SUMMARY_UNITS = 300;
/** Removed from the end of a text that is cut. */
const LOOSE_END = /[ ,;:.\u2013\u2014-]+$/;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** Parses the front matter, fields, wikilinks and headings of one file. A pure function. */
export function parseFile(source: SourceFile, context: ParseContext): ParsedFile {
  const { file, text, digest } = source;
  const { collection, config } = context;
  const rules = { fields: collection.fields, withhold: config.withhold };
  const frontMatter = readFrontMatter(text, rules);
  const { bodyStart, publishedBy, withheldBy } = frontMatter;
  const { fields: all, diagnostics } = readFields({ ...source, ...context, frontMatter });
  const { title, summary, tags, ...fields } = all;
  const body = text.slice(bodyStart);
  const page = config.logseq && readLogseqPage(file, body, config.logseq);
  const aliases = [...fields.aliases, ...(page?.aliases ?? [])];
  const folder = publishedBy === undefined ? withholdingFolder(file, config.templates) : undefined;
  const by = withheldBy ?? folder;
  if (by !== undefined) {
    const withheld = { file, title: title ?? page?.title ?? titleOf(file), aliases, by };
    const problems = withheldBy === undefined ? [] : diagnostics.flatMap(draftDiagnostic);
    return { digest, withheld, diagnostics: problems };
  }
  const reading = {
    withExcerpt: summary === undefined,
    withTags: config.inlineTags ?? false,
    isLogseq: page !== undefined,
  };
  const { excerpt, tags: inline, ...scan } = scanMarkdown(body, reading);
  const own = title ?? page?.title;
  const note: ParsedNote = {
    ...fields,
    file,
    aliases,
    ...(own === undefined ? makeTitle(file, scan.headings) : { title: own }),
    tags: [...new Set([...tags, ...(page?.tags ?? []), ...inline.map((tag) => tag.text)])],
    summary: summary ?? cutText(excerpt),
    hasSummary: summary !== undefined,
    bodyStart,
    bodyLine: positionAt(text, bodyStart).line,
    scan,
  };
  const ofTags = inline.flatMap(({ text: tag, start }) => {
    const wrong = explainNotAllowed("tag", tag, config.tags);
    if (wrong === undefined) return [];
    const position = { ...positionAt(text, bodyStart + start), length: tag.length + 1 };
    const suggestions = wrong.suggestions.map((name) => `#${name}`);
    return { file, ...position, ...wrong, suggestions };
  });
  return { digest, note, diagnostics: [...diagnostics, ...ofTags] };
}

/** Of the problems of a withheld note, only those in its front matter matter: withholding it may be a mistake. */
function draftDiagnostic(diagnostic: Diagnostic): Diagnostic[] {
  if (diagnostic.rule !== "front-matter-malformed") return [];
  const message = `${diagnostic.message} The note is withheld, because it may be a draft.`;
  return [{ ...diagnostic, rule: "draft-front-matter", message }];
}

/** A text on one line, cut between words after at most `max` UTF-16 units. */
export function cutText(text: string, max = MAX_SUMMARY_UNITS): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const space = line.lastIndexOf(" ", max);
  const end = space > max / 2 ? space : max;
  const cut = line.slice(0, end).replace(HALF_CHARACTER, "").replace(LOOSE_END, "");
  return `${cut}\u2026`;
}
