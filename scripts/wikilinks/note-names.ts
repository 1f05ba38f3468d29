import { CLOSENESSES } from "./closenesses.ts";
import { joinPath } from "./join-path.ts";
import type { LinkTargets } from "./link-targets.ts";
import type { Closeness } from "./name-key.ts";
import type { NameKind } from "./name-kind.ts";
import type { NameTable } from "./name-table.ts";
import { notePath } from "./note-path.ts";
import { WantedName } from "./wanted-name.ts";

/** Where a name was found: one note, several of equal right, or none; `outside` leaves the root. */
export type Located = readonly number[] | "outside";

/** The notes that share a name, and what tells which of them lies in a given folder. */
interface Namesakes {
  notes: readonly number[];
  placed: NameKind;
  wanted: WantedName;
  closeness: Closeness;
}

/** A note with a name that is close to one that is looked up. */
interface Alike {
  note: number;
  closeness: Closeness;
}

const NONE: readonly number[] = [];
const NONE_ALIKE: readonly Alike[] = [];
/** More notes than these are compared with a name only once. */
const FEW = 8;
const STRICT = /^\.{0,2}\//;

/** Finds notes, by number, under every name by which a link may call them. */
export class NoteNames {
  readonly targets: LinkTargets;
  readonly #table: NameTable;
  /** The notes of names that many have, by kind and name: the more there are, the more links ask for them. */
  readonly #asked = new Map<string, readonly Alike[]>();
  /** What names that several notes share lead to, by hash. */
  readonly #shared = new Map<number, Namesakes>();

  constructor(targets: LinkTargets, table: NameTable) {
    this.targets = targets;
    this.#table = table;
  }

  /**
   * The note that `name` means in the note `from`. In this order: a path from its folder
   * or the root (`./x`, `/x`: to the letter); the end of a path (`a/b`); the file's name; the
   * title; an alias. Several: the one in the folder, then the one at the root, else all of them.
   */
  locate(name: string, from: number): Located {
    if (!name.includes("/")) return this.#locateLoose(name, from);
    if (STRICT.test(name)) return this.#locateStrict(name, from);
    const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
    return path === undefined ? "outside" : this.#locateLoose(path, from);
  }

  #locateLoose(name: string, from: number): readonly number[] {
    const found = this.#namesakes(name);
    if (found === undefined) return NONE;
    return found.notes.length === 1 ? found.notes : this.#nearest(found, from);
  }

  /** In the order of their numbers, none twice. */
  find(kind: NameKind, name: string, closeness: Closeness): readonly number[] {
    return notesWithin(this.#alike(kind, new WantedName(name)), closeness);
  }

  #locateStrict(name: string, from: number): Located {
    const isFromRoot = name.startsWith("/");
    const folder = isFromRoot ? "" : this.targets.folder(from);
    const path = joinPath(folder, isFromRoot ? name.slice(1) : name);
    if (path === undefined) return "outside";
    const notes = this.find("path", path, "exact");
    return notes.length > 0 ? notes : this.find("path", notePath(path), "exact");
  }

  #namesakes(name: string): Namesakes | undefined {
    const wanted = new WantedName(name);
    const known = this.#shared.get(wanted.hash);
    if (known?.wanted.name === name) return known;
    const found = this.#search(wanted);
    if (found && found.notes.length > 1) this.#shared.set(wanted.hash, found);
    return found;
  }

  #search(wanted: WantedName): Namesakes | undefined {
    const bare = notePath(wanted.name);
    return (
      this.#searchFiles(wanted) ??
      (bare === wanted.name ? undefined : this.#searchFiles(new WantedName(bare))) ??
      this.#searchNames("title", "placedTitle", wanted) ??
      this.#searchNames("alias", "placedAlias", wanted)
    );
  }

  /** By the whole path, else by the end of it: the file's name alone, or with folders before it. */
  #searchFiles(wanted: WantedName): Namesakes | undefined {
    if (!wanted.name.includes("/")) return this.#searchNames("end", "path", wanted);
    const ends = this.#alike("end", wanted);
    if (ends.length < 2) return theOnly(ends, "path", wanted);
    const paths = this.#alike("path", wanted);
    for (const closeness of CLOSENESSES) {
      const whole = notesWithin(paths, closeness);
      const notes = whole.length > 0 ? whole : notesWithin(ends, closeness);
      if (isFound(notes, closeness)) return { notes, placed: "path", wanted, closeness };
    }
    return undefined;
  }

  #searchNames(kind: NameKind, placed: NameKind, wanted: WantedName): Namesakes | undefined {
    const alike = this.#alike(kind, wanted);
    if (alike.length < 2) return theOnly(alike, placed, wanted);
    for (const closeness of CLOSENESSES) {
      const notes = notesWithin(alike, closeness);
      if (isFound(notes, closeness)) return { notes, placed, wanted, closeness };
    }
    return undefined;
  }

  #nearest({ notes, placed, wanted, closeness }: Namesakes, from: number): readonly number[] {
    const { name } = wanted;
    const beside = this.find(placed, inFolder(this.targets.folder(from), name), closeness);
    if (beside.length === 1) return beside;
    const atRoot = this.find(placed, name, closeness);
    return beside.length === 0 && atRoot.length === 1 ? atRoot : notes;
  }

  /** All notes with a name of this kind that is close to one, and how close it is at best. */
  #alike(kind: NameKind, wanted: WantedName): readonly Alike[] {
    const candidates = this.#table.find(kind, wanted.hash);
    if (candidates.length === 0) return NONE_ALIKE;
    if (candidates.length <= FEW) return this.#compare(candidates, kind, wanted);
    const asked = `${kind} ${wanted.name}`;
    const alike = this.#asked.get(asked) ?? this.#compare(candidates, kind, wanted);
    this.#asked.set(asked, alike);
    return alike;
  }

  #compare(candidates: readonly number[], kind: NameKind, wanted: WantedName): readonly Alike[] {
    const alike: Alike[] = [];
    for (const note of candidates) {
      const closeness = this.#closeness(note, kind, wanted);
      if (closeness !== undefined) alike.push({ note, closeness });
    }
    return alike;
  }

  /** How close the best name of a kind that a note has is to one that is looked up. */
  #closeness(note: number, kind: NameKind, wanted: WantedName): Closeness | undefined {
    const { targets } = this;
    const { name } = wanted;
    switch (kind) {
      case "path":
        return targets.comparePath(note, name) ?? wanted.closenessOf(targets.path(note));
      case "end":
        return (
          targets.comparePathEnd(note, name) ?? wanted.closenessOf(endOf(targets.path(note), name))
        );
      case "title":
        return targets.compareTitle(note, name) ?? wanted.closenessOf(targets.title(note));
      case "alias":
        return closest(targets.aliases(note), wanted);
      case "placedTitle":
        return wanted.closenessOf(inFolder(targets.folder(note), targets.title(note)));
      case "placedAlias": {
        const folder = targets.folder(note);
        const placed = targets.aliases(note).map((alias) => inFolder(folder, alias));
        return closest(placed, wanted);
      }
    }
  }
}

function theOnly(
  alike: readonly Alike[],
  placed: NameKind,
  wanted: WantedName,
): Namesakes | undefined {
  const [only] = alike;
  return only && { notes: [only.note], placed, wanted, closeness: only.closeness };
}

function closest(names: readonly string[], wanted: WantedName): Closeness | undefined {
  const found = names.map((name) => wanted.closenessOf(name));
  return CLOSENESSES.find((closeness) => found.includes(closeness));
}

function notesWithin(alike: readonly Alike[], closeness: Closeness): readonly number[] {
  if (alike.length === 0) return NONE;
  const least = CLOSENESSES.indexOf(closeness);
  return alike
    .filter((each) => CLOSENESSES.indexOf(each.closeness) <= least)
    .map(({ note }) => note);
}

/** As many of the last parts of a path as a name has, none where it has more. */
function endOf(path: string, name: string): string {
  const parts = name.split("/").length;
  const end = path.split("/").slice(-parts);
  return end.length === parts ? end.join("/") : "";
}

/** Spaces, dashes and underscores count as one only where that leads to a single note. */
function isFound(notes: readonly number[], closeness: Closeness): boolean {
  return closeness === "loose" ? notes.length === 1 : notes.length > 0;
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
