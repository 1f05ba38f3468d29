import {
  type Advice,
  isAttachment,
  type LinkFinding,
  type LinkRules,
  shorten,
  type Verdict,
} from "./findings.ts";
import { inCell, ownLabel, type WrittenLink } from "./labels.ts";
import type { NoteNames } from "./names.ts";

/** An embed at `error` says so and nothing else of the note; else it is judged as a link is. */
export function judgeEmbed(
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

/** @param faults of the link that the embed would be */
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

/** An embed as a link: what is written for a picture's size is no label of it. */
function asLink({ link }: WrittenLink, embed: string): string {
  const source = embed.replace(/^!/, "");
  return ownLabel(link) === link.label ? source : source.replace(/\\?\|[^|]*$/, "]]");
}
