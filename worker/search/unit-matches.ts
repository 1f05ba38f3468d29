/** What the lexicon and the postings say of the units of a query. */
export interface UnitMatches {
  /** By unit, how rare it is; 0 for one that is found nowhere. */
  readonly rarities: Float64Array;
  /** For a unit that is found by its nearest spellings alone, these, folded, the nearest first. */
  readonly spellings: readonly (readonly string[] | undefined)[];
  /**
   * A bit for each unit of which some blocks were left unread. It counts as though it stood in all, and
   * no block promises it.
   */
  readonly cut: number;
}
