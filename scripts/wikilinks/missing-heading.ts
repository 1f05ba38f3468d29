import { editDistance } from "../report/nearest.ts";
import { findHeading } from "./find-heading.ts";
import type { Heading } from "./heading.ts";
import { headingSlugs } from "./heading-slugs.ts";
import type { LinkFinding } from "./link-finding.ts";
import { listInWords } from "./list-in-words.ts";
import { percentDecode } from "./percent-decode.ts";
import { respell } from "./respell.ts";
import { shorten } from "./shorten.ts";
import type { WrittenLink } from "./written-link.ts";

/** Headings that are compared with the one that is missing. */
const MOST_COMPARED = 1000;

/**
 * A link to a heading that its note does not have.
 * @param name of the note as typed, empty for the note itself
 * @param path of headings as typed
 */
export function missingHeading(
  written: WrittenLink,
  name: string,
  path: readonly string[],
  headings: readonly Heading[],
): LinkFinding {
  const wanted = path.join(" > ");
  const owner = name === "" ? "This note" : `"${shorten(name)}"`;
  const has =
    headings.length === 0
      ? "It has no headings."
      : `It has: ${listInWords(
          headings.map(({ text }) => shorten(text)),
          "and",
        )}.`;
  const decodedPath = path.map(percentDecode);
  const isEncoded = findHeading(headings, decodedPath) !== undefined;
  const suggestions = isEncoded
    ? [respell(written, [name, ...decodedPath].join("#"))]
    : nearest(headings, path.at(-1) ?? "").map((heading) => respell(written, `${name}#${heading}`));
  return {
    rule: "missing-heading",
    message: `${owner} has no heading "${shorten(wanted)}". ${has}`,
    suggestions,
    ...(isEncoded && { fix: suggestions[0]! }),
  };
}

/** Up to three headings within a third of the letters, nearest first, as a link would name them. */
function nearest(headings: readonly Heading[], wanted: string): string[] {
  const typed = wanted.toLowerCase().slice(0, 100);
  const limit = Math.max(1, Math.floor(typed.length / 3));
  const slugs = headingSlugs(headings);
  return headings
    .slice(0, MOST_COMPARED)
    .map(({ text }, i) => ({
      text,
      anchor: slugs[i]!,
      distance: editDistance(typed, text.toLowerCase().slice(0, 100), limit),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ text, anchor }) =>
      /[#|[\]\\^]/.test(text) || findHeading(headings, [text]) !== anchor ? anchor : text,
    );
}
