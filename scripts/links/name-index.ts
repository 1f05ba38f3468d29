import { folderOf } from "../content/paths.ts";

/** A note, or another file, with the names that links may use for it. */
export interface Named {
  /** Path relative to the content folder, with `/`, with its extension. */
  file: string;
  title: string;
  aliases: readonly string[];
}

/**
 * How closely a name must match:
 * - `exact`: letter by letter, in Unicode form NFC
 * - `caseless`: without regard to case (no locale)
 * - `loose`: spaces, dashes and underscores taken as one as well
 */
export type Closeness = "exact" | "caseless" | "loose";

/** The closest first: what matches by one matches by those behind it. */
export const CLOSENESSES: readonly Closeness[] = ["exact", "caseless", "loose"];

/**
 * What a name is of its note:
 * - `path`: its whole path, without extension
 * - `end`: the last parts of its path, `heap` or `memory/heap`, the whole path among them
 * - `title`, `alias`
 */
export type NameKind = "path" | "end" | "title" | "alias";

/** Where a name was found: one note, several of equal right, or none; `outside` leaves the root. */
export type Located = readonly number[] | "outside";

/** The form in which names are compared: two names match where their keys are equal. */
export function nameKey(name: string, closeness: Closeness): string {
  const exact = name.replaceAll("\u00a0", " ").normalize("NFC").trim();
  if (closeness === "exact") return exact;
  const caseless = exact.toLowerCase();
  if (closeness === "caseless") return caseless;
  return caseless.replace(/[\s_-]+/g, " ").trim();
}

const EXTENSION = /\.(?:md|mdx|markdown)$/i;

/** A note's path without its extension: `terms/memory/heap.md` gives `terms/memory/heap`. */
export function notePath(file: string): string {
  return file.replace(EXTENSION, "");
}

/**
 * A path as written, `.` and `..` carried out, from a folder of the content (empty for the root).
 * @returns the path from the root, or undefined where it leads out of the root
 */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}

interface SameName {
  notes: readonly number[];
  /** The same by the loose keys of their folders. */
  byFolder: ReadonlyMap<string, readonly number[]>;
}

type Names = Map<string, number[]>;

const NONE: readonly number[] = [];
const STRICT = /^\.{0,2}\//;

/** Finds notes, as their places in a list, by every name that a link may use for them. */
export class NameIndex<T extends Named> {
  readonly notes: readonly T[];
  /** Notes by the exact keys of their paths. */
  readonly #paths: Names = new Map();
  /** Notes by the loose keys of their names, in order, none twice. */
  readonly #ends: Names = new Map();
  readonly #titles: Names = new Map();
  readonly #aliases: Names = new Map();
  /** The names that several notes share, by name as typed. The more notes share one, the more links use it. */
  readonly #shared = new Map<string, SameName>();

  constructor(notes: readonly T[]) {
    this.notes = notes;
    notes.forEach(({ file, title, aliases }, note) => {
      const path = notePath(file);
      add(this.#paths, nameKey(path, "exact"), note);
      let start = path.length;
      do {
        start = path.lastIndexOf("/", start - 1);
        add(this.#ends, nameKey(path.slice(start + 1), "loose"), note);
      } while (start > 0);
      add(this.#titles, nameKey(title, "loose"), note);
      for (const alias of aliases) add(this.#aliases, nameKey(alias, "loose"), note);
    });
  }

  path(note: number): string {
    return notePath(this.notes[note]!.file);
  }

  folder(note: number): string {
    return folderOf(this.notes[note]!.file);
  }

  /**
   * The note that `name` means in a note of `folder`. In this order: a path from the folder or the
   * root (`./x`, `/x`: to the letter); the end of a path (`a/b`); the file's name; the title; an
   * alias. Several: the one in the folder, then the one at the root, else all of them.
   */
  locate(name: string, folder: string): Located {
    if (STRICT.test(name)) return this.locatePath(name, folder);
    const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
    if (path === undefined) return "outside";
    const found = this.#withName(path);
    return found.notes.length < 2 ? found.notes : this.#choose(found, path, folder);
  }

  /** The note at a path, to the letter: from the root where it begins with a slash, else from a folder. */
  locatePath(name: string, folder: string): Located {
    const isFromRoot = name.startsWith("/");
    const path = joinPath(isFromRoot ? "" : folder, isFromRoot ? name.slice(1) : name);
    if (path === undefined) return "outside";
    const notesAt = (path: string) => this.#paths.get(nameKey(path, "exact"));
    return notesAt(path) ?? notesAt(notePath(path)) ?? NONE;
  }

  /** The notes with a name of a kind, in order, none twice. @param most after so many it stops */
  find(kind: NameKind, name: string, closeness: Closeness, most = this.notes.length) {
    const key = nameKey(name, closeness);
    const isSame = (each: string) => each === name || nameKey(each, closeness) === key;
    const found: number[] = [];
    for (const note of this.#candidates(kind, name)) {
      if (found.length === most) break;
      if (this.#namesOf(note, kind, name).some(isSame)) found.push(note);
    }
    return found;
  }

  /**
   * The shortest end of a note's path that no other path ends in: `heap`, or `memory/heap` where there
   * are two; for a note whose whole path is the end of another, the path from the root.
   */
  spell(note: number): string {
    const path = this.path(note);
    const parts = path.split("/");
    const ends = parts.map((_, i) => parts.slice(-i - 1).join("/"));
    const unique = ends.find((end) => this.find("end", end, "caseless", 2).length === 1);
    return unique ?? `/${path}`;
  }

  /** The notes whose names of a kind match at all; for a path those whose paths end in it. */
  #candidates(kind: NameKind, name: string): readonly number[] {
    const names = { path: this.#ends, end: this.#ends, title: this.#titles, alias: this.#aliases };
    return names[kind].get(nameKey(name, "loose")) ?? NONE;
  }

  /** The names of a kind that a note has, in the form of `name`. */
  #namesOf(note: number, kind: NameKind, name: string): readonly string[] {
    const { title, aliases } = this.notes[note]!;
    if (kind === "title") return [title];
    if (kind === "alias") return aliases;
    const path = this.path(note);
    return [kind === "path" ? path : path.split("/").slice(-name.split("/").length).join("/")];
  }

  #withName(name: string): SameName {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const notes = this.#search(name);
    const folderKey = (note: number) => nameKey(this.folder(note), "loose");
    const byFolder = notes.length < 2 ? new Map() : Map.groupBy(notes, folderKey);
    const found = { notes, byFolder };
    if (notes.length > 1) this.#shared.set(name, found);
    return found;
  }

  #search(name: string): readonly number[] {
    const bare = notePath(name);
    const byFile = this.#searchFiles(name);
    if (byFile.length > 0) return byFile;
    const byBareName = bare === name ? NONE : this.#searchFiles(bare);
    if (byBareName.length > 0) return byBareName;
    const byTitle = this.#closest(["title"], name);
    return byTitle.length > 0 ? byTitle : this.#closest(["alias"], name);
  }

  #searchFiles(name: string): readonly number[] {
    return this.#closest(name.includes("/") ? ["path", "end"] : ["end"], name);
  }

  /** The closest notes of a name; spaces, dashes and underscores are one only where that leads to a single note. */
  #closest(kinds: readonly NameKind[], name: string): readonly number[] {
    const candidates = this.#candidates(kinds[0]!, name);
    if (candidates.length < 2) return candidates;
    for (const closeness of CLOSENESSES) {
      const found = kinds.map((kind) => this.find(kind, name, closeness));
      const notes = found.find(({ length }) => length > 0) ?? NONE;
      if (notes.length === 1 || (notes.length > 1 && closeness !== "loose")) return notes;
    }
    return NONE;
  }

  /**
   * Chooses among notes of one name: the one in the folder of the link; for a path, the one it leads to
   * from that folder; then the one at the root; otherwise all.
   */
  #choose({ notes, byFolder }: SameName, name: string, folder: string): readonly number[] {
    const folders = [folder, folderOf(folder === "" ? name : `${folder}/${name}`), ""];
    for (const each of folders) {
      const inFolder = byFolder.get(nameKey(each, "loose"));
      if (inFolder === undefined) continue;
      const exact = inFolder.filter((note) => this.folder(note) === each);
      if (exact.length === 1) return exact;
      return inFolder.length === 1 ? inFolder : notes;
    }
    return notes;
  }
}

function add(names: Names, key: string, note: number): void {
  const notes = names.get(key);
  if (notes === undefined) names.set(key, [note]);
  else if (notes.at(-1) !== note) notes.push(note);
}
