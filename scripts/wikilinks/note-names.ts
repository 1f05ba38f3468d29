import { joinPath } from "./join-path.ts";
import type { LinkTargets } from "./link-targets.ts";
import type { NameHash } from "./name-hash.ts";
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
  name: string;
  closeness: Closeness;
}

const CLOSENESS: readonly Closeness[] = ["exact", "caseless", "loose"];
const NONE: readonly number[] = [];
const STRICT = /^\.{0,2}\//;

/** Finds notes, by number, under every name by which a link may call them. */
export class NoteNames {
  readonly targets: LinkTargets;
  readonly #table: NameTable;
  readonly #hash: NameHash | undefined;
  /** What is found of names that several notes share: the more there are, the more links will ask for them. */
  readonly #shared = new Map<string, Namesakes>();

  /** @param hash that of the table, where it is not the usual one */
  constructor(targets: LinkTargets, table: NameTable, hash?: NameHash) {
    this.targets = targets;
    this.#table = table;
    this.#hash = hash;
  }

  /**
   * The note that `name` means in the note `from`. In this order: a path from its folder
   * or the root (`./x`, `/x`: to the letter); the end of a path (`a/b`); the file's name; the
   * title; an alias. Several: the one in the folder, then the one at the root, else all of them.
   */
  locate(name: string, from: number): Located {
    if (STRICT.test(name)) return this.#locateStrict(name, from);
    const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
    if (path === undefined) return "outside";
    const found = this.#namesakes(path);
    if (found === undefined) return NONE;
    return found.notes.length === 1 ? found.notes : this.#nearest(found, from);
  }

  /** In the order of their numbers, none twice. @param most of them that are looked for */
  find(kind: NameKind, name: string, closeness: Closeness, most?: number): readonly number[] {
    return this.#find(kind, new WantedName(name, this.#hash), closeness, most);
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
    const known = this.#shared.get(name);
    if (known) return known;
    const found = this.#search(name);
    if (found && found.notes.length > 1) this.#shared.set(name, found);
    return found;
  }

  #search(name: string): Namesakes | undefined {
    const wanted = new WantedName(name, this.#hash);
    const bare = notePath(name);
    return (
      this.#searchFiles(wanted) ??
      (bare === name ? undefined : this.#searchFiles(new WantedName(bare, this.#hash))) ??
      this.#searchNames("title", "placedTitle", wanted) ??
      this.#searchNames("alias", "placedAlias", wanted)
    );
  }

  /** By the whole path, else by the end of it: the file's name alone, or with folders before it. */
  #searchFiles(wanted: WantedName): Namesakes | undefined {
    const { name } = wanted;
    if (!name.includes("/")) return this.#searchNames("end", "path", wanted);
    for (const closeness of CLOSENESS) {
      const whole = this.#find("path", wanted, closeness);
      const notes = whole.length > 0 ? whole : this.#find("end", wanted, closeness);
      if (isFound(notes, closeness)) return { notes, placed: "path", name, closeness };
    }
    return undefined;
  }

  #searchNames(kind: NameKind, placed: NameKind, wanted: WantedName): Namesakes | undefined {
    const { name } = wanted;
    const exact = this.#find(kind, wanted, "exact");
    if (exact.length > 0) return { notes: exact, placed, name, closeness: "exact" };
    const loose = this.#find(kind, wanted, "loose");
    // What no loose match finds, no closer one does: most names that lead nowhere end here.
    if (loose.length === 0) return undefined;
    const caseless = this.#find(kind, wanted, "caseless");
    if (caseless.length > 0) return { notes: caseless, placed, name, closeness: "caseless" };
    return loose.length === 1 ? { notes: loose, placed, name, closeness: "loose" } : undefined;
  }

  #nearest({ notes, placed, name, closeness }: Namesakes, from: number): Located {
    const beside = this.find(placed, inFolder(this.targets.folder(from), name), closeness);
    if (beside.length === 1) return beside;
    const atRoot = this.find(placed, name, closeness);
    return beside.length === 0 && atRoot.length === 1 ? atRoot : notes;
  }

  #find(
    kind: NameKind,
    wanted: WantedName,
    closeness: Closeness,
    most?: number,
  ): readonly number[] {
    const isCalled = (note: number) => this.#isCalled(note, kind, wanted, closeness);
    return this.#table.find(kind, wanted.hash, isCalled, most);
  }

  #isCalled(note: number, kind: NameKind, wanted: WantedName, closeness: Closeness): boolean {
    const { targets } = this;
    const { name } = wanted;
    switch (kind) {
      case "path":
        return wanted.isCalled(targets.path(note), closeness);
      case "end":
        return (
          targets.isPathEnd(note, name) ||
          wanted.isCalled(endOf(targets.path(note), name), closeness)
        );
      case "title":
        return targets.isTitle(note, name) || wanted.isCalled(targets.title(note), closeness);
      case "alias":
        return targets.aliases(note).some((alias) => wanted.isCalled(alias, closeness));
      case "placedTitle":
        return wanted.isCalled(inFolder(targets.folder(note), targets.title(note)), closeness);
      case "placedAlias": {
        const folder = targets.folder(note);
        return targets
          .aliases(note)
          .some((alias) => wanted.isCalled(inFolder(folder, alias), closeness));
      }
    }
  }
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
