/** What a made note begins with; `yaml` alone can hold aliases. */
export type HeadKind = "none" | "yaml" | "colon" | "toml" | "unclosed" | "break";

/** A note of a made vault before its text is written: what other notes may call it. */
export interface PlannedNote {
  file: string;
  /** Folders, with `/`; empty at the root. */
  folder: string;
  /** The file's name without extension. */
  name: string;
  /** Whether the name holds nothing that Markdown reads as more than text. */
  isPlain: boolean;
  title: string;
  alias: string;
  head: HeadKind;
  isEmpty: boolean;
  isDraft: boolean;
  /** Shares its name with others. */
  isNamesake: boolean;
}
