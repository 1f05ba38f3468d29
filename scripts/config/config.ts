import type { RuleName, Severity } from "../diagnostics/rules.ts";
import type { RoutedCollection } from "../routes/routes.ts";
import type { ConfigFile } from "./schema.ts";

type Declaration = NonNullable<ConfigFile["fields"]>[string];

/** A field as a collection declares it, with the defaults. */
export type FieldRule = Declaration & Required<Pick<Declaration, "type" | "items" | "required">>;

export type ScalarType = FieldRule["items"];

/** A collection and its fields. */
export interface Collection extends RoutedCollection {
  /** The declared fields by their keys in the front matter, in declared order. */
  fields: Readonly<Record<string, FieldRule>>;
  /** The declared fields that the list shows, in order, and `updated`. */
  list: readonly string[];
  /** The declared fields that a full note shows, in order, and `updated`. */
  full: readonly string[];
}

/** How the API is described; all but `site` are terms of OpenAPI. */
export type ApiInfo = NonNullable<ConfigFile["api"]>;

/** The settings of a Logseq graph that its pages depend on. */
export interface LogseqGraph {
  /** The form of the titles of journal pages, such as `MMM do, yyyy`. */
  journalTitle: string;
}

/** The declared fields and where they are published, as in the file. */
export type PublishedFields = Pick<ConfigFile, "fields" | "list" | "full">;

/** The configuration in `collections.yaml` and on the command line, or the defaults. */
export interface Config
  extends Pick<
    ConfigFile,
    | "inlineTags"
    | "updated"
    | "markdownLinks"
    | "extensions"
    | "page"
    | "planned"
    | "publish"
    | "withhold"
  > {
  api: ApiInfo;
  /** Title of the page for browsers if the API has none. Default: a neutral one. */
  pageTitle?: string | undefined;
  /** The address below which the other files of the folder are published; undefined if they are not. */
  attachments?: ConfigFile["attachments"] | undefined;
  /** The language of the notes; undefined if it is to be recognized. */
  language?: ConfigFile["language"] | undefined;
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
