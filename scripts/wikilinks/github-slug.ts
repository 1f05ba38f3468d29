import { slug } from "github-slugger";

/** Most headings: there GitHub's rule, a pattern with all of Unicode in it, has nothing to take out. */
const PLAIN = /^[\w -]*$/;

/** The anchor GitHub gives to a text, were it the only heading of its page. */
export function githubSlug(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase().replaceAll(" ", "-") : slug(text);
}
