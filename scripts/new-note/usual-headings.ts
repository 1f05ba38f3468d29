import { scanMarkdown } from "../wikilinks/scan.ts";

/** A heading is usual from this part of the notes on, and from two notes on. */
const SHARE = 0.4;

interface Count {
  notes: number;
  /** Sum of its places in the notes: 0 for a first heading, 1 for a last. */
  places: number;
}

/**
 * The level-2 headings that are usual in a collection, in their usual order. What a note looks like
 * is so written down once, in the notes themselves.
 * @param bodies the bodies of the collection's notes
 */
export function usualHeadings(bodies: readonly string[]): string[] {
  const counts = new Map<string, Count>();
  for (const body of bodies) {
    const headings = new Set(
      scanMarkdown(body)
        .headings.filter((heading) => heading.depth === 2)
        .map((heading) => heading.text),
    );
    let place = 0;
    for (const heading of headings) {
      const { notes, places } = counts.get(heading) ?? { notes: 0, places: 0 };
      const part = place++ / Math.max(1, headings.size - 1);
      counts.set(heading, { notes: notes + 1, places: places + part });
    }
  }
  const least = Math.max(2, bodies.length * SHARE);
  return [...counts]
    .filter(([, { notes }]) => notes >= least)
    .sort(([, a], [, b]) => a.places / a.notes - b.places / b.notes)
    .map(([heading]) => heading);
}
