/** A heading of a note. Plain data. */
export interface Heading {
  /** 1 to 6. */
  depth: number;
  /** Its text as a reader sees it: no Markdown, entities decoded, wikilinks as their labels. */
  text: string;
}
