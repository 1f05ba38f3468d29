import type { Route } from "../route.ts";

/** The indexed properties of a note. Only title, summary and tags are searched. */
export interface SearchDocument {
  readonly route: Route;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Other names of the note, by which a 404 suggests it. */
  readonly aliases?: readonly string[];
  /** Routes that the note had before, which redirect to it. */
  readonly formerly?: readonly string[];
}
