import type { Config } from "../config/config.ts";
import type { SourceFile } from "../content/read-file.ts";
import { type Diagnostic, type DiagnosticMessage, positionAt } from "../diagnostics/diagnostics.ts";
import { nearestNames } from "../diagnostics/nearest.ts";
import { scanMarkdown } from "../markdown/scan.ts";
import { type ParseContext, readFields } from "./fields.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readLogseqPage } from "./logseq.ts";
import type { ParsedFile, ParsedNote } from "./parsed-file.ts";
import { makeTitle, titleOf } from "./title.ts";
import { withholdingFolder } from "./withholding.ts";

/** A summary made from the body is cut between words after at most this many UTF-16 units. */
const MAX_SUMMARY_UNITS = 300;
/** Removed from the end of a cut summary. */
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
    summary: summary ?? cutSummary(excerpt),
    hasSummary: summary !== undefined,
    bodyStart,
    bodyLine: positionAt(text, bodyStart).line,
    scan,
  };
  const ofTags = inline.flatMap(({ text: tag, start }) => {
    const message = checkTag(tag, config);
    return message ? { file, ...positionAt(text, bodyStart + start), ...message } : [];
  });
  return { digest, note, diagnostics: [...diagnostics, ...ofTags] };
}

/** What is wrong with a tag in the text; undefined if it is allowed. */
function checkTag(
  tag: string,
  { tags }: Config,
): (DiagnosticMessage & { length: number }) | undefined {
  if (tags === undefined || tags.has(tag)) return undefined;
  return {
    length: tag.length + 1,
    rule: "value-not-allowed",
    message: `The tag ${JSON.stringify(tag)} is not among those that collections.yaml allows.`,
    suggestions: nearestNames(tag, tags).map((name) => `#${name}`),
  };
}

/** Of the problems of a withheld note, only those in its front matter matter: withholding it may be a mistake. */
function draftDiagnostic(diagnostic: Diagnostic): Diagnostic[] {
  if (diagnostic.rule !== "front-matter-malformed") return [];
  const message = `${diagnostic.message} The note is withheld, because it may be a draft.`;
  return [{ ...diagnostic, rule: "draft-front-matter", message }];
}

/** A text on one line, cut between words if it is too long for a summary. */
export function cutSummary(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_SUMMARY_UNITS) return line;
  const space = line.lastIndexOf(" ", MAX_SUMMARY_UNITS);
  const end = space > MAX_SUMMARY_UNITS / 2 ? space : MAX_SUMMARY_UNITS;
  const cut = line.slice(0, end).replace(HALF_CHARACTER, "").replace(LOOSE_END, "");
  return `${cut}\u2026`;
}
