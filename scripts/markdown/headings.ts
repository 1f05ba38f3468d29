import GithubSlugger, { slug } from "github-slugger";
import { nearestOf } from "../problems/nearest.ts";

export interface Heading {
  /** 1 to 6. */
  depth: number;
  /** Its text as a reader sees it: no Markdown, entities decoded, wikilinks as their labels. */
  text: string;
}

/** The most comparisons of a note's headings with missing ones; after that none are suggested. */
const MAX_COMPARED = 200_000;

/** Finds the headings of one note by the names that links use. */
export class HeadingIndex {
  readonly headings: readonly Heading[];
  /** The anchor GitHub gives to each heading: the second of two equal ones ends in `-1`. */
  readonly slugs: readonly string[];
  /** For each form in which headings are compared, the closest first: the indexes of headings by that form. */
  readonly #byForm: ReadonlyMap<string, number[]>[] = [];
  #compared = 0;

  constructor(headings: readonly Heading[]) {
    this.headings = headings;
    const slugger = new GithubSlugger();
    this.slugs = headings.map(({ text }) => slugger.slug(text));
  }

  /**
   * Returns the anchor of the heading that a link means.
   * @param path headings from the outer to the inner, as typed: `A`, `B` is B in the section of A
   * @returns undefined if the note has no such heading
   */
  find(path: readonly string[]): string | undefined {
    let found = -1;
    for (const name of path) {
      const end = found === -1 ? this.headings.length : this.#sectionEnd(found);
      const place = this.#findIn(found + 1, end, name);
      if (place === undefined) return undefined;
      found = place;
    }
    return this.slugs[found];
  }

  /**
   * The first heading in a range with this anchor or text; else the only one if runs of dashes count
   * as one, or the only one with the same words, because Obsidian writes `1:M` as `1 M` in a link.
   */
  #findIn(from: number, to: number, name: string): number | undefined {
    const anchor = slug(name.trim());
    const forms = [anchor, anchor, mergeDashes(anchor), wordsOf(name)];
    for (const [i, form] of forms.entries()) {
      const places = this.#places(i).get(form) ?? [];
      const isInRange = (place: number) => place >= from && place < to;
      const first = places.find(isInRange);
      const isLoose = i >= 2;
      if (first === undefined || (isLoose && form === "")) continue;
      if (!isLoose || places.findLast(isInRange) === first) return first;
    }
    return undefined;
  }

  /** The indexes of the headings by one form, built on first use: most links need only the first form. */
  #places(form: number): ReadonlyMap<string, number[]> {
    const { headings, slugs } = this;
    const formOf = [
      (place: number) => slugs[place]!,
      (place: number) => slug(headings[place]!.text),
      (place: number) => mergeDashes(slugs[place]!),
      (place: number) => wordsOf(headings[place]!.text),
    ][form]!;
    this.#byForm[form] ??= Map.groupBy(headings.keys(), formOf);
    return this.#byForm[form];
  }

  /** Up to three headings that differ in at most a third of the letters, nearest first, as a link would name them. */
  findNearest(wanted: string): { text: string; anchor: string }[] {
    if (this.#compared > MAX_COMPARED) return [];
    this.#compared += this.headings.length;
    return nearestOf(wanted, this.headings.entries(), ([, { text }]) => text).map(
      ([place, { text }]) => {
        const anchor = this.slugs[place]!;
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

function mergeDashes(anchor: string): string {
  return anchor.replace(/[-_]+/g, "-").replace(/^-|-$/g, "");
}

/** The letters and digits of a text, with a space in place of everything between them. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
