import { posix } from "node:path";
import { folderOf, lastPart, withoutMarkdownExtension } from "../content/paths.ts";
import type { Named } from "../notes/parsed-file.ts";

/**
 * How closely a name must match:
 * - `exact`: letter by letter, in Unicode form NFC
 * - `caseless`: without regard to case (no locale)
 * - `loose`: also with every run of spaces, dashes and underscores read as one space
 */
type Closeness = "exact" | "caseless" | "loose";

/** Closest first. Names that match by one also match by those after it. */
const CLOSENESSES: readonly Closeness[] = ["exact", "caseless", "loose"];

/**
 * The kinds of names that a note has:
 * - `path`: its whole path, without extension
 * - `end`: the last parts of its path, such as `heap` or `memory/heap`, including the whole path
 * - `title`, `alias`
 * - `heading`: a first heading that the file's name displaced as its title
 * - `folder`: for an index note, the last parts of the folder's path, and the whole one
 * - `id`: the digits with which its file's name begins, if they are 12 or more, as Zettlr and zk write them
 */
const NAMES = {
  path: ({ file }: Named) => [withoutMarkdownExtension(file)],
  end: ({ file }: Named) => endsOf(withoutMarkdownExtension(file)),
  title: ({ title }: Named) => [title],
  alias: ({ aliases }: Named) => aliases,
  heading: ({ heading }: Named) => (heading === undefined ? [] : [heading]),
  folder: ({ file }: Named) => (folderRank(file) === -1 ? [] : endsOf(folderOf(file))),
  id: ({ file }: Named) => /^\d{12,}(?=[ _-])/.exec(lastPart(file)) ?? [],
};
type NameKind = keyof typeof NAMES;

/** The notes that a name matches: one, several that match equally well, or none; `outside` if the path leaves the root. */
export type Matches = readonly number[] | "outside";

const NON_ASCII = /\P{ASCII}/u;

/** The form in which names are compared: two names match if their keys are equal. */
export function nameKey(name: string, closeness: Closeness): string {
  // Normalizing takes more time than all the rest, and does nothing to ASCII.
  const exact = NON_ASCII.test(name)
    ? name.replaceAll("\u00a0", " ").normalize("NFC").trim()
    : name.trim();
  if (closeness === "exact") return exact;
  const caseless = exact.toLowerCase();
  if (closeness === "caseless") return caseless;
  return caseless.replace(/[\s_-]+/g, " ").trim();
}

/** A hash of the loose key of a name: 32 bits, signed, which the engine stores without a number object. */
export function nameHash(name: string): number {
  return keyHash(nameKey(name, "loose"));
}

function keyHash(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return hash;
}

/** The names of all kinds by which a note can be looked up. */
export function allNames(note: Named): string[] {
  const { end, title, alias, heading, folder, id } = NAMES;
  return [end, title, alias, heading, folder, id].flatMap((namesOf) => namesOf(note));
}

/** The names of index notes, which links to their folder reach, best first. */
const INDEXES = ["index", "_index", "readme"];

/** The rank of a note as the index note of its folder: 0 best, 3 for one with the folder's own name; -1 if it is none. */
function folderRank(file: string): number {
  const own = withoutMarkdownExtension(lastPart(file));
  const rank = INDEXES.indexOf(own.toLowerCase());
  return rank === -1 && own === lastPart(folderOf(file)) ? INDEXES.length : rank;
}

/** Shortest first. */
function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, i) => parts.slice(-i - 1).join("/"));
}

/** The notes of a name, and the hashes of the names that were looked up for it, none twice. */
interface Found {
  notes: readonly number[];
  hashes: readonly number[];
}

/** Notes of one name, by their own folder, and by each folder that they are in or below. */
interface SharedName {
  notes: readonly number[];
  inFolder: ReadonlyMap<string, readonly number[]>;
  below: ReadonlyMap<string, readonly number[]>;
}

const NONE: readonly number[] = [];
const STRICT = /^\.{0,2}\//;

/** Finds notes, as indexes into a list, by every name that a link may use for them. */
export class NameIndex<T extends Named> {
  readonly notes: readonly T[];
  /** For each kind of name, the notes by the loose keys of their names, in order, none twice. */
  readonly #byKey = new Map<string, Map<string, number[]>>();
  readonly #asked: Set<number>;
  /**
   * A cache by name, as typed, and by path from the root, with a slash before it: most notes are linked more than
   * once, and many links use a name that notes share.
   */
  readonly #found = new Map<string, Found | (Found & SharedName)>();

  /** @param asked gets the hash of every name that is looked up */
  constructor(notes: readonly T[], asked = new Set<number>()) {
    this.notes = notes;
    this.#asked = asked;
    for (const [kind, namesOf] of Object.entries(NAMES)) {
      const byKey = new Map<string, number[]>();
      notes.forEach((note, number) => {
        for (const name of namesOf(note)) add(byKey, nameKey(name, "loose"), number);
      });
      this.#byKey.set(kind, byKey);
    }
  }

  path(note: number): string {
    return withoutMarkdownExtension(this.notes[note]!.file);
  }

  folder(note: number): string {
    return folderOf(this.notes[note]!.file);
  }

  /**
   * Finds the note that `name` means in a note in `folder`. In this order: a path from the folder or
   * the root (`./x`, `/x`, matched exactly); the end of a path (`a/b`); the file's name; the title; an
   * alias; a displaced heading; a folder, for its index note; an id. If there are several: the one in the folder, then
   * the one that shares most folders with it, then the one at the root, else all of them.
   */
  locate(name: string, folder: string): Matches {
    if (STRICT.test(name)) return this.locatePath(name, folder);
    const found = this.#remembered(name, name, () => this.#search(name));
    return "inFolder" in found ? choose(found, name, folder) : found.notes;
  }

  /** Finds the note, or the folder, at exactly this path: from the root if it begins with a slash, else from a folder. */
  locatePath(name: string, folder: string): Matches {
    const isFromRoot = name.startsWith("/");
    const path = isFromRoot ? posix.join(name.slice(1)) : posix.join(folder, name);
    if (/^\.\.(?:\/|$)/.test(path)) return "outside";
    return this.#remembered(`/${path}`, path, () => this.#searchPath(path)).notes;
  }

  /** @param key of the cache @param search finds the notes of the name the first time */
  #remembered(key: string, name: string, search: () => readonly number[]) {
    let found = this.#found.get(key);
    if (found === undefined) {
      const notes = search();
      const names = new Set([name, withoutMarkdownExtension(name), withoutSlash(name)]);
      const hashes = Array.from(names, nameHash);
      found = { hashes, ...(notes.length < 2 ? { notes } : this.#byFolders(notes)) };
      this.#found.set(key, found);
    }
    for (const hash of found.hashes) this.#asked.add(hash);
    return found;
  }

  #searchPath(path: string): readonly number[] {
    const matches = [path, withoutMarkdownExtension(path)].map((each) =>
      this.find("path", each, "exact"),
    );
    const isAt = (note: number) => this.folder(note) === withoutSlash(path);
    return (
      matches.find((notes) => notes.length > 0) ??
      this.#folderNotes(withoutSlash(path)).filter(isAt)
    );
  }

  /** Finds the note by the end of its path, or else that of its folder's, as Hugo's `ref` does: no title counts. */
  locateEnd(path: string, folder: string): Matches {
    const end = withoutSlash(withoutMarkdownExtension(path));
    const notes = this.#closest("end", end);
    const found = notes.length > 0 ? notes : this.#folderNotes(end);
    return choose(this.#byFolders(found), end, folder);
  }

  /** The index note of each folder with a name. */
  #folderNotes(name: string): readonly number[] {
    const rank = (note: number) => folderRank(this.notes[note]!.file);
    const byFolder = Map.groupBy(this.find("folder", name, "exact"), (note) => this.folder(note));
    const whole = byFolder.get(name);
    const folders = whole ? [whole] : [...byFolder.values()];
    return folders.map((notes) => notes.toSorted((a, b) => rank(a) - rank(b))[0]!);
  }

  /** The notes with a name of a kind, in order, none twice. @param most stops after this many */
  find(
    kind: NameKind,
    name: string,
    closeness: Closeness,
    most = this.notes.length,
  ): readonly number[] {
    const candidates = this.#candidates(kind, name);
    if (candidates.length === 0) return NONE;
    const key = nameKey(name, closeness);
    const isSame = (each: string) => each === name || nameKey(each, closeness) === key;
    const matches: number[] = [];
    for (const note of candidates) {
      if (matches.length === most) break;
      if (NAMES[kind](this.notes[note]!).some(isSame)) matches.push(note);
    }
    return matches;
  }

  /**
   * The shortest end of a note's path with which no other path ends: `heap`, or `memory/heap` if there
   * are two. If the whole path is the end of another, the path from the root.
   */
  spell(note: number): string {
    const path = this.path(note);
    const unique = endsOf(path).find((end) => this.find("end", end, "caseless", 2).length === 1);
    return unique ?? `/${path}`;
  }

  #byFolders(notes: readonly number[]): SharedName {
    const inFolder = Map.groupBy(notes, (note) => this.folder(note));
    const below = new Map<string, number[]>();
    for (const [folder, own] of inFolder) {
      for (let outer = folder; outer !== ""; outer = folderOf(outer)) {
        const notesBelow = below.get(outer) ?? [];
        notesBelow.push(...own);
        below.set(outer, notesBelow);
      }
    }
    return { notes, inFolder, below };
  }

  /** The notes with a name of a kind that matches loosely. */
  #candidates(kind: NameKind, name: string): readonly number[] {
    const key = nameKey(name, "loose");
    this.#asked.add(keyHash(key));
    return this.#byKey.get(kind)!.get(key) ?? NONE;
  }

  #search(name: string): readonly number[] {
    const steps = [
      ["end", name],
      ["end", withoutMarkdownExtension(name)],
      ["title", name],
      ["alias", name],
      ["heading", name],
    ] as const;
    for (const [kind, each] of steps) {
      const matches = this.#closest(kind, each);
      if (matches.length > 0) return matches;
    }
    const folders = this.#folderNotes(withoutSlash(name));
    return folders.length > 0 ? folders : this.find("id", name, "exact");
  }

  /**
   * The notes that match a name most closely, a whole path before the end of one. A loose match counts only
   * if it is the only one.
   */
  #closest(kind: NameKind, name: string): readonly number[] {
    const candidates = this.#candidates(kind, name);
    if (candidates.length < 2) return candidates;
    for (const closeness of CLOSENESSES) {
      const whole =
        name.includes("/") && kind === "end" ? this.find("path", name, closeness) : NONE;
      const notes = whole.length > 0 ? whole : this.find(kind, name, closeness);
      if (notes.length === 1 || (notes.length > 1 && closeness !== "loose")) return notes;
    }
    return NONE;
  }
}

/**
 * Chooses among notes with the same name: the one in the folder of the link; for a path, the one to which it leads
 * from that folder; then the one that shares most folders with the link, from the root on (in a repository of several
 * vaults, versions or languages, the one of the same); then the one at the root; otherwise all.
 */
function choose({ notes, inFolder, below }: SharedName, name: string, folder: string) {
  const own = [folder, folderOf(folder === "" ? name : `${folder}/${name}`)];
  const nearest = own.map((each) => inFolder.get(each)).find((notes) => notes !== undefined);
  if (nearest) return nearest.length === 1 ? nearest : notes;
  let outer = folder;
  while (outer !== "" && !below.has(outer)) outer = folderOf(outer);
  const single = [below.get(outer), inFolder.get("")].find((notes) => notes?.length === 1);
  return single ?? notes;
}

/** A path without its last slash, or `.` for the root. */
function withoutSlash(path: string): string {
  return path.replace(/^\.?\/?$|\/$/, "");
}

function add(names: Map<string, number[]>, key: string, note: number): void {
  const notes = names.get(key);
  if (notes === undefined) names.set(key, [note]);
  else if (notes.at(-1) !== note) notes.push(note);
}
