import { escapeText } from "./escape-text.ts";
import { labelOf } from "./label-of.ts";
import type { LinkFinding } from "./link-finding.ts";
import { listInWords } from "./list-in-words.ts";
import { respell } from "./respell.ts";
import { shorten } from "./shorten.ts";
import type { WrittenLink } from "./written-link.ts";

/** Of more candidates than a person would read, the first are listed. */
const MOST = 20;

/**
 * A link that more than one note has an equal right to.
 * @param spell gives a name that leads to one note only
 */
export function ambiguousLink(
  written: WrittenLink,
  name: string,
  notes: readonly number[],
  spell: (note: number) => string,
): LinkFinding {
  const { target } = written.link;
  const rest = target.slice(name.length);
  const label = escapeText(labelOf(target, name));
  const spellings = notes.slice(0, MOST).map(spell);
  const choice = listInWords(
    spellings.map((spelling) => `[[${spelling}]]`),
    "or",
    MOST,
  );
  const more = notes.length > MOST ? ` (${notes.length - MOST} more are not listed)` : "";
  return {
    rule: "ambiguous-link",
    message: `"${shorten(name)}" names ${notes.length} notes: write ${choice}${more}.`,
    suggestions: spellings.map((spelling) => respell(written, spelling + rest, label)),
  };
}
