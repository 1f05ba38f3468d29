import GithubSlugger from "github-slugger";
import type { Heading } from "./heading.ts";

/** The anchor GitHub gives to each heading of one note: the second of two equal ones ends in `-1`. */
export function headingSlugs(headings: readonly Heading[]): string[] {
  const slugger = new GithubSlugger();
  return headings.map((heading) => slugger.slug(heading.text));
}
