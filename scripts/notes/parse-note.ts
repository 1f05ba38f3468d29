import type { Collection } from "../collections/collection.ts";
import type { ContentConfig } from "../collections/content-config.ts";
import { type Place, placeAt } from "../content/place.ts";
import type { SourceFile } from "../content/source-file.ts";
import { nearestNames } from "../report/nearest.ts";
import type { Finding } from "../report/problems.ts";
import type { RuleSeverities } from "../report/rules.ts";
import { type MarkdownScan, scanMarkdown } from "../wikilinks/scan.ts";
import { readFrontMatter } from "./front-matter.ts";
import { type InlineTag, inlineTags } from "./inline-tags.ts";
import type { ParsedNote } from "./parsed-note.ts";
import { readFields } from "./read-fields.ts";
import { slugName } from "./slug-name.ts";
import { summarize } from "./summarize.ts";

/**
 * Takes one note apart: front matter, fields, wikilinks and headings. It reads nothing but its
 * arguments, so the result holds for as long as they do.
 * @returns `note` is undefined for a draft
 */
export function parseNote(
  { file, text }: Pick<SourceFile, "file" | "text">,
  collection: Collection,
  config: ContentConfig,
  severities: RuleSeverities,
): { note: ParsedNote | undefined; findings: Finding[] } {
  const frontMatter = readFrontMatter(file, text);
  const source = { file, text, frontMatter };
  const { fields, findings } = readFields(source, collection, config, severities);
  findings.unshift(...frontMatter.findings);
  if (fields.draft) return { note: undefined, findings: [] };

  const { bodyStart } = frontMatter;
  const body = detached(text.slice(bodyStart));
  const scan = scanMarkdown(body);
  const inline = config.inlineTags ? inlineTags(body, scan.links) : [];
  for (const tag of inline) {
    if (config.tags === undefined || config.tags.has(tag.text)) continue;
    findings.push(strangeTag(file, placeAt(text, bodyStart + tag.start), tag.text, config.tags));
  }
  const { category, domain } = fields;
  const note: ParsedNote = {
    file,
    text,
    bodyStart,
    bodyLine: placeAt(text, bodyStart).line,
    collection,
    title: fields.title ?? firstHeading(scan.headings) ?? titleOf(file),
    tags: inline.length === 0 ? fields.tags : withInline(fields.tags, inline),
    summary: fields.summary ?? summarize(body, scan),
    hasSummary: fields.summary !== undefined,
    aliases: fields.aliases,
    scan,
  };
  if (category !== undefined) note.category = category;
  if (domain !== undefined) note.domain = domain;
  return { note, findings };
}

/**
 * A body in memory of its own, where its characters are reached sooner than as a part of the whole
 * text. One blank line more at the end says nothing.
 */
function detached(body: string): string {
  return body.endsWith("\n") ? [body, "\n"].join("") : body;
}

function withInline(tags: readonly string[], inline: readonly InlineTag[]): string[] {
  return [...new Set([...tags, ...inline.map(({ text }) => text)])];
}

function firstHeading(headings: MarkdownScan["headings"]): string | undefined {
  return headings
    .find((heading) => heading.depth === 1 && heading.text.trim() !== "")
    ?.text.replace(/\s+/g, " ")
    .trim();
}

function titleOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1, file.lastIndexOf("."));
  return name.trim() === "" ? slugName(name) : name.normalize("NFC");
}

function strangeTag(
  file: string,
  place: Place,
  tag: string,
  allowed: ReadonlySet<string>,
): Finding {
  return {
    file,
    ...place,
    length: tag.length + 1,
    rule: "value-not-allowed",
    message: `The tag "${tag}" is not among those that collections.yaml allows.`,
    suggestions: nearestNames(tag, allowed).map((name) => `#${name}`),
  };
}
