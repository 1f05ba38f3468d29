import type { Extension } from "../content/paths.ts";
import type { RuleName, Severity } from "../problems/rules.ts";
import type { LogseqGraph } from "./logseq.ts";

export type ScalarType = "text" | "number" | "boolean";

/** A field as a collection declares it. */
export interface FieldRule {
  type: ScalarType | "list";
  /** The type of a list's items. */
  items: ScalarType;
  required: boolean;
  /** The allowed texts; absent if any is allowed. */
  values?: readonly string[];
  description?: string;
}

/** A collection as declared in `collections.yaml`, or derived from a folder. */
export interface Collection {
  name: string;
  /** Relative to the content folder, with `/`, in Unicode form NFC; empty for the notes at the root. */
  folder: string;
  /** The form of its routes, such as `/terms/{domain}/{slug}`. */
  route: string;
  /** The declared fields by their keys in the front matter, in declared order. */
  fields: Readonly<Record<string, FieldRule>>;
  /** The declared fields that the list shows, in order. */
  list: readonly string[];
  /** The declared fields that a full note shows, in order. */
  full: readonly string[];
}

/** What the OpenAPI document says of the API, in its terms. */
export interface ApiInfo {
  title?: string;
  description?: string;
  license?: { name: string; identifier?: string; url?: string };
  contact?: { name?: string; url?: string; email?: string };
}

/** The configuration in `collections.yaml`, or the defaults if there is none. */
export interface Config {
  mode: "strict" | "lenient";
  /** The declared collections; undefined if each top-level folder is one. */
  collections: readonly Collection[] | undefined;
  /** The fields of collections that are derived from folders. */
  shared: Pick<Collection, "fields" | "list" | "full">;
  /** The allowed tags; undefined if any is allowed. */
  tags: ReadonlySet<string> | undefined;
  inlineTags: boolean;
  /** Whether Markdown links to notes stay as they are or become links to routes. */
  markdownLinks: "keep" | "route";
  /** The address below which the other files of the folder are published; undefined if they are not. */
  attachments?: string | undefined;
  api: ApiInfo;
  /** Names that wikilinks may use before their notes exist. */
  planned: ReadonlySet<string>;
  /** The Logseq graph that the folder is; undefined if it is none. */
  logseq?: LogseqGraph | undefined;
  /** The extensions of notes. */
  extensions?: readonly Extension[] | undefined;
  /** Glob patterns of files to leave out. */
  ignore: readonly string[];
  rules: ReadonlyMap<RuleName, Severity>;
}
