import type { DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import { encodeDestination, percentDecode } from "../markdown/escape.ts";
import { escapeBars, inCell, markdownLabel, plainLabel, respell } from "../markdown/labels.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
import { rewriteAttachment, rewriteShownFile } from "./attachments.ts";
import { isContents, isTomlTable, rewriteCodeOrAddress } from "./code-and-addresses.ts";
import type { LinkedHeading } from "./heading-index.ts";
import {
  ambiguousLink,
  brokenLink,
  diagnostic,
  type LinkContext,
  missingHeading,
  outsideContent,
  type Rewrite,
  shorten,
  UNCHANGED,
} from "./link-diagnostics.ts";
import { nameKey } from "./name-index.ts";
import type { Resolution } from "./note-names.ts";
import type { NamedAs } from "./suggest.ts";

const EMBED = diagnostic(
  "embed",
  "A note cannot be embedded: the service serves each note alone. Link to it, without the `!`.",
);

/** Decides what one wikilink becomes and what is wrong with it. */
export function rewriteWikilink(link: Wikilink, context: LinkContext): Rewrite {
  const { body } = context;
  if (/^[#\s]*$/.test(link.target)) return rewriteEmpty(link);
  if (isTomlTable(link, body)) return UNCHANGED;
  const rewrite = rewriteTarget(link, context);
  if (isCitation(link, body)) return rewrite.diagnostics.length > 0 ? UNCHANGED : rewrite;
  const { target, diagnostics } = rewrite;
  const embeds = link.embed && target !== undefined ? [EMBED] : [];
  const bars = link.bareBar ? [bareBar(link, body)] : [];
  return { ...rewrite, diagnostics: [...embeds, ...bars, ...diagnostics] };
}

/** Whether brackets that are no link may well be something else: `[[1]](address)`, `[[^1]]`, `$[[7, 1, 3]]$`. */
function isCitation({ start, end, target }: Wikilink, body: string): boolean {
  return body[end] === "(" || body[start - 1] === "$" || target.startsWith("^");
}

/** `[[|label]]` and `[[#]]`: links without a name. */
function rewriteEmpty(link: Wikilink): Rewrite {
  const message =
    "The link names no note. Write the name before the bar and the heading after the #.";
  const markdown = link.label === undefined ? undefined : plainLabel(link);
  return { markdown, diagnostics: [diagnostic("empty-link", message)] };
}

function rewriteTarget(link: Wikilink, context: LinkContext): Rewrite {
  const { body, note, names, rules } = context;
  const { target } = link;
  const shown = link.embed ? rewriteShownFile(link, context) : undefined;
  if (shown) return shown;
  const resolution = names.resolve(target, note);
  const { matches, name } = resolution;
  const rest = target.slice(name.length);
  if (matches === "outside") return unresolved(link, outsideContent(name));
  if (matches.length > 1) {
    const spelled = (each: number) => respell(link, body, names.index.spell(each) + rest);
    return unresolved(link, ambiguousLink(name, matches, spelled));
  }
  if (matches.length === 1) return rewriteToNote(link, context, resolution, matches[0]!);
  const planned = [target, name].find((each) => rules.planned.has(nameKey(each, "loose")));
  if (planned !== undefined) return { markdown: plainLabel(link, planned), diagnostics: [] };
  if (isContents(link, body)) return { markdown: "", diagnostics: [] };
  const other = rewriteAttachment(link, context) ?? rewriteCodeOrAddress(link, body);
  if (other) return other;
  const spelled = (named: NamedAs) => respell(link, body, named.name + percentDecode(rest));
  if (rules.pagesWithoutFile && !names.findLeftOut(name, note)) {
    return { markdown: plainLabel(link), diagnostics: [], isWithoutFile: true };
  }
  return unresolved(link, brokenLink(name, context, spelled, swapSides(link, context)));
}

/** The link with its sides swapped, if its label names a note: Dendron and Gollum put the label first. */
function swapSides(link: Wikilink, { body, note, names }: LinkContext): string | undefined {
  const { target, label = "", start, end, embed, bareBar } = link;
  if (names.resolve(label, note).matches.length !== 1) return undefined;
  const isEscaped = bareBar || body.slice(start, end).includes("\\|");
  return `${embed ? "!" : ""}[[${label}${isEscaped ? "\\|" : "|"}${target}]]`;
}

function unresolved(link: Wikilink, message: DiagnosticMessage): Rewrite {
  return { markdown: plainLabel(link), diagnostics: [message] };
}

function rewriteToNote(
  link: Wikilink,
  { body, names }: LinkContext,
  { name, headings, block }: Resolution,
  note: number,
): Rewrite {
  const diagnostics: DiagnosticMessage[] = [];
  const anchor = headings.length > 0 ? names.headings(note).find(headings) : undefined;
  if (headings.length > 0 && anchor === undefined) {
    const better = ({ text }: LinkedHeading) => respell(link, body, `${name}#${text}`);
    diagnostics.push(missingHeading(name, headings, names.headings(note), better));
  }
  if (block !== undefined) {
    const message = `Blocks have no anchors, so nothing can link to ^${shorten(block)}. Link to the note or to one of its headings.`;
    const better = name === "" ? [] : [respell(link, body, name)];
    diagnostics.push(diagnostic("block-reference", message, ...better));
  }
  const label = inCell(markdownLabel(link, name), link);
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  return {
    markdown: `[${label}](${names.destination(note)}${fragment})`,
    diagnostics,
    target: note,
  };
}

function bareBar({ start, end }: Wikilink, body: string): DiagnosticMessage {
  const fix = escapeBars(body.slice(start, end));
  const message = `The bar ends the table cell. Write \\| instead: ${shorten(fix)}.`;
  return diagnostic("bare-bar", message, fix);
}
