import type { Language } from "../../worker/contract/search/languages.ts";
import type { Extension } from "../content/paths.ts";
import type { RuleName, Severity } from "../diagnostics/rules.ts";
import type { RoutedCollection } from "../routes/routes.ts";

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

/** A collection and its fields. */
export interface Collection extends RoutedCollection {
  /** The declared fields by their keys in the front matter, in declared order. */
  fields: Readonly<Record<string, FieldRule>>;
  /** The declared fields that the list shows, in order, and `updated`. */
  list: readonly string[];
  /** The declared fields that a full note shows, in order, and `updated`. */
  full: readonly string[];
}

/** What the API says of itself; all but `site` in the terms of OpenAPI. */
export interface ApiInfo {
  /** The absolute URL that a route follows to give a note's page. */
  site?: string;
  title?: string;
  description?: string;
  license?: { name: string; identifier?: string; url?: string };
  contact?: { name?: string; url?: string; email?: string };
}

/** What must be known of a Logseq graph to read its pages. */
export interface LogseqGraph {
  /** The form of the titles of journal pages, such as `MMM do, yyyy`. */
  journalTitle: string;
}

/** The declared fields and where they are published, as in the file. */
export interface PublishedFields {
  fields?: Record<string, Partial<FieldRule>>;
  list?: string[];
  full?: string[];
}

/** A `collections.yaml`, as written. Its schema describes the keys. */
export interface ConfigFile extends PublishedFields {
  collections?: Record<string, PublishedFields & { folder: string; route: string }>;
  strict?: boolean;
  tags?: string[];
  inlineTags?: boolean;
  /** Whether notes have the date of their last change. Default: true. */
  updated?: boolean;
  markdownLinks?: "keep" | "route";
  extensions?: readonly Extension[];
  /** The address below which the other files of the folder are published; absent if they are not. */
  attachments?: string | undefined;
  api?: ApiInfo;
  /** The language of the notes; absent if it is to be recognized. */
  language?: Language | undefined;
  logseq?: boolean;
  /** Whether there is a page for browsers. Default: true. */
  page?: boolean;
  planned?: string[];
  /** Whether all notes are published that nothing withholds, or only those with a clear yes. */
  publish?: "all" | "marked";
  /** The values that withhold a note, by front matter key. */
  withhold?: Record<string, (string | number | boolean)[]>;
  ignore?: string[];
  rules?: Record<string, Severity>;
}

/** The configuration in `collections.yaml` and on the command line, or the defaults. */
export interface Config
  extends Pick<
    ConfigFile,
    | "inlineTags"
    | "updated"
    | "markdownLinks"
    | "extensions"
    | "attachments"
    | "api"
    | "language"
    | "page"
    | "planned"
    | "publish"
    | "withhold"
  > {
  mode: "strict" | "lenient";
  /** The declared collections; undefined if each top-level folder is one. */
  collections: readonly Collection[] | undefined;
  /** The fields of collections that are derived from folders. */
  shared: Pick<Collection, "fields" | "list" | "full">;
  /** The allowed tags; undefined if any is allowed. */
  tags: ReadonlySet<string> | undefined;
  /** The Logseq graph that the folder is; undefined if it is none. */
  logseq?: LogseqGraph | undefined;
  /** Path of the folder with Obsidian's templates, with `/`; undefined if there is none. */
  templates?: string | undefined;
  /** Glob patterns of files to leave out. */
  ignore: readonly string[];
  /** The severities that the owner chose. */
  rules: ReadonlyMap<RuleName, Severity>;
}
