/** The value of one key of a front matter: where it stands and what it holds. */
export interface Field {
  /** Offsets in the file's text, UTF-16 units. */
  start: number;
  end: number;
  /** Plain data; a scalar's source text is in `source`. */
  value: unknown;
  /** The text of a plain scalar as it was written: `1.10`, `2024-01-02`, `no`. */
  source: string | undefined;
  /** What stands in place of a value behind a `#`, which to YAML is a comment: `a #b` for `#a #b`. */
  comment: string | undefined;
  /** The items of a list, each a field of its own. */
  items: Field[] | undefined;
}
