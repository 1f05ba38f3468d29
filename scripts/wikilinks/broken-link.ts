import { isAttachment } from "./is-attachment.ts";
import type { LinkFinding } from "./link-finding.ts";
import { listInWords } from "./list-in-words.ts";
import { percentDecode } from "./percent-decode.ts";
import { respell } from "./respell.ts";
import { shorten } from "./shorten.ts";
import type { Suggested } from "./suggester.ts";
import type { WrittenLink } from "./written-link.ts";

/** A link to no note, with what it may have meant. */
export function brokenLink(written: WrittenLink, name: string, suggested: Suggested): LinkFinding {
  const { target } = written.link;
  const rest = target.slice(name.length);
  const suggestions = [...new Set(suggested.names)].map((each) =>
    respell(written, each + (suggested.kind === "encoded" ? percentDecode(rest) : rest)),
  );
  const finding: LinkFinding = {
    rule: "broken-link",
    message: message(shorten(name), suggested, suggestions),
    suggestions,
  };
  if (suggested.isCertain) finding.fix = suggestions[0]!;
  return finding;
}

function message(name: string, { kind, names }: Suggested, suggestions: readonly string[]): string {
  const choice = listInWords(suggestions, "or");
  if (names.length === 0) {
    return isAttachment(name)
      ? `"${name}" is no note, and the service has no other files.`
      : `No note is named "${name}".`;
  }
  switch (kind) {
    case "encoded":
      return `No note is named "${name}": a name is written as it is, not percent-encoded. Write ${choice}.`;
    case "case":
      return `No note lies at "${name}": a path from a folder is matched to the letter. Write ${choice}.`;
    case "folder":
      return `No note lies at "${name}": the name is right, the folder is another. Write ${choice}.`;
    case "id":
      return `No note is named "${name}": an id is only the beginning of a name. Write ${choice}.`;
    case "near":
      return `No note is named "${name}". Did you mean ${choice}?`;
  }
}
