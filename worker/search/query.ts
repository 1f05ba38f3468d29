/** What a search text asks for. */
export interface Query {
  /** What to rank by and to find notes by: the words of the text, each once, in its order. */
  readonly units: readonly QueryUnit[];
  /** The text's words but for its operators, folded: those of an exact title. */
  readonly words: readonly string[];
  /** The text folded, its signs included. */
  readonly folded: string;
  /** Phrases, tags and excluded words. */
  readonly patterns: readonly Pattern[];
  readonly facets: readonly FacetFilter[];
}

/** A word of a search text, or two signs of a script without spaces that stand side by side. */
export interface QueryUnit {
  readonly kind: "word" | "pair";
  /** Folded. */
  readonly text: string;
  /** The two signs; of a word, the parts of its name if it has any. Folded. */
  readonly links: readonly string[];
  /** Where it stands in the text, in words. */
  readonly position: number;
  /** How often it is there. */
  readonly times: number;
  /** Whether the text ends with it: it may be the beginning of a word that is being typed. */
  readonly last: boolean;
  /** Whether it is so common that a note which lacks it misses nothing. */
  readonly stop: boolean;
  /** Whether notes without it are out. */
  readonly required: boolean;
  /** Whether it counts for nothing but finding the notes. */
  readonly silent: boolean;
  /** What may stand for it, if not all that may stand for a word: itself; words of its stem as well. */
  readonly fits: "exact" | "stem" | undefined;
}

/** Words in a row, folded: within a title, tag or summary, or a tag as a whole. */
export interface Pattern {
  readonly words: readonly string[];
  readonly tag: boolean;
  readonly excluded: boolean;
}

export interface FacetFilter {
  /** 0 collection, 1 domain, 2 category. */
  readonly column: number;
  /** A slug. */
  readonly value: string;
  readonly excluded: boolean;
}
