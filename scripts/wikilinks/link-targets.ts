import type { Route } from "../../worker/contract/route.ts";
import { folderOf, lastPart } from "../content/paths.ts";
import type { Heading } from "./heading.ts";
import type { KeyLetters } from "./key-letters.ts";
import type { LinkTarget } from "./link-target.ts";
import { asciiHash, nameHash } from "./name-hash.ts";
import type { NameKind } from "./name-kind.ts";
import { notePath } from "./note-path.ts";
import { type SharedTexts, shareTexts } from "./shared-texts.ts";

/** The texts of a note, in a row: `file` is its first two. */
const PATH = 0;
const EXTENSION = 1;
const ROUTE = 2;
const TITLE = 3;
const ALIASES = 4;
const HEADINGS = 5;
const FIELDS = 6;

/** `undefined` where it takes the keys of both names to know. */
type KnownCloseness = "exact" | "caseless" | undefined;

/** Before a title as JSON: one with half a surrogate pair, which UTF-8 cannot hold. */
const FOLDED = "\0";

const NO_ALIASES: readonly string[] = [];
const SLASH = 47;

/**
 * All notes as links see them, by number. They are read where they lie, in memory that threads share: most
 * links look into one or two of them, and no thread has all their names as strings.
 */
export class LinkTargets {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;

  constructor({ bytes, starts }: SharedTexts) {
    this.count = (starts.length - 1) / FIELDS;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#starts = starts;
  }

  /** The texts of notes, for all threads; a note's number is its place. */
  static share(notes: readonly LinkTarget[]): SharedTexts {
    return shareTexts(
      notes.flatMap(({ file, route, title, aliases, headings }) => {
        const path = notePath(file);
        const names = aliases.length === 0 ? "" : JSON.stringify(aliases);
        return [path, file.slice(path.length), route, foldTitle(title), names, headings];
      }),
    );
  }

  /** Relative to the content folder, with `/` and its extension. */
  file(note: number): string {
    return this.#read(note, PATH, EXTENSION);
  }

  /** The file without its extension. */
  path(note: number): string {
    return this.#read(note, PATH);
  }

  /** The last part of the path. */
  fileName(note: number): string {
    return lastPart(this.path(note));
  }

  folder(note: number): string {
    return folderOf(this.path(note));
  }

  route(note: number): Route {
    return this.#read(note, ROUTE) as Route;
  }

  title(note: number): string {
    const title = this.#read(note, TITLE);
    return title.startsWith(FOLDED) ? JSON.parse(title.slice(FOLDED.length)) : title;
  }

  aliases(note: number): readonly string[] {
    const at = FIELDS * note + ALIASES;
    if (this.#starts[at] === this.#starts[at + 1]) return NO_ALIASES;
    return JSON.parse(this.#read(note, ALIASES));
  }

  headings(note: number): Heading[] {
    return JSON.parse(this.#read(note, HEADINGS));
  }

  /** Whether a heading of the note is this text, to the letter. */
  hasHeading(note: number, text: string): boolean {
    // What stands in a text itself has its quotation marks escaped.
    return this.#read(note, HEADINGS).includes(`"text":${JSON.stringify(text)}}`);
  }

  /** Visits the `nameHash` of every name by which a link may call a note. */
  hashNames(note: number, visit: (kind: NameKind, hash: number) => void): void {
    const start = this.#starts[FIELDS * note + PATH]!;
    const end = this.#starts[FIELDS * note + PATH + 1]!;
    const folderEnd = this.#folderEnd(note);
    const placed = (hash: number) =>
      folderEnd < start ? hash : this.#hash(start, folderEnd, nameHash("/", hash));
    this.#hashPath(start, end, visit);
    const title = this.#hashTitle(note);
    visit("title", title);
    visit("placedTitle", placed(title));
    for (const alias of this.aliases(note)) {
      const hash = nameHash(alias);
      visit("alias", hash);
      visit("placedAlias", placed(hash));
    }
  }

  /** Each end of a path is hashed on the way to the whole. */
  #hashPath(start: number, end: number, visit: (kind: NameKind, hash: number) => void): void {
    let hash: number | undefined;
    let partEnd = end;
    for (let at = end - 1; at >= start; at--) {
      if (this.#bytes[at] !== SLASH) continue;
      hash = this.#hash(at + 1, partEnd, hash);
      visit("end", hash);
      hash = nameHash("/", hash);
      partEnd = at;
    }
    hash = this.#hash(start, partEnd, hash);
    visit("end", hash);
    visit("path", hash);
  }

  #hashTitle(note: number): number {
    const start = this.#starts[FIELDS * note + TITLE]!;
    const end = this.#starts[FIELDS * note + TITLE + 1]!;
    return this.#bytes[start] === 0 ? nameHash(this.title(note)) : this.#hash(start, end);
  }

  #hash(start: number, end: number, behind?: number): number {
    const bytes = this.#bytes;
    return (
      asciiHash(bytes, start, end, behind) ?? nameHash(bytes.toString("utf8", start, end), behind)
    );
  }

  /** How close the path is to a name, as far as `#compare` knows. */
  comparePath(note: number, name: string): KnownCloseness {
    return this.#compareField(note, PATH, name);
  }

  /** How close the last parts of the path are to a name of as many, as far as `#compare` knows. */
  comparePathEnd(note: number, name: string): KnownCloseness {
    const first = this.#starts[FIELDS * note + PATH]!;
    const start = this.#starts[FIELDS * note + PATH + 1]! - name.length;
    const isAtPart = start === first || (start > first && this.#bytes[start - 1] === SLASH);
    return isAtPart ? this.#compare(start, name) : undefined;
  }

  /** How close the title is to a name, as far as `#compare` knows. */
  compareTitle(note: number, name: string): KnownCloseness {
    return this.#compareField(note, TITLE, name);
  }

  /** Reads the letters of the title's key. */
  readTitle(note: number, letters: KeyLetters): void {
    const start = this.#starts[FIELDS * note + TITLE]!;
    const end = this.#starts[FIELDS * note + TITLE + 1]!;
    const isRead = this.#bytes[start] !== 0 && letters.readAscii(this.#bytes, start, end);
    if (!isRead) letters.readName(this.title(note));
  }

  /** Reads the letters of the key of the file's name. */
  readFileName(note: number, letters: KeyLetters): void {
    const start = this.#folderEnd(note) + 1;
    const end = this.#starts[FIELDS * note + PATH + 1]!;
    if (!letters.readAscii(this.#bytes, start, end)) letters.readName(this.fileName(note));
  }

  /** Where the slash behind the folder lies; before the path, where it lies in none. */
  #folderEnd(note: number): number {
    const start = this.#starts[FIELDS * note + PATH]!;
    let at = this.#starts[FIELDS * note + PATH + 1]! - 1;
    while (at >= start && this.#bytes[at] !== SLASH) at--;
    return at;
  }

  #compareField(note: number, field: number, name: string): KnownCloseness {
    const start = this.#starts[FIELDS * note + field]!;
    const end = this.#starts[FIELDS * note + field + 1]!;
    return end - start === name.length ? this.#compare(start, name) : undefined;
  }

  /** Compares ASCII of equal length, which most names are, where it lies; of all else it knows nothing. */
  #compare(start: number, name: string): KnownCloseness {
    const bytes = this.#bytes;
    let known: KnownCloseness = "exact";
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      const byte = bytes[start + i]!;
      if (unit > 127) return undefined;
      if (unit === byte) continue;
      if (!isOtherCase(unit, byte)) return undefined;
      known = "caseless";
    }
    return known;
  }

  #read(note: number, field: number, last = field): string {
    const at = FIELDS * note;
    return this.#bytes.toString("utf8", this.#starts[at + field], this.#starts[at + last + 1]);
  }
}

function foldTitle(title: string): string {
  const isPlain = title.isWellFormed() && !title.startsWith(FOLDED);
  return isPlain ? title : FOLDED + JSON.stringify(title);
}

/** Whether two ASCII characters that differ are one letter. */
function isOtherCase(unit: number, other: number): boolean {
  const lower = unit | 32;
  return lower === (other | 32) && lower >= 97 && lower <= 122 && other < 128;
}
