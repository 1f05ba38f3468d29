import type { Route } from "../../worker/contract/route.ts";
import { folderOf } from "./folder-of.ts";
import type { Heading } from "./heading.ts";
import type { LinkTarget } from "./link-target.ts";
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
        return [path, file.slice(path.length), route, title, names, headings];
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
    const path = this.path(note);
    return path.slice(path.lastIndexOf("/") + 1);
  }

  folder(note: number): string {
    return folderOf(this.path(note));
  }

  route(note: number): Route {
    return this.#read(note, ROUTE) as Route;
  }

  title(note: number): string {
    return this.#read(note, TITLE);
  }

  aliases(note: number): readonly string[] {
    const names = this.#read(note, ALIASES);
    return names === "" ? NO_ALIASES : JSON.parse(names);
  }

  headings(note: number): Heading[] {
    return JSON.parse(this.#read(note, HEADINGS));
  }

  /** Whether the title is this text. Of a text that is not ASCII it may say no where it is. */
  isTitle(note: number, text: string): boolean {
    const [start, end] = this.#span(note, TITLE);
    return end - start === text.length && this.#isAt(start, text);
  }

  /** Whether the path ends in these parts. Of parts that are not ASCII it may say no where it does. */
  isPathEnd(note: number, parts: string): boolean {
    const [first, end] = this.#span(note, PATH);
    const start = end - parts.length;
    const isAtPart = start === first || (start > first && this.#bytes[start - 1] === SLASH);
    return isAtPart && this.#isAt(start, parts);
  }

  #isAt(start: number, text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit !== this.#bytes[start + i] || unit > 127) return false;
    }
    return true;
  }

  #read(note: number, field: number, last = field): string {
    const at = FIELDS * note;
    return this.#bytes.toString("utf8", this.#starts[at + field], this.#starts[at + last + 1]);
  }

  #span(note: number, field: number): [start: number, end: number] {
    const at = FIELDS * note + field;
    return [this.#starts[at]!, this.#starts[at + 1]!];
  }
}
