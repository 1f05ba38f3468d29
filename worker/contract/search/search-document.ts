import type { Route } from "../route.ts";

/** What is indexed of a note. Only title, summary and tags are searched. */
export interface SearchDocument {
  readonly route: Route;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
}
