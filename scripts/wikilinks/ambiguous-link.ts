import { escapeText } from "./escape-text.ts";
import { labelOf } from "./label-of.ts";
import type { LinkFinding } from "./link-finding.ts";
import { listInWords } from "./list-in-words.ts";
import { respell } from "./respell.ts";
import { shorten } from "./shorten.ts";
import type { WrittenLink } from "./written-link.ts";

/** Of more candidates than a person would read, the first are listed. */
const MOST = 20;

const RENAMING = "rename one of the files that differ only in their extension";

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
  const listed = notes.slice(0, MOST).map(spell);
  // `about.md` and `about.markdown` are one name, however it is spelled.
  const spellings = listed.filter((each) => listed.indexOf(each) === listed.lastIndexOf(each));
  const choice = listInWords(
    spellings.map((spelling) => `[[${spelling}]]`),
    "or",
    MOST,
  );
  const more = notes.length > MOST ? ` (${notes.length - MOST} more are not listed)` : "";
  const ways = spellings.length > 0 ? [`write ${choice}${more}`] : [];
  if (spellings.length < listed.length) ways.push(RENAMING);
  return {
    rule: "ambiguous-link",
    message: `"${shorten(name)}" names ${notes.length} notes: ${ways.join(", or ")}.`,
    suggestions: spellings.map((spelling) => respell(written, spelling + rest, label)),
  };
}
