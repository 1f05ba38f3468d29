import { githubSlug } from "./github-slug.ts";
import type { Heading } from "./heading.ts";
import { headingSlugs } from "./heading-slugs.ts";

/**
 * The anchor of the heading that a link means.
 * @param path headings from the outer to the inner, as typed: `A`, `B` is B in the section of A
 * @returns undefined where the note has no such heading
 */
export function findHeading(
  headings: readonly Heading[],
  path: readonly string[],
): string | undefined {
  const slugs = headingSlugs(headings);
  let from = 0;
  let to = headings.length;
  let found = -1;
  for (const name of path) {
    found = findIn(slugs, headings, name, from, to);
    if (found === -1) return undefined;
    from = found + 1;
    to = sectionEnd(headings, found);
  }
  return slugs[found];
}

/** The first heading of the name in a range: by its anchor, by its text, then dashes taken as one. */
function findIn(
  slugs: readonly string[],
  headings: readonly Heading[],
  name: string,
  from: number,
  to: number,
): number {
  const wanted = githubSlug(name.trim());
  for (let i = from; i < to; i++) if (slugs[i] === wanted) return i;
  for (let i = from; i < to; i++) if (githubSlug(headings[i]!.text) === wanted) return i;
  const loose: number[] = [];
  for (let i = from; i < to; i++) if (merged(slugs[i]!) === merged(wanted)) loose.push(i);
  return loose.length === 1 && wanted !== "" ? loose[0]! : -1;
}

/** The index after the last heading of a section. */
function sectionEnd(headings: readonly Heading[], start: number): number {
  let end = start + 1;
  while (end < headings.length && headings[end]!.depth > headings[start]!.depth) end++;
  return end;
}

function merged(anchor: string): string {
  return anchor.replace(/[-_]+/g, "-").replace(/^-|-$/g, "");
}
