import {
  type Advice,
  ambiguousLink,
  brokenLink,
  draftLink,
  fileLink,
  isAttachment,
  LEFT_ALONE,
  type LinkFinding,
  type LinkRules,
  missingHeading,
  outsideContent,
  shorten,
  type Verdict,
} from "./findings.ts";
import {
  escapeBars,
  inCell,
  labelOf,
  markdownLabel,
  ownLabel,
  plainLabel,
  respell,
  type WrittenLink,
} from "./labels.ts";
import { nameKey } from "./name-index.ts";
import type { NoteNames, Resolution } from "./names.ts";
import { judgeAddress, judgeCode } from "./non-links.ts";
import { encodeDestination, escapeText } from "./write.ts";

/** How far back from a link its row is read, in UTF-16 units. */
const LOOK_BACK = 500;

/** Decides what one wikilink of a note becomes and what is wrong with it. @param note its number */
export function judgeLink(
  written: WrittenLink,
  note: number,
  names: NoteNames,
  rules: LinkRules,
): Verdict {
  const { link } = written;
  if (/^[#\s]*$/.test(link.target)) return judgeEmpty(written);
  const verdict = judgeTarget(written, note, names, rules);
  if (link.conditional) return verdict.findings.length > 0 ? LEFT_ALONE : verdict;
  if (link.bareBar) {
    if (isInBackticks(written)) return { markdown: undefined, findings: [bareBar(written)] };
    verdict.findings.unshift(bareBar(written));
  }
  return link.embed ? judgeEmbed(written, verdict, note, names, rules) : verdict;
}

function judgeTarget(
  written: WrittenLink,
  note: number,
  names: NoteNames,
  rules: LinkRules,
): Verdict {
  const { target } = written.link;
  const resolution = names.resolve(target, note);
  const { name } = resolution;
  switch (resolution.kind) {
    case "note":
      return judgeNote(written, resolution, names);
    case "ambiguous":
      return unresolved(written, {
        rule: "ambiguous-link",
        describe: () => ambiguous(written, name, resolution.notes, names),
      });
    case "outside":
      return unresolved(written, {
        rule: "outside-content",
        describe: () => outsideContent(name),
      });
    case "missing": {
      const planned = [target, name].find((each) => rules.planned.has(nameKey(each, "loose")));
      return planned === undefined
        ? judgeMissing(written, name, note, names)
        : { markdown: plainLabel(written, planned), findings: [] };
    }
  }
}

function judgeNote(
  written: WrittenLink,
  { note, name, headings, block }: Extract<Resolution, { kind: "note" }>,
  names: NoteNames,
): Verdict {
  const { link } = written;
  const findings: LinkFinding[] = [];
  const anchor = headings.length > 0 ? names.headings(note).find(headings) : undefined;
  if (headings.length > 0 && anchor === undefined) {
    const respellPath = (path: readonly string[]) => respell(written, [name, ...path].join("#"));
    findings.push({
      rule: "missing-heading",
      describe: () => missingHeading(name, headings, names.headings(note), respellPath),
    });
  }
  if (block !== undefined) {
    findings.push({
      rule: "block-reference",
      describe: () => blockReference(written, name, block),
    });
  }
  const label = inCell(markdownLabel(link, name), link);
  const fragment = anchor === undefined ? "" : `#${encodeDestination(anchor)}`;
  const markdown = `[${label}](${names.destination(note)}${fragment})`;
  return { markdown, findings, target: note };
}

function ambiguous(
  written: WrittenLink,
  name: string,
  notes: readonly number[],
  names: NoteNames,
): Advice {
  const { target } = written.link;
  const rest = target.slice(name.length);
  const label = escapeText(labelOf(target, name));
  const spell = (note: number) => names.spell(note);
  return ambiguousLink(name, notes, spell, (named) => respell(written, named.name + rest, label));
}

/** A target that names no note: an address, code, or a name that is wrong. */
function judgeMissing(written: WrittenLink, name: string, note: number, names: NoteNames): Verdict {
  const { link } = written;
  const isFile = link.embed && isAttachment(link.target);
  const other = judgeAddress(written) ?? (isFile ? undefined : judgeCode(written));
  if (other !== undefined) return other;
  const rest = link.target.slice(name.length);
  return unresolved(written, {
    rule: "broken-link",
    describe: () =>
      explainMissing(name, rest, note, names, (named, rest) => respell(written, named.name + rest)),
  });
}

/**
 * Why a name resolves to no note: it belongs to a draft or to another file, or it is wrong.
 * @param rest what follows the name in the target
 * @param respellName the link with another target
 * @param wanted the name to suggest others for
 */
export function explainMissing(
  name: string,
  rest: string,
  note: number,
  names: NoteNames,
  respellName: Parameters<typeof brokenLink>[3],
  wanted = name,
): Advice {
  const draft = names.findDraft(name, note);
  if (draft !== undefined) return draftLink(name, draft);
  const file = names.findFile(name, note);
  if (file !== undefined) return fileLink(name, file);
  return brokenLink(name, rest, names.suggest(wanted, note), respellName);
}

function unresolved(written: WrittenLink, finding: LinkFinding): Verdict {
  return { markdown: plainLabel(written), findings: [finding] };
}

/** `[[|label]]` and `[[#]]`: links without a name. */
function judgeEmpty(written: WrittenLink): Verdict {
  const message =
    "The link names no note. Write the name before the bar and the heading after the #.";
  const finding: LinkFinding = {
    rule: "empty-link",
    describe: () => ({ message, suggestions: [] }),
  };
  const { label } = written.link;
  return { markdown: label === undefined ? undefined : plainLabel(written), findings: [finding] };
}

/** Whether a bar in a table splits a code span: an odd number of backticks precedes the link in its row. */
function isInBackticks({ link, body }: WrittenLink): boolean {
  const before = body.slice(Math.max(0, link.start - LOOK_BACK), link.start);
  const row = before.slice(before.lastIndexOf("\n") + 1);
  return row.split("`").length % 2 === 0;
}

function bareBar({ link, body }: WrittenLink): LinkFinding {
  const describe = () => {
    const fix = escapeBars(body.slice(link.start, link.end));
    const message = `The bar ends the table's cell. Write \\| for it: ${shorten(fix)}.`;
    return { message, suggestions: [fix], fix };
  };
  return { rule: "bare-bar", describe };
}

function blockReference(written: WrittenLink, name: string, block: string): Advice {
  return {
    message: `Blocks have no anchors, so nothing can link to ^${shorten(block)}. Link to the note or to one of its headings.`,
    suggestions: name === "" ? [] : [respell(written, name)],
  };
}

/** With `embed` at `error`, that is the only problem reported; otherwise the problems of a link follow. */
function judgeEmbed(
  written: WrittenLink,
  verdict: Verdict,
  note: number,
  names: NoteNames,
  rules: LinkRules,
): Verdict {
  const { findings, target } = verdict;
  const isOther = ({ rule }: LinkFinding) => rule === "code-as-link" || rule === "external-link";
  if (findings.some(isOther)) return verdict;
  const isFile = target === undefined && isFileName(written, note, names);
  const faults = findings.filter(({ rule }) => rule !== "bare-bar");
  const finding: LinkFinding = {
    rule: "embed",
    describe: () => (isFile ? embeddedFile(written) : embeddedNote(written, faults)),
  };
  const isOnlyEmbed = isFile || rules.severities.embed === "error";
  const others = findings.filter(({ rule }) => !isOnlyEmbed || rule === "bare-bar");
  return { ...verdict, findings: [finding, ...others] };
}

function isFileName({ link }: WrittenLink, note: number, names: NoteNames): boolean {
  return isAttachment(link.target) || names.findFile(link.target, note) !== undefined;
}

function embeddedFile({ link }: WrittenLink): Advice {
  const message = `"${shorten(link.target)}" cannot be shown: the service has notes and no other files.`;
  return { message, suggestions: [] };
}

/** @param faults what is wrong with the target, as in a link */
function embeddedNote(written: WrittenLink, faults: readonly LinkFinding[]): Advice {
  const { link, body } = written;
  return {
    message: "A note cannot be embedded: the service serves each note alone. Link to it.",
    suggestions:
      faults.length > 0
        ? faults.flatMap(({ describe }) =>
            describe().suggestions.map((each) => asLink(written, each)),
          )
        : [inCell(asLink(written, body.slice(link.start, link.end)), link)],
  };
}

/** An embed rewritten as a link, without the size of a picture, which is not a label. */
function asLink({ link }: WrittenLink, embed: string): string {
  const source = embed.replace(/^!/, "");
  return ownLabel(link) === link.label ? source : source.replace(/\\?\|[^|]*$/, "]]");
}
