import { githubSlug } from "./github-slug.ts";
import type { Heading } from "./heading.ts";

/** The anchor GitHub gives to each heading of one note: the second of two equal ones ends in `-1`. */
export function headingSlugs(headings: readonly Heading[]): string[] {
  const repeats = new Map<string, number>();
  return headings.map(({ text }) => {
    const alone = githubSlug(text);
    let anchor = alone;
    while (repeats.has(anchor)) {
      const count = repeats.get(alone)! + 1;
      repeats.set(alone, count);
      anchor = `${alone}-${count}`;
    }
    repeats.set(anchor, 0);
    return anchor;
  });
}
