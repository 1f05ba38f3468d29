import { encodeDestination, percentDecode } from "../markdown/escape.ts";
import type { LinkedHeading } from "../markdown/headings.ts";
import { escapeBars, inCell, markdownLabel, plainLabel, respell } from "../markdown/labels.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
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

const EMBED = finding(
  "embed",
  "A note cannot be embedded: the service serves each note alone. Link to it, without the `!`.",
);

/** Decides what one wikilink becomes and what is wrong with it. */
export function judgeLink(link: Wikilink, context: LinkContext): Verdict {
  const { body } = context;
  if (/^[#\s]*$/.test(link.target)) return judgeEmpty(link);
  const verdict = judgeTarget(link, context);
  if (isCitation(link, body)) return verdict.findings.length > 0 ? LEFT_ALONE : verdict;
  const { target, findings } = verdict;
  const embeds = link.embed && target !== undefined ? [EMBED] : [];
  const bars = link.bareBar ? [bareBar(link, body)] : [];
  return { ...verdict, findings: [...embeds, ...bars, ...findings] };
}

/** Whether brackets that are no link may well be something else: `[[1]](address)`, `[[^1]]`, `$[[7, 1, 3]]$`. */
function isCitation({ start, end, target }: Wikilink, body: string): boolean {
  return body[end] === "(" || body[start - 1] === "$" || target.startsWith("^");
}

/** `[[|label]]` and `[[#]]`: links without a name. */
function judgeEmpty(link: Wikilink): Verdict {
  const message =
    "The link names no note. Write the name before the bar and the heading after the #.";
  const markdown = link.label === undefined ? undefined : plainLabel(link);
  return { markdown, findings: [finding("empty-link", message)] };
}

function judgeTarget(link: Wikilink, context: LinkContext): Verdict {
  const { body, note, names, rules } = context;
  const { target } = link;
  const resolution = names.resolve(target, note);
  const { found, name } = resolution;
  const rest = target.slice(name.length);
  if (found === "outside") return unresolved(link, outsideContent(name));
  if (found.length > 1) {
    const spelled = (each: number) => respell(link, body, names.index.spell(each) + rest);
    return unresolved(link, ambiguousLink(name, found, spelled));
  }
  if (found.length === 1) return judgeNote(link, context, resolution, found[0]!);
  const planned = [target, name].find((each) => rules.planned.has(nameKey(each, "loose")));
  if (planned !== undefined) return { markdown: plainLabel(link, planned), findings: [] };
  const other = judgeAttachment(link, context) ?? judgeNonLink(link, body);
  if (other) return other;
  const spelled = (named: NamedAs) => respell(link, body, named.name + percentDecode(rest));
  return unresolved(link, brokenLink(name, context, spelled));
}

function unresolved(link: Wikilink, fault: LinkFinding): Verdict {
  return { markdown: plainLabel(link), findings: [fault] };
}

function judgeNote(
  link: Wikilink,
  { body, names }: LinkContext,
  { name, headings, block }: Resolution,
  note: number,
): Verdict {
  const findings: LinkFinding[] = [];
  const anchor = headings.length > 0 ? names.headings(note).find(headings) : undefined;
  if (headings.length > 0 && anchor === undefined) {
    const better = ({ text }: LinkedHeading) => respell(link, body, `${name}#${text}`);
    findings.push(missingHeading(name, headings, names.headings(note), better));
  }
  if (block !== undefined) {
    const message = `Blocks have no anchors, so nothing can link to ^${shorten(block)}. Link to the note or to one of its headings.`;
    const better = name === "" ? [] : [respell(link, body, name)];
    findings.push(finding("block-reference", message, ...better));
  }
  const label = inCell(markdownLabel(link, name), link);
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  return { markdown: `[${label}](${names.destination(note)}${fragment})`, findings, target: note };
}

function bareBar({ start, end }: Wikilink, body: string): LinkFinding {
  const fix = escapeBars(body.slice(start, end));
  const message = `The bar ends the table cell. Write \\| instead: ${shorten(fix)}.`;
  return { ...finding("bare-bar", message, fix), fix };
}
