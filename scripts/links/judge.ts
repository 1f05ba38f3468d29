import { encodeDestination, escapeText, percentDecode } from "../markdown/escape.ts";
import type { LinkedHeading } from "../markdown/headings.ts";
import {
  escapeBars,
  inCell,
  labelOf,
  markdownLabel,
  ownLabel,
  plainLabel,
  respell,
  type WrittenLink,
} from "../markdown/labels.ts";
import { judgeAttachment } from "./attachments.ts";
import {
  ambiguousLink,
  brokenLink,
  finding,
  LEFT_ALONE,
  type LinkContext,
  type LinkFinding,
  missingHeading,
  outsideContent,
  shorten,
  type Verdict,
} from "./findings.ts";
import { nameKey } from "./name-index.ts";
import type { Resolution } from "./names.ts";
import { judgeNonLink } from "./non-links.ts";
import type { NamedAs } from "./suggest.ts";

type LinkInNote = WrittenLink & LinkContext;

/** Decides what one wikilink becomes and what is wrong with it. */
export function judgeLink(written: LinkInNote): Verdict {
  const { link } = written;
  if (/^[#\s]*$/.test(link.target)) return judgeEmpty(written);
  const verdict = judgeTarget(written);
  if (isCitation(written)) return verdict.findings.length > 0 ? LEFT_ALONE : verdict;
  const { target, findings } = verdict;
  const embeds = link.embed && target !== undefined ? [embed(written, findings.length === 0)] : [];
  const bars = link.bareBar ? [bareBar(written)] : [];
  return { ...verdict, findings: [...embeds, ...bars, ...findings] };
}

/** Whether brackets that are no link may well be something else: `[[1]](address)`, `[[^1]]`, `$[[7, 1, 3]]$`. */
function isCitation({ link, body }: WrittenLink): boolean {
  return body[link.end] === "(" || body[link.start - 1] === "$" || /^\^/.test(link.target);
}

/** `[[|label]]` and `[[#]]`: links without a name. */
function judgeEmpty(written: LinkInNote): Verdict {
  const message =
    "The link names no note. Write the name before the bar and the heading after the #.";
  const markdown = written.link.label === undefined ? undefined : plainLabel(written);
  return { markdown, findings: [finding("empty-link", message)] };
}

function judgeTarget(written: LinkInNote): Verdict {
  const { link, note, names, rules } = written;
  const { target } = link;
  const resolution = names.resolve(target, note);
  const { found, name } = resolution;
  if (found === "outside") return unresolved(written, outsideContent(name));
  if (found.length > 1) return unresolved(written, ambiguous(written, name, found));
  if (found.length === 1) return judgeNote(written, resolution, found[0]!);
  const planned = [target, name].find((each) => rules.planned.has(nameKey(each, "loose")));
  if (planned !== undefined) return { markdown: plainLabel(written, planned), findings: [] };
  const attachment = judgeAttachment(written);
  if (attachment) return attachment;
  const nonLink = judgeNonLink(written);
  if (nonLink) return nonLink;
  const rest = percentDecode(target.slice(name.length));
  const spelled = (named: NamedAs) => respell(written, named.name + rest);
  return unresolved(written, brokenLink(name, name, written, spelled));
}

function unresolved(written: LinkInNote, fault: LinkFinding): Verdict {
  return { markdown: plainLabel(written), findings: [fault] };
}

function ambiguous(written: LinkInNote, name: string, notes: readonly number[]): LinkFinding {
  const { link, names } = written;
  const rest = link.target.slice(name.length);
  const label = escapeText(labelOf(link.target, name));
  const spell = (note: number) => names.index.spell(note);
  return ambiguousLink(name, notes, spell, (named) => respell(written, named.name + rest, label));
}

function judgeNote(written: LinkInNote, { name, headings, block }: Resolution, note: number) {
  const { link, names } = written;
  const findings: LinkFinding[] = [];
  const anchor = headings.length > 0 ? names.headings(note).find(headings) : undefined;
  if (headings.length > 0 && anchor === undefined) {
    const better = ({ text }: LinkedHeading) => respell(written, `${name}#${text}`);
    findings.push(missingHeading(name, headings, names.headings(note), better));
  }
  if (block !== undefined) {
    const message = `Blocks have no anchors, so nothing can link to ^${shorten(block)}. Link to the note or to one of its headings.`;
    const better = name === "" ? [] : [respell(written, name)];
    findings.push(finding("block-reference", message, ...better));
  }
  const label = inCell(markdownLabel(link, name), link);
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  return { markdown: `[${label}](${names.destination(note)}${fragment})`, findings, target: note };
}

function bareBar({ link, body }: WrittenLink): LinkFinding {
  const fix = escapeBars(body.slice(link.start, link.end));
  const message = `The bar ends the table cell. Write \\| instead: ${shorten(fix)}.`;
  return { ...finding("bare-bar", message, fix), fix };
}

/** @param isSound whether the link itself is right */
function embed({ link, body }: LinkInNote, isSound: boolean): LinkFinding {
  const message = "A note cannot be embedded: the service serves each note alone. Link to it.";
  // The size of a picture is no label for a link.
  const isRight = isSound && link.label === ownLabel(link);
  const better = isRight ? [inCell(body.slice(link.start + 1, link.end), link)] : [];
  return finding("embed", message, ...better);
}
