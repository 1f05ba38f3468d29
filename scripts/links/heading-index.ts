import GithubSlugger, { slug } from "github-slugger";
import { nearestOf } from "../diagnostics/nearest.ts";
import type { Heading } from "../markdown/structure.ts";

/** A heading as a link names it. */
export interface LinkedHeading {
  text: string;
  anchor: string;
}

/** The most comparisons of a note's headings with missing ones; after that none are suggested. */
const MAX_COMPARED = 200_000;

/** Finds the headings of one note by the names that links use. */
export class HeadingIndex {
  readonly headings: readonly Heading[];
  /** The anchor GitHub gives to each heading: the second of two equal ones ends in `-1`. */
  readonly #anchors: readonly string[];
  readonly #byAnchor: ReadonlyMap<string, number>;
  #byWords: ReadonlyMap<string, readonly number[]> | undefined;
  #compared = 0;

  constructor(headings: readonly Heading[]) {
    this.headings = headings;
    const slugger = new GithubSlugger();
    this.#anchors = headings.map(({ text }) => slugger.slug(text));
    this.#byAnchor = new Map(this.#anchors.map((anchor, i) => [anchor.normalize("NFC"), i]));
  }

  /**
   * Returns the anchor of the heading that a link means.
   * @param path headings from the outer to the inner, as typed: `A`, `B` is B in the section of A, or else the heading
   *   `A# B`
   * @returns undefined if the note has no such heading
   */
  find(path: readonly string[]): string | undefined {
    const whole = [path.join(" ")];
    return this.#findInner(path) ?? (path.length > 1 ? this.#findInner(whole) : undefined);
  }

  #findInner(path: readonly string[]): string | undefined {
    let heading = -1;
    for (const name of path) {
      const end = heading === -1 ? this.headings.length : this.#sectionEnd(heading);
      const inner = this.#findIn(heading + 1, end, name);
      if (inner === undefined) return undefined;
      heading = inner;
    }
    return this.#anchors[heading];
  }

  /**
   * The heading in a range with this anchor; else the only one with the same words, because Obsidian writes
   * `1:M` as `1 M` in a link, `[[Heap|the heap]]` as `Heap the heap`, and `[Heap](https://x)` with its address.
   */
  #findIn(from: number, to: number, name: string): number | undefined {
    const isInRange = (index: number) => index >= from && index < to;
    const index = this.#byAnchor.get(slug(name.trim().normalize("NFC")));
    if (index !== undefined && isInRange(index)) return index;
    this.#byWords ??= byWords(this.headings);
    const headings = this.#byWords.get(wordsOf(name)) ?? [];
    const only = headings.filter(isInRange);
    return only.length === 1 ? only[0] : undefined;
  }

  /** Up to three headings that differ in at most a third of the letters, nearest first, as a link would name them. */
  findNearest(wanted: string): LinkedHeading[] {
    if (this.#compared > MAX_COMPARED) return [];
    this.#compared += this.headings.length;
    return nearestOf(wanted, this.headings.entries(), ([, { text }]) => text).map(
      ([index, { text }]) => {
        const anchor = this.#anchors[index]!;
        const isLinkable = !/[#|[\]\\^]/.test(text) && this.find([text]) === anchor;
        return { text: isLinkable ? text : anchor, anchor };
      },
    );
  }

  /** The index after the last heading of a section. */
  #sectionEnd(start: number): number {
    const { headings } = this;
    let end = start + 1;
    while (end < headings.length && headings[end]!.depth > headings[start]!.depth) end++;
    return end;
  }
}

/** The numbers of the headings by the words of their texts and sources. */
function byWords(headings: readonly Heading[]): ReadonlyMap<string, readonly number[]> {
  const names = headings.flatMap(({ text, source = text }, number) =>
    [...new Set([text, source].map(wordsOf))].map((words) => ({ words, number })),
  );
  const grouped = Map.groupBy(names, ({ words }) => words);
  return new Map([...grouped].map(([words, all]) => [words, all.map(({ number }) => number)]));
}

/** The letters and digits of a text, with a space in place of everything between them. */
function wordsOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
