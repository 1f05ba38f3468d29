import { posix } from "node:path";
import { editDistance } from "../../worker/contract/edit-distance.ts";
import { lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import { percentDecode } from "../markdown/escape.ts";
import type { Named } from "../notes/note.ts";
import { CLOSENESSES, type NameIndex, nameKey } from "./name-index.ts";

/** A note, and a name that leads to it. */
export interface NamedAs {
  note: number;
  name: string;
}

/** Suggestions for a name that no note has. */
export interface Suggested {
  /** Notes, and the targets to write instead, best first, 0 to 3. */
  names: NamedAs[];
  /** Whether the only name is certainly right: its path or its encoding is wrong, not the name itself. */
  isCertain: boolean;
}

interface Entry extends NamedAs {
  key: string;
  letters: number;
}

const MAX_SUGGESTED = 3;
/** The most files whose paths are compared with a wrong one, and the most edits between them. */
const MAX_PATHS = 30;
const MAX_EDITS = 100;
/** UTF-16 units. Longer names are not compared: they are sentences, or an attack. */
const MAX_LENGTH = 100;
/** The most names that one instance compares by their letters; computing a distance counts as 200. */
const MAX_WORK = 30_000_000;
const DISTANCE_WORK = 200;

/** A name that is common in many folders: a month, a day, or the name of an index. */
const USUAL_NAME = /^(?:_?index|readme|(?:[^\p{L}\d]*\d){0,7}[^\p{L}\d]*)$/iu;
/** Characters that a name cannot have inside a link. */
const UNLINKABLE = /[[\]|\n\r]/;

/** Suggests names of notes for names that no note has. The work of one instance is bounded. */
export class Suggester {
  readonly #index: NameIndex<Named>;
  #byLength: ReadonlyMap<number, Entry[]> | undefined;
  /** The nearest names by the key asked for: many links often use the same missing name. */
  readonly #known = new Map<string, readonly NamedAs[]>();
  #work = 0;

  constructor(index: NameIndex<Named>) {
    this.#index = index;
  }

  /** @param folder of the note that contains the link */
  suggest(name: string, folder: string): Suggested {
    const decoded = percentDecode(name).replaceAll("\\", "/");
    const found = decoded === name ? [] : this.#index.locate(decoded, folder);
    if (found !== "outside" && found.length === 1) {
      return { names: [{ note: found[0]!, name: decoded }], isCertain: true };
    }
    return this.#atOtherPath(decoded, folder) ?? this.#near(decoded, folder);
  }

  /** The files with the last part of a path as their name, those with the nearest path first. */
  #atOtherPath(name: string, folder: string): Suggested | undefined {
    if (!name.includes("/")) return undefined;
    const file = withoutMarkdownExtension(lastPart(name));
    const found = CLOSENESSES.map((each) => this.#index.find("end", file, each, MAX_PATHS));
    const notes = found.find(({ length }) => length > 0);
    if (notes === undefined) return undefined;
    const paths = this.#byPath(notes, name, folder);
    const same = paths.filter(({ distance }) => distance === 0);
    if (same.length === 1) return { names: same, isCertain: true };
    const isCertain = notes.length === 1 && !USUAL_NAME.test(file);
    return { names: paths.slice(0, MAX_SUGGESTED), isCertain };
  }

  /** The names with the fewest edits; for a path without any, the files whose names have the fewest. */
  #near(name: string, folder: string): Suggested {
    const near = this.#nearest(name).map(({ note, name }) => {
      const found = this.#index.locate(name, folder);
      const leadsThere = found.length === 1 && found[0] === note && !UNLINKABLE.test(name);
      return { note, name: leadsThere ? name : this.#index.spell(note) };
    });
    const isPath = near.length === 0 && name.includes("/");
    const files = isPath
      ? this.#nearest(withoutMarkdownExtension(lastPart(name))).slice(0, MAX_PATHS)
      : [];
    const paths = this.#byPath(
      files.map(({ note }) => note),
      name,
      folder,
    );
    return { names: [...near, ...paths].slice(0, MAX_SUGGESTED), isCertain: false };
  }

  /** Notes by their paths, spelled in the style of a path and nearest to it first. */
  #byPath(notes: readonly number[], path: string, folder: string) {
    const wanted = nameKey(path, "loose");
    return notes
      .map((note) => {
        const name = this.#spellPath(note, path, folder);
        return { note, name, distance: editDistance(wanted, nameKey(name, "loose"), MAX_EDITS) };
      })
      .sort((a, b) => a.distance - b.distance);
  }

  /** The path of a note from the root or a folder, if another path is from there; else the end of its path. */
  #spellPath(note: number, style: string, folder: string): string {
    const path = this.#index.path(note);
    if (style.startsWith("/")) return `/${path}`;
    if (/^\.{1,2}\//.test(style)) return relativePath(folder, path);
    const spelling = this.#index.spell(note);
    return spelling.includes("/") ? spelling : path.split("/").slice(-2).join("/");
  }

  /** The names of different notes at the least edit distance, without regard to case, dashes and underscores. */
  #nearest(name: string): readonly NamedAs[] {
    const wanted = nameKey(name, "loose");
    if (wanted === "" || wanted.length > MAX_LENGTH || this.#work > MAX_WORK) return [];
    const near = this.#known.get(wanted) ?? this.#compare(wanted);
    this.#known.set(wanted, near);
    return near;
  }

  /** All names at the least distance, if that is small for the name's length; 0 counts as 1. */
  #compare(wanted: string): readonly NamedAs[] {
    this.#byLength ??= Map.groupBy(allNames(this.#index.notes), ({ key }) => key.length);
    const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
    const letters = lettersOf(wanted);
    let near: NamedAs[] = [];
    let least = limit;
    for (let length = wanted.length - limit; length <= wanted.length + limit; length++) {
      const entries = this.#byLength.get(length) ?? [];
      this.#work += entries.length;
      if (this.#work > MAX_WORK) break;
      for (const entry of entries) {
        if (!mayBeWithin(letters, entry.letters, least)) continue;
        this.#work += DISTANCE_WORK;
        const distance = Math.max(1, editDistance(wanted, entry.key, least));
        if (distance > least) continue;
        if (distance < least) near = [];
        least = distance;
        near.push(entry);
      }
    }
    const notes = new Set<number>();
    return near.filter(({ note }) => !notes.has(note) && notes.add(note));
  }
}

function allNames(notes: readonly Named[]): Entry[] {
  const kinds = [
    ({ title }: Named) => [title],
    ({ aliases }: Named) => aliases,
    ({ file }: Named) => [lastPart(withoutMarkdownExtension(file))],
  ];
  return kinds.flatMap((namesOf) =>
    notes.flatMap((each, note) =>
      namesOf(each).map((name) => {
        const key = nameKey(name, "loose");
        return { note, name, key, letters: lettersOf(key) };
      }),
    ),
  );
}

/**
 * Which of 32 classes of letters occur in a key, one bit each. An edit adds at most one letter and removes at most
 * one, so most names can be ruled out by these bits alone.
 */
function lettersOf(key: string): number {
  let letters = 0;
  for (let i = 0; i < key.length; i++) letters |= 1 << (key.charCodeAt(i) & 31);
  return letters;
}

function mayBeWithin(a: number, b: number, limit: number): boolean {
  return bitCount(a & ~b) <= limit && bitCount(b & ~a) <= limit;
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The path of a file as seen from a folder: `./x`, `../x`. */
export function relativePath(folder: string, path: string): string {
  const way = posix.relative(`/${folder}`, `/${path}`);
  return way.startsWith("../") ? way : `./${way}`;
}
