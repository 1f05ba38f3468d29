import { ambiguousLink } from "./ambiguous-link.ts";
import { brokenLink } from "./broken-link.ts";
import { codeSpan } from "./code-span.ts";
import { escapeBars } from "./escape-bars.ts";
import { inCell } from "./in-cell.ts";
import { isAttachment } from "./is-attachment.ts";
import { isPlanned } from "./is-planned.ts";
import type { LinkFinding } from "./link-finding.ts";
import type { LinkRules } from "./link-rules.ts";
import { looksLikeCode } from "./looks-like-code.ts";
import { markdownLabel } from "./markdown-label.ts";
import { missingHeading } from "./missing-heading.ts";
import { ownLabel } from "./own-label.ts";
import { plainLabel } from "./plain-label.ts";
import type { Resolution, Resolver } from "./resolver.ts";
import { respell } from "./respell.ts";
import { shorten } from "./shorten.ts";
import { webAddress } from "./web-address.ts";
import { writeLink } from "./write-link.ts";
import type { WrittenLink } from "./written-link.ts";

/** What becomes of one wikilink. */
export interface Verdict {
  /** Markdown in its place; undefined leaves it as it stands. */
  markdown: string | undefined;
  /** What is wrong with it, whether or not a rule cares. */
  findings: LinkFinding[];
  /** The number of the note it leads to. */
  target?: number;
}

/** As much of a row is looked at before a link, in UTF-16 units. */
const LOOK_BACK = 500;

const LEFT_ALONE: Verdict = { markdown: undefined, findings: [] };

/** Decides what one wikilink of a note becomes and what is wrong with it. @param note its number */
export function judgeLink(
  written: WrittenLink,
  note: number,
  resolver: Resolver,
  rules: LinkRules,
): Verdict {
  const { link } = written;
  if (/^[#\s]*$/.test(link.target)) return judgeEmpty(written);
  const resolution = resolver.resolve(link.target, note);
  const verdict = judgeTarget(written, resolution, note, resolver, rules);
  if (link.conditional) return verdict.findings.length > 0 ? LEFT_ALONE : verdict;
  if (link.bareBar && isInBackticks(written)) {
    return { markdown: undefined, findings: [bareBar(written)] };
  }
  if (link.bareBar) verdict.findings.unshift(bareBar(written));
  return link.embed ? judgeEmbed(written, verdict, rules) : verdict;
}

function judgeTarget(
  written: WrittenLink,
  resolution: Resolution,
  note: number,
  resolver: Resolver,
  rules: LinkRules,
): Verdict {
  const { link } = written;
  const { name } = resolution;
  switch (resolution.kind) {
    case "note":
      return judgeNote(written, resolution, resolver);
    case "ambiguous":
      return unresolved(written, ambiguousLink(written, name, resolution.notes, resolver.spell));
    case "outside":
      return unresolved(written, outsideContent(name));
    case "missing": {
      const planned = [link.target, name].find((each) => isPlanned(each, rules.planned));
      return planned === undefined
        ? judgeMissing(written, name, () => resolver.suggest(name, note))
        : { markdown: plainLabel(written, planned), findings: [] };
    }
  }
}

function judgeMissing(
  written: WrittenLink,
  name: string,
  suggest: () => ReturnType<Resolver["suggest"]>,
): Verdict {
  const url = webAddress(written.link.target);
  if (url !== undefined) return externalLink(written, url);
  if (looksLikeCode(written)) return { markdown: undefined, findings: [codeAsLink(written)] };
  return unresolved(written, brokenLink(written, name, suggest()));
}

function judgeNote(
  written: WrittenLink,
  { note, name, headings, block }: Extract<Resolution, { kind: "note" }>,
  resolver: Resolver,
): Verdict {
  const { link } = written;
  const findings: LinkFinding[] = [];
  const anchor = headings.length > 0 ? resolver.anchor(note, headings) : undefined;
  if (headings.length > 0 && anchor === undefined) {
    findings.push(missingHeading(written, name, headings, resolver.headings(note)));
  }
  if (block !== undefined) findings.push(blockReference(written, name, block));
  const label = markdownLabel(link, name);
  const markdown = writeLink(inCell(label, link), resolver.destination(note), anchor);
  return { markdown, findings, target: note };
}

/** `[[|label]]` and `[[#]]` are links that lost their names. */
function judgeEmpty(written: WrittenLink): Verdict {
  const { link } = written;
  const finding: LinkFinding = {
    rule: "empty-link",
    message: "The link names no note. Write the name before the bar and the heading after the #.",
    suggestions: [],
  };
  const markdown = link.label === undefined ? undefined : plainLabel(written);
  return { markdown, findings: [finding] };
}

/** An embed at `error` says so and nothing else of the note; else it is judged as a link is. */
function judgeEmbed(written: WrittenLink, verdict: Verdict, rules: LinkRules): Verdict {
  const { link, body } = written;
  const isOther = ({ rule }: LinkFinding) => rule === "code-as-link" || rule === "external-link";
  if (verdict.findings.some(isOther)) return verdict;
  const faults = verdict.findings.filter(({ rule }) => rule !== "bare-bar");
  const isFile = verdict.target === undefined && isAttachment(link.target);
  const finding: LinkFinding = isFile
    ? {
        rule: "embed",
        message: `"${shorten(link.target)}" cannot be shown: the service has notes and no other files.`,
        suggestions: [],
      }
    : {
        rule: "embed",
        message: "A note cannot be embedded: the service serves each note alone. Link to it.",
        suggestions:
          faults.length > 0
            ? faults.flatMap(({ suggestions }) => suggestions.map((each) => asLink(written, each)))
            : [inCell(asLink(written, body.slice(link.start, link.end)), link)],
      };
  const isOnlyEmbed = isFile || rules.severities.embed === "error";
  const others = verdict.findings.filter(({ rule }) => !isOnlyEmbed || rule === "bare-bar");
  return { ...verdict, findings: [finding, ...others] };
}

/** An embed as a link: what is written for a picture's size is no label of it. */
function asLink({ link }: WrittenLink, embed: string): string {
  const source = embed.replace(/^!/, "");
  return ownLabel(link) === link.label ? source : source.replace(/\\?\|[^|]*$/, "]]");
}

function unresolved(written: WrittenLink, finding: LinkFinding): Verdict {
  return { markdown: plainLabel(written), findings: [finding] };
}

/** Whether a bar in a table cut a code span in two: an odd number of backticks stands before it. */
function isInBackticks({ link, body }: WrittenLink): boolean {
  const before = body.slice(Math.max(0, link.start - LOOK_BACK), link.start);
  const row = before.slice(before.lastIndexOf("\n") + 1);
  return row.split("`").length % 2 === 0;
}

function bareBar({ link, body }: WrittenLink): LinkFinding {
  const fix = escapeBars(body.slice(link.start, link.end));
  return {
    rule: "bare-bar",
    message: `The bar ends the table's cell. Write \\| for it: ${shorten(fix)}.`,
    suggestions: [fix],
    fix,
  };
}

function blockReference(written: WrittenLink, name: string, block: string): LinkFinding {
  return {
    rule: "block-reference",
    message: `Blocks have no anchors, so nothing can link to ^${shorten(block)}. Link to the note or to one of its headings.`,
    suggestions: name === "" ? [] : [respell(written, name)],
  };
}

function outsideContent(name: string): LinkFinding {
  return {
    rule: "outside-content",
    message: `The path "${shorten(name)}" leads out of the content folder.`,
    suggestions: [],
  };
}

function externalLink({ link }: WrittenLink, url: string): Verdict {
  const markdown = link.label === undefined ? `<${url}>` : `[${link.label}](${url})`;
  const finding: LinkFinding = {
    rule: "external-link",
    message: `Double brackets link to notes. Write ${shorten(markdown)} for an address.`,
    suggestions: [markdown],
  };
  return { markdown, findings: [finding] };
}

function codeAsLink({ link, body }: WrittenLink): LinkFinding {
  const source = body.slice(link.start, link.end);
  const inCode = codeSpan(link.inTable ? escapeBars(source) : source);
  return {
    rule: "code-as-link",
    message:
      "Double brackets are a link, and this reads like code. Put it in backticks, or write \\[[ for brackets that are text.",
    suggestions: [inCode, source.replace("[[", () => "\\[[")],
  };
}
