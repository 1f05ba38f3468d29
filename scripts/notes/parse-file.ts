import type { Collection, Config } from "../config/config.ts";
import { folderOf, lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import { readSource, type SourceFile, sourceStamp } from "../content/read.ts";
import { type MarkdownScan, scanMarkdown } from "../markdown/scan.ts";
import { nearestNames } from "../problems/nearest.ts";
import { type Finding, placeAt } from "../problems/problems.ts";
import type { RuleSeverities } from "../problems/rules.ts";
import { slugName } from "../routes/slugs.ts";
import { readFields } from "./fields.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readLogseqPage } from "./logseq.ts";
import type { ParsedFile, ParsedNote, PlacedFile } from "./note.ts";

/** A summary made from the body is cut between words after at most this many UTF-16 units. */
const MAX_SUMMARY_UNITS = 300;
/** Removed from the end of a cut summary. */
const LOOSE_END = /[ ,;:.\u2013\u2014-]+$/;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** What parsing depends on besides the files. */
export interface ParseContext {
  contentDir: string;
  config: Config;
  severities: RuleSeverities;
}

export interface UnreadFile {
  place: PlacedFile;
  /** The digest from the last build: if it is the same, the file is not parsed again. */
  digest: string | undefined;
}

/**
 * Reads and parses one file.
 * @returns `found` has neither note nor findings if the digest is unchanged; `body` is the note's text after the
 *   front matter
 */
export function parseFile(
  { place: { file, collection }, digest: known }: UnreadFile,
  context: ParseContext,
): { found: ParsedFile; body?: string | undefined } {
  const { contentDir } = context;
  // Taken before the text is read, so that the next build notices changes made after this.
  const stamp = sourceStamp(`${contentDir}/${file}`);
  const source = readSource(contentDir, file);
  if ("rule" in source) return { found: { stamp, digest: "", findings: [source] } };
  const { text, digest } = source;
  if (digest === known) return { found: { stamp, digest, findings: [] } };
  const parsed = parseNote(source, collection, context);
  const body = parsed.note && text.slice(parsed.note.bodyStart);
  return { found: { stamp, digest, ...parsed }, body };
}

/** Parses the front matter, fields, wikilinks and headings of one note. A pure function. */
function parseNote(
  { file, text }: Pick<SourceFile, "file" | "text">,
  collection: Collection,
  { config, severities }: ParseContext,
): Pick<ParsedFile, "note" | "draft" | "findings"> {
  const frontMatter = readFrontMatter(text);
  const { bodyStart, isDraft } = frontMatter;
  const source = { file, text, frontMatter, collection, config, severities };
  const { fields: read, findings } = readFields(source);
  const { title, summary, tags, ...fields } = read;
  const body = text.slice(bodyStart);
  const page = config.logseq && readLogseqPage(file, body, config.logseq);
  const aliases = [...fields.aliases, ...(page?.aliases ?? [])];
  if (isDraft || page?.isDraft) {
    const draft = { file, title: title ?? page?.title ?? titleOf(file), aliases };
    return { draft, findings: findings.flatMap(draftFinding) };
  }

  const reading = { withTags: config.inlineTags ?? false, isLogseq: page !== undefined };
  const { opening, tags: inline, ...scan } = scanMarkdown(body, reading);
  const strange = inline.filter((tag) => config.tags && !config.tags.has(tag.text));
  const note: ParsedNote = {
    ...fields,
    aliases,
    title: title ?? page?.title ?? firstHeading(scan) ?? titleOf(file),
    tags: [...new Set([...tags, ...(page?.tags ?? []), ...inline.map((tag) => tag.text)])],
    summary: summary ?? cutSummary(opening),
    hasSummary: summary !== undefined,
    bodyStart,
    bodyLine: placeAt(text, bodyStart).line,
    scan,
  };
  const tagFindings = strange.map(
    (tag): Finding => ({
      file,
      ...placeAt(text, bodyStart + tag.start),
      length: tag.text.length + 1,
      rule: "value-not-allowed",
      message: `The tag ${JSON.stringify(tag.text)} is not among those that collections.yaml allows.`,
      suggestions: nearestNames(tag.text, config.tags ?? []).map((name) => `#${name}`),
    }),
  );
  return { note, findings: [...findings, ...tagFindings] };
}

/** Of the problems of a draft, only those in its front matter matter: that it is a draft may be a mistake. */
function draftFinding(finding: Finding): Finding[] {
  if (finding.rule !== "front-matter-malformed") return [];
  const message = `${finding.message} The note is left out, because it may be a draft.`;
  return [{ ...finding, rule: "draft-front-matter", message }];
}

function firstHeading({ headings }: MarkdownScan): string | undefined {
  return headings
    .find(({ depth, text }) => depth === 1 && text.trim() !== "")
    ?.text.replace(/\s+/g, " ")
    .trim();
}

function titleOf(file: string): string {
  const own = withoutMarkdownExtension(lastPart(file));
  const name = (/^(?:_?index|readme)$/i.test(own) && lastPart(folderOf(file))) || own;
  return name.trim() === "" ? slugName(name) : name.normalize("NFC");
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
