import type { Route } from "../../worker/contract/route.ts";
import { encodeDestination } from "../markdown/escape.ts";
import { likelyName } from "../markdown/labels.ts";
import type { MarkdownScan } from "../markdown/scan.ts";
import type { Named } from "../notes/parsed-file.ts";
import { HeadingIndex } from "./heading-index.ts";
import { type Matches, NameIndex, nameHash } from "./name-index.ts";
import { type Suggested, Suggester } from "./suggest.ts";

/** A note as others see it. */
export type LinkTarget = Named & { route: Route; scan: Pick<MarkdownScan, "headings"> };

/** What is in the content folder but is not published. */
export interface LeftOut {
  drafts: readonly Named[];
  /** Paths of all other files, relative to the content folder. */
  files: readonly string[];
}

export interface Resolution {
  /** No note, one, or several that match equally well. */
  matches: Matches;
  /** The part of the target that names the note; empty for the same note. */
  name: string;
  /** The headings typed after it, from the outer to the inner. */
  headings: readonly string[];
  /** The block typed after it, without `^`. */
  block: string | undefined;
}

const NONE: Matches = [];
/** UTF-16 units. No name is longer, so longer targets are not looked up. */
const MAX_TARGET = 1000;

/** Resolves the targets of links in a vault. Notes are indexes into a list. */
export class NoteNames {
  readonly index: NameIndex<LinkTarget>;
  readonly #suggester: Suggester;
  readonly #leftOut: LeftOut;
  #unpublished: NameIndex<Named> | undefined;
  #routes: Map<string, number> | undefined;
  readonly #headings = new Map<number, HeadingIndex>();
  readonly #asked = new Set<number>();

  constructor(notes: readonly LinkTarget[], leftOut: LeftOut = { drafts: [], files: [] }) {
    this.index = new NameIndex(notes, this.#asked);
    this.#leftOut = leftOut;
    this.#suggester = new Suggester(this.index);
  }

  /**
   * Tries the whole target as a name, then its parts before each `#`, the last `#` first.
   * @param from the note that contains the link
   */
  resolve(target: string, from: number): Resolution {
    if (target.length > MAX_TARGET) return toResolution(NONE, likelyName(target), "");
    const folder = this.index.folder(from);
    for (let end = target.length; end > 0; end = target.lastIndexOf("#", end - 1)) {
      const rest = target.slice(end);
      const name = target.slice(0, end).trim();
      // `C#` does not mean the note C, but `Note#` means the note.
      if (rest !== "" && !/[^#\s]/.test(rest) && name.length === 1) continue;
      const matches = this.index.locate(name, folder);
      if (matches === "outside" || matches.length > 0) return toResolution(matches, name, rest);
    }
    if (target.startsWith("#")) return toResolution([from], "", target);
    return toResolution(NONE, likelyName(target), "");
  }

  headings(note: number): HeadingIndex {
    const index =
      this.#headings.get(note) ?? new HeadingIndex(this.index.notes[note]!.scan.headings);
    this.#headings.set(note, index);
    return index;
  }

  /** The note with a route; undefined if there is none. */
  atRoute(route: string): number | undefined {
    this.#asked.add(nameHash(route));
    this.#routes ??= new Map(this.index.notes.map((note, number) => [note.route, number]));
    return this.#routes.get(route.normalize("NFC"));
  }

  /** The route of a note as the destination of a Markdown link. */
  destination(note: number): string {
    return encodeDestination(this.index.notes[note]!.route);
  }

  /** Suggests names for one that no note has. @param from the note that contains the link */
  suggest(name: string, from: number): Suggested {
    return this.#suggester.suggest(name, this.index.folder(from));
  }

  /** The hashes of all names that were looked up since this was called last, as from `nameHash`. */
  takeAsked(): readonly number[] {
    const asked = [...this.#asked];
    this.#asked.clear();
    return asked;
  }

  /** Finds the unpublished file that a name refers to. @param from the note that contains the link */
  findLeftOut(name: string, from: number): { file: string; isDraft: boolean } | undefined {
    const { drafts, files } = this.#leftOut;
    this.#unpublished ??= new NameIndex(
      [...drafts, ...files.map((file) => ({ file, title: file, aliases: [] }))],
      this.#asked,
    );
    const matches = this.#unpublished.locate(name, this.index.folder(from));
    if (matches === "outside" || matches.length === 0) return undefined;
    const [first] = matches;
    return { file: this.#unpublished.notes[first!]!.file, isDraft: first! < drafts.length };
  }
}

/** @param rest the part of the target after the name, starting with `#` */
function toResolution(matches: Matches, name: string, rest: string): Resolution {
  const parts = rest.split("#").map((part) => part.trim());
  const headings = parts.filter((part) => part !== "");
  const block = headings.at(-1)?.startsWith("^") ? headings.pop()?.slice(1) : undefined;
  return { matches, name, headings, block };
}
