import { folderOf } from "./folder-of.ts";
import { joinPath } from "./join-path.ts";
import type { LinkTarget } from "./link-target.ts";
import { NameIndex } from "./name-index.ts";
import type { Closeness } from "./name-key.ts";
import { notePath } from "./note-path.ts";

/** Where a name was found: one note, several of equal right, or none; `outside` leaves the root. */
export type Located = readonly LinkTarget[] | "outside";

/** The notes that share a name, and the index that tells which of them lies in a given folder. */
interface Namesakes {
  notes: readonly LinkTarget[];
  placed: NameIndex;
  name: string;
  closeness: Closeness;
}

const CLOSENESS: readonly Closeness[] = ["exact", "caseless", "loose"];
const NONE: readonly LinkTarget[] = [];
const STRICT = /^\.{0,2}\//;

/** Every name by which a link may call a note. Built once; plain maps, so `__proto__` is a name. */
export class NoteNames {
  /** The paths from the root, without extension. */
  readonly paths = new NameIndex();
  readonly titles = new NameIndex();
  readonly aliases = new NameIndex();
  /** The last parts of the paths by the number of parts: `heap`, `memory/heap`. */
  readonly #tails = new Map<number, NameIndex>();
  /** Titles and aliases behind the folder of their note. */
  readonly #placedTitles = new NameIndex();
  readonly #placedAliases = new NameIndex();
  readonly #known = new Map<string, Namesakes | undefined>();

  constructor(notes: readonly LinkTarget[]) {
    for (const note of notes) this.#add(note);
  }

  #add(note: LinkTarget): void {
    const path = notePath(note.file);
    const folder = folderOf(path);
    this.paths.add(path, note);
    this.titles.add(note.title, note);
    this.#placedTitles.add(inFolder(folder, note.title), note);
    for (const alias of note.aliases) {
      this.aliases.add(alias, note);
      this.#placedAliases.add(inFolder(folder, alias), note);
    }
  }

  /**
   * The note that `name` means in a note that lies in `folder`. In this order: a path from the
   * folder or the root (`./x`, `/x`: to the letter); the end of a path (`a/b`); the file's name; the
   * title; an alias. Several: the one in the folder, then the one at the root, else all of them.
   */
  locate(name: string, folder: string): Located {
    if (STRICT.test(name)) return this.#locateStrict(name, folder);
    const path = /\/\.{1,2}(?:\/|$)/.test(name) ? joinPath("", name) : name;
    if (path === undefined) return "outside";
    const found = this.#namesakes(path);
    if (found === undefined) return NONE;
    return found.notes.length === 1 ? found.notes : nearest(found, folder);
  }

  #locateStrict(name: string, folder: string): Located {
    const path = name.startsWith("/") ? joinPath("", name.slice(1)) : joinPath(folder, name);
    if (path === undefined) return "outside";
    const notes = this.paths.find(path, "exact");
    return notes.length > 0 ? notes : this.paths.find(notePath(path), "exact");
  }

  #namesakes(name: string): Namesakes | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const found = this.#search(name);
    this.#known.set(name, found);
    return found;
  }

  #search(name: string): Namesakes | undefined {
    const bare = notePath(name);
    return (
      this.#searchFiles(name) ??
      (bare === name ? undefined : this.#searchFiles(bare)) ??
      this.#searchIndex(this.titles, this.#placedTitles, name) ??
      this.#searchIndex(this.aliases, this.#placedAliases, name)
    );
  }

  /** By the whole path, else by the end of it: the file's name alone, or with folders before it. */
  #searchFiles(name: string): Namesakes | undefined {
    const tails = this.tails(name.split("/").length);
    if (!name.includes("/")) return this.#searchIndex(tails, this.paths, name);
    for (const closeness of CLOSENESS) {
      const whole = this.paths.find(name, closeness);
      const notes = whole.length > 0 ? whole : tails.find(name, closeness);
      if (isFound(notes, closeness)) return { notes, placed: this.paths, name, closeness };
    }
    return undefined;
  }

  /** The notes by the last parts of their paths. */
  tails(parts: number): NameIndex {
    const known = this.#tails.get(parts);
    if (known) return known;
    const tails = new NameIndex();
    this.paths.forEach((path, note) => {
      const tail = path.split("/").slice(-parts);
      if (tail.length === parts) tails.add(tail.join("/"), note);
    });
    this.#tails.set(parts, tails);
    return tails;
  }

  #searchIndex(index: NameIndex, placed: NameIndex, name: string): Namesakes | undefined {
    const exact = index.find(name, "exact");
    if (exact.length > 0) return { notes: exact, placed, name, closeness: "exact" };
    const loose = index.find(name, "loose");
    // What no loose match finds, no closer one does: most names that lead nowhere end here.
    if (loose.length === 0) return undefined;
    const caseless = index.find(name, "caseless");
    if (caseless.length > 0) return { notes: caseless, placed, name, closeness: "caseless" };
    return loose.length === 1 ? { notes: loose, placed, name, closeness: "loose" } : undefined;
  }
}

/** Spaces, dashes and underscores count as one only where that leads to a single note. */
function isFound(notes: readonly LinkTarget[], closeness: Closeness): boolean {
  return closeness === "loose" ? notes.length === 1 : notes.length > 0;
}

function nearest({ notes, placed, name, closeness }: Namesakes, folder: string): Located {
  const beside = placed.find(inFolder(folder, name), closeness);
  if (beside.length === 1) return beside;
  const atRoot = placed.find(name, closeness);
  return beside.length === 0 && atRoot.length === 1 ? atRoot : notes;
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
