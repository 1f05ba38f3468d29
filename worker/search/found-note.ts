/** A note that a search text finds. */
export interface FoundNote {
  readonly note: number;
  /** Where its title begins in `text`. */
  readonly start: number;
}
