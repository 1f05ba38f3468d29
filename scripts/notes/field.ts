/** The value of one front matter key, with its position. */
export interface Field {
  /** Offsets in the file's text, UTF-16 units. For an item of a list, `keyStart` equals `start`. */
  keyStart: number;
  start: number;
  end: number;
  /** As typed in YAML and JSON, even if it is a number or a date; empty for no value, null for a list or a mapping. */
  text: string | null;
  /** The items of a list. */
  items?: Field[] | undefined;
  /** The keys of a mapping, as typed, and their values. */
  entries?: [string, Field][] | undefined;
}

export interface FrontMatterError {
  /** Offsets in the file's text, UTF-16 units. */
  start: number;
  end: number;
  message: string;
  /** The replacement, if only one is right. */
  suggestion?: string;
  /** Whether the value was read all the same, as its author must have meant it. */
  isRepaired?: boolean;
}

/** What was read from a block, in any dialect. */
export interface ReadFields {
  fields: Map<string, Field>;
  errors: FrontMatterError[];
  /** Whether it is a text instead of fields. */
  isText?: boolean;
}

/** Fields, their items and their entries, at any depth, except for the values that Hugo passes on to other pages. */
export function* fieldsIn(fields: Iterable<[string, Field]>): Generator<[string, Field]> {
  for (const [key, field] of fields) {
    if (key.toLowerCase() === "cascade") continue;
    const { items, entries } = field;
    if (!items && entries?.length !== 0) yield [key, field];
    // An item of a list counts under the key of the list.
    yield* fieldsIn(items?.map((item): [string, Field] => [key, item]) ?? entries ?? []);
  }
}

export const TOO_DEEP = "The front matter is nested too deeply to be read.";
