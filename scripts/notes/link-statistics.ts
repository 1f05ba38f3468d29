/** What the wikilinks of a collection come to. */
export interface LinkStatistics {
  /** Links that lead to a note. */
  resolved: number;
  broken: number;
  ambiguous: number;
  /** Notes that no other note links to. */
  orphans: number;
}
