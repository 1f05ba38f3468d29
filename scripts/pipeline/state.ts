import type { Config } from "../config/config.ts";
import type { LinkedNote } from "../links/link-note.ts";
import type { LeftOut, NoteNames } from "../links/names.ts";
import type { ParsedFile, PlacedFile, PlacedNote } from "../notes/note.ts";
import type { Finding, ProblemLog } from "../problems/problems.ts";
import type { Progress } from "../report/progress.ts";

/** What every stage of a build needs. */
export interface BuildContext {
  contentDir: string;
  config: Config;
  log: ProblemLog;
  progress: Progress;
  /** The state that the last build saved, if it is still valid. */
  last: BuildState | undefined;
  /** The notes that were edited since then, if nothing else was. */
  edited: ReadonlySet<string> | undefined;
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
  placed: readonly PlacedFile[];
  findings: readonly Finding[];
}

/** The parsed files of the content folder. */
export interface ParsedVault {
  /** Every file in a collection, by its path. */
  files: ReadonlyMap<string, ParsedFile>;
  /** The published notes, ordered by route. */
  notes: readonly PlacedNote[];
  leftOut: LeftOut;
  /** Returns a note's text after the front matter. @throws ContentError if the file changed since it was parsed */
  bodyOf: (note: PlacedNote) => string;
}

/** A file in the output. */
export interface OutputFile {
  /** In bytes. */
  size: number;
  /** Undefined if the file was not written. */
  stamp: string | undefined;
}

/** The links and the output file of a note. Valid until the note, or what its links can refer to, changes. */
export interface NoteOutput extends Omit<LinkedNote, "markdown">, OutputFile {
  /** Digest of the file, as in `digests.json`. */
  digest: string;
}

/** The search index. Valid as long as the list stays the same. */
export interface IndexOutput extends OutputFile {
  /** Digest of the list. */
  list: string;
  /** Estimated size of the Worker with it, gzipped. */
  workerBytes: number;
}

/** A part of all notes. Valid as long as its notes stay the same. */
export interface PartOutput extends OutputFile {
  /** The digests of its notes, in order. */
  digests: readonly string[];
  /** The sizes of their files in bytes, in order. */
  sizes: readonly number[];
}

/** What a build saves for the next one. */
export interface BuildState {
  /** From `buildKey`: the state is valid only for builds with the same key. */
  key: string;
  /** Digest of all names by which links can refer to notes. */
  names: string;
  /** Kept only in memory. */
  memory?: {
    content: ContentFiles;
    /** Valid as long as no note's names and headings change. */
    noteNames: NoteNames | undefined;
    /** `Output.seal`. */
    seal: string | undefined;
  };
  index: IndexOutput;
  parts: readonly PartOutput[];
  /** By path in the content folder. */
  files: ReadonlyMap<string, ParsedFile>;
  /** The outputs of the published notes, by path in the content folder. */
  outputs: ReadonlyMap<string, NoteOutput>;
}
