import { editDistance } from "../../worker/contract/edit-distance.ts";
import { lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import { percentDecode } from "../markdown/escape.ts";
import type { Named } from "../notes/parsed-file.ts";
import { type NameIndex, nameKey } from "./name-index.ts";

/** A note, and a name that links may use for it. */
export interface NamedAs {
  note: number;
  name: string;
}

/** Suggestions for a name that no note has. */
export interface Suggested {
  /** Notes, and the targets to write instead, best first, 0 to 3. */
  names: NamedAs[];
  /** Whether the only name is certainly right: its folder or its encoding is wrong, not the name itself. */
  isCertain: boolean;
}

interface Entry extends NamedAs {
  key: string;
  letters: number;
}

const MAX_SUGGESTED = 3;
/** The most files with the same name whose paths are compared with a wrong one. */
const MAX_PATHS = 30;
/** UTF-16 units. Longer names are not compared: they are sentences, or an attack. */
const MAX_LENGTH = 100;
/** The most missing names that one instance compares with all others: 10 ms each among 100,000 notes. */
const MAX_MISSING = 1000;

/** A name that is common in many folders: a month, a day, or the name of an index. */
const USUAL_NAME = /^(?:_?index|readme|(?:[^\p{L}\d]*\d){0,7}[^\p{L}\d]*)$/iu;
/** Characters that a name cannot have inside a link. */
const UNLINKABLE = /[[\]|\n\r]/;

/** Suggests names of notes for names that no note has. An instance compares a bounded number of names. */
export class Suggester {
  readonly #index: NameIndex<Named>;
  #entries: readonly Entry[] | undefined;
  /** The nearest names by the key asked for: many links often use the same missing name. */
  readonly #nearestByKey = new Map<string, readonly NamedAs[]>();

  constructor(index: NameIndex<Named>) {
    this.#index = index;
  }

  /**
   * The note with that name in another folder; else the names with the fewest edits; else, for a path, the files
   * whose names have the fewest.
   * @param folder of the note that contains the link
   */
  suggest(name: string, folder: string): Suggested {
    const decoded = percentDecode(name).replaceAll("\\", "/");
    const matches = decoded === name ? [] : this.#index.locate(decoded, folder);
    if (matches !== "outside" && matches.length === 1) {
      return { names: [{ note: matches[0]!, name: decoded }], isCertain: true };
    }
    const isPath = decoded.includes("/");
    const file = withoutMarkdownExtension(lastPart(decoded));
    const moved = isPath ? this.#index.find("end", file, "loose", MAX_PATHS) : [];
    const isCertain = moved.length === 1 && !USUAL_NAME.test(file);
    if (moved.length > 0) return { names: this.#byPath(moved, decoded), isCertain };
    const near = this.#nearest(decoded).slice(0, MAX_SUGGESTED);
    const names = near.map((each) => this.#leadingFrom(folder, each));
    if (names.length > 0 || !isPath) return { names, isCertain };
    const files = this.#nearest(file).slice(0, MAX_PATHS);
    const paths = files.map(({ note }) => note);
    return { names: this.#byPath(paths, decoded), isCertain };
  }

  /** The notes whose paths are nearest to a wrong one, each by the end of its path. */
  #byPath(notes: readonly number[], path: string): NamedAs[] {
    const wanted = nameKey(path, "loose");
    const distanceTo = (note: number) =>
      editDistance(wanted, nameKey(this.#index.path(note), "loose"), MAX_LENGTH);
    return notes
      .map((note) => ({ note, name: this.#endOf(note), distance: distanceTo(note) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_SUGGESTED);
  }

  #endOf(note: number): string {
    const shortest = this.#index.spell(note);
    return shortest.includes("/")
      ? shortest
      : this.#index.path(note).split("/").slice(-2).join("/");
  }

  /** The same note, by this name if it leads there from a folder. */
  #leadingFrom(folder: string, { note, name }: NamedAs): NamedAs {
    const matches = this.#index.locate(name, folder);
    const leadsThere = matches.length === 1 && matches[0] === note && !UNLINKABLE.test(name);
    return { note, name: leadsThere ? name : this.#index.spell(note) };
  }

  /** The names of different notes at the least edit distance, without regard to case, dashes and underscores. */
  #nearest(name: string): readonly NamedAs[] {
    const wanted = nameKey(name, "loose");
    if (wanted === "" || wanted.length > MAX_LENGTH) return [];
    const known = this.#nearestByKey.get(wanted);
    if (known !== undefined || this.#nearestByKey.size === MAX_MISSING) return known ?? [];
    const near = this.#compare(wanted);
    this.#nearestByKey.set(wanted, near);
    return near;
  }

  /** All names at the least distance, if that is small for the name's length; 0 counts as 1. */
  #compare(wanted: string): readonly NamedAs[] {
    this.#entries ??= allNames(this.#index.notes);
    const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
    const letters = letterMask(wanted);
    let near: NamedAs[] = [];
    let least = limit;
    for (const entry of this.#entries) {
      if (!mayBeWithin(letters, entry.letters, least)) continue;
      const distance = Math.max(1, editDistance(wanted, entry.key, least));
      if (distance > least) continue;
      if (distance < least) near = [];
      least = distance;
      near.push(entry);
    }
    const notes = new Set<number>();
    return near.filter(({ note }) => !notes.has(note) && notes.add(note));
  }
}

function allNames(notes: readonly Named[]): Entry[] {
  return notes.flatMap(({ title, aliases, file }, note) =>
    [title, ...aliases, lastPart(withoutMarkdownExtension(file))].map((name) => {
      const key = nameKey(name, "loose");
      return { note, name, key, letters: letterMask(key) };
    }),
  );
}

/**
 * Which of 32 classes of letters occur in a key, one bit each. An edit adds at most one letter and removes at most
 * one, so most names can be ruled out by these bits alone.
 */
function letterMask(key: string): number {
  let letters = 0;
  for (let i = 0; i < key.length; i++) letters |= 1 << (key.charCodeAt(i) & 31);
  return letters;
}

function mayBeWithin(a: number, b: number, limit: number): boolean {
  return hasAtMost(limit, a & ~b) && hasAtMost(limit, b & ~a);
}

function hasAtMost(count: number, bits: number): boolean {
  let rest = bits;
  for (let i = 0; i < count; i++) rest &= rest - 1;
  return rest === 0;
}
