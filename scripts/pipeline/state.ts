import type { Language } from "../../worker/contract/search/languages.ts";
import type { Config } from "../config/config.ts";
import type { Overrides } from "../config/read.ts";
import type { GitDates, GitFault } from "../content/git-dates.ts";
import type { Diagnostic, DiagnosticLog } from "../diagnostics/diagnostics.ts";
import type { LinkedNote } from "../links/link-note.ts";
import type { LeftOut, NoteNames } from "../links/names.ts";
import type { Note, ParsedFile, RoutedFile } from "../notes/note.ts";
import type { Progress } from "../report/progress.ts";

/*
 * What shows that something from the last build is still valid:
 *
 * - a stamp, from the size and times of a file, that the file was not written since. Those of notes have more in them
 *   (`sourceStamp`), because anyone writes notes; only builds write output files (`Output`)
 * - a digest, that bytes are the same: of a file, a note's answer, the names of all notes, the list
 * - the key of a build (`buildKey`), that all else is the same: code, packages, configuration, options
 */

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
  /** The state that the last build saved, if it is still valid. */
  last: BuildState | undefined;
  /** The notes that were edited since then, if nothing else was. */
  edited: ReadonlySet<string> | undefined;
  /** From `readGitDates`; undefined if none are asked for. */
  gitDates: Promise<GitDates | GitFault | undefined>;
}

/** Paths in the content folder, sorted by code point. */
export interface ContentFiles {
  /** The Markdown files. */
  files: readonly string[];
  /** All other files. */
  others: readonly string[];
  /** Number of hidden Markdown files, which are left out. */
  hidden: number;
  /** The Markdown files in collections. */
  routed: readonly RoutedFile[];
  diagnostics: readonly Diagnostic[];
}

/** The parsed files of the content folder. */
export interface ParsedVault {
  /** Every file in a collection, by its path. */
  files: ReadonlyMap<string, ParsedFile>;
  /** The published notes, ordered by route. */
  notes: readonly Note[];
  leftOut: LeftOut;
  /** Returns a note's text after the front matter. @throws ContentError if the file changed since it was parsed */
  bodyOf: (note: Note) => string;
}

/** A file in the output. */
interface OutputFile {
  /** In bytes. */
  size: number;
  /** Undefined if the file was not written. */
  stamp: string | undefined;
}

/** The links and the output file of a note. Valid until the note, or what its links can refer to, changes. */
export interface NoteOutput extends Omit<LinkedNote, "markdown">, OutputFile {
  /** Digest of the file, as in `digests.json`. */
  digest: string;
  /** As in the note. */
  updated?: string | undefined;
}

/** The search index. Valid as long as the list stays the same. */
export interface IndexOutput extends OutputFile {
  /** Digest of what it is made from: the owner's language, the list, and all other names of notes. */
  digest: string;
  /** The owner's, or else that of the list. */
  language: Language;
}

/** A part of all notes. Valid as long as its notes stay the same. */
export interface PartOutput extends OutputFile {
  /** The digests of its notes, in order. */
  digests: readonly string[];
}

/** What a build saves for the next one. */
export interface BuildState {
  /** From `buildKey`: the state is valid only for builds with the same key. */
  key: string;
  /** Digest of all names by which links can refer to notes. */
  namesDigest: string;
  /** Kept only in memory. */
  memory?: {
    content: ContentFiles;
    /** Valid as long as no note's names and headings change. */
    noteNames: NoteNames | undefined;
    /** Of the whole output. */
    outputStamp: string | undefined;
  };
  index: IndexOutput;
  parts: readonly PartOutput[];
  /** Absent if there are none. */
  gitDates?: GitDates | undefined;
  /** By path in the content folder. */
  files: ReadonlyMap<string, ParsedFile>;
  /** The outputs of the published notes, by path in the content folder. */
  outputs: ReadonlyMap<string, NoteOutput>;
}
