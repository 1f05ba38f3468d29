import type { Route } from "../../worker/contract/route.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { Config } from "../config/config.ts";
import type { Overrides } from "../config/read-config.ts";
import type { GitDates, GitFault } from "../content/git-dates.ts";
import type { Listing } from "../content/list-files.ts";
import type { Diagnostic, DiagnosticLog } from "../diagnostics/diagnostics.ts";
import { ContentError } from "../diagnostics/errors.ts";
import type { NoteLinks } from "../links/link-note.ts";
import type { LeftOut, NoteNames } from "../links/note-names.ts";
import type { Note, ParsedFile, RoutedFile, WithheldNote } from "../notes/parsed-file.ts";
import type { Progress } from "../report/progress.ts";

/** What to build. */
export interface BuildOptions extends Overrides {
  contentDir: string;
  outDir: string;
  /** Whether nothing is written. */
  check: boolean;
}

/** What every stage of a build needs. */
export interface BuildContext {
  contentDir: string;
  config: Config;
  log: DiagnosticLog;
  progress: Progress;
  /** From `readGitDates`; undefined if none are asked for. */
  gitDates: Promise<GitDates | GitFault | undefined>;
  /** Absent if everything is built. */
  last?: Memory | undefined;
  /** The files that changed since then; empty if everything is built. */
  changed: ReadonlySet<string>;
}

/** The files of the content folder and their routes. */
export interface Content {
  listing: Listing;
  /** The Markdown files in collections, sorted by code point. */
  routed: readonly RoutedFile[];
  diagnostics: readonly Diagnostic[];
}

/** The parsed files of the content folder. */
export interface Vault {
  /** Every file in a collection, by its path. */
  files: ReadonlyMap<string, ParsedFile>;
  /** The published notes, ordered by route. */
  notes: readonly Note[];
  leftOut: Omit<LeftOut, "drafts"> & { drafts: readonly WithheldNote[] };
}

/** What a build wrote for a note, without the text. */
export interface OutputNote extends NoteLinks {
  file: string;
  route: Route;
  updated: string | undefined;
  /** Digest of the output file, as in `digests.json`. */
  digest: string;
  /** Of the output file, in bytes. */
  size: number;
  /** Hashes of the names that its links were looked up by, as from `nameHash`. */
  asked: readonly number[];
}

/** A part of all notes. */
export interface OutputPart {
  /** Number of notes. */
  count: number;
  /** In bytes. */
  size: number;
  /** Of the digests of its notes. */
  digest: string;
}

/** The search index. */
export interface OutputIndex {
  /** Digest of what it is made from: the owner's language, the list, and all other names of notes. */
  digest: string;
  /** The owner's, or else that of the list. */
  language: Language;
  /** In bytes. */
  size: number;
}

/** What a build wrote. */
export interface Outputs {
  /** By route, in the order of the list. */
  notes: ReadonlyMap<Route, OutputNote>;
  parts: readonly OutputPart[];
  /** The digests of the site-wide files but the index, by their paths. */
  site: ReadonlyMap<string, string>;
  index: OutputIndex;
}

/**
 * What a process remembers of its last build that succeeded. It holds no text of a note. All of it is valid as long as
 * the configuration is equal and the output has the stamp; for the part of a single note, see `link.ts`.
 */
export interface Memory {
  config: Config;
  content: Content;
  vault: Vault;
  /** The names of the vault. */
  names: NoteNames;
  outputs: Outputs;
  /** From `Output.stamp`. */
  stamp: string | undefined;
}

/** Stops an attempt at a build that has to start again. */
export class BuildAgain extends ContentError {
  /** A file that changed since it was listed as unchanged, or was parsed; undefined if nothing remembered can be used. */
  readonly file: string | undefined;

  constructor(what: string, file?: string) {
    super(`${what} changed during the build. Build again.`);
    this.file = file;
  }
}
