import { posix } from "node:path";
import { editDistance } from "../../worker/contract/edit-distance.ts";
import { lastPart } from "../content/paths.ts";
import { percentDecode } from "../markdown/escape.ts";
import type { Named } from "../notes/note.ts";
import { CLOSENESSES, joinPath, type NameIndex, notePath } from "./name-index.ts";
import { type NamedAs, Neighbors } from "./neighbors.ts";

/**
 * Why a name has no note:
 * - `encoded`: right once its `%20` is decoded
 * - `case`: a path that differs only in case, dashes or underscores
 * - `folder`: the right name in the wrong folder
 * - `id`: only the id with which a name begins
 * - `near`: the nearest names by edits
 */
type Kind = "encoded" | "case" | "folder" | "id" | "near";

/** Suggestions for a name that no note has. */
export interface Suggested {
  kind: Kind;
  /** Notes, and the targets to write instead, best first, 0 to 3. */
  names: NamedAs[];
  /** Whether the only name is certainly right. */
  isCertain: boolean;
}

const MOST = 3;
/** The most paths that are compared with a misspelled one, and the most edits between them. */
const MOST_COMPARED = 30;
const LONGEST = 100;

/** A digit with more digits or letters after it, or a date with dashes, before a separator. */
const ID = /^\d[\da-z]*(?:-\d+)*(?=[\s_-]|$)/i;
/** An id made of a date and a time belongs to one note; a year or a day may be the name of a note not yet written. */
const TIME_ID = /^\d{8}t?\d{4,6}$/;

/** A name that is common in many folders: a month, a day, or the name of an index. */
const USUAL_NAME = /^(?:_?index|readme|(?:[^\p{L}\d]*\d){0,7}[^\p{L}\d]*)$/iu;

/** Characters that a name cannot have inside a link. */
const UNLINKABLE = /[[\]|\n\r]/;

/** What a path is relative to: the root, the folder of the note, or nothing, when it is the end of a path. */
type PathStyle = "root" | "folder" | "end";

/** Suggests names of notes for names that no note has. The work of one instance is bounded. */
export class Suggester {
  readonly #index: NameIndex<Named>;
  #neighbors: Neighbors | undefined;
  #byId: ReadonlyMap<string | undefined, number[]> | undefined;

  constructor(index: NameIndex<Named>) {
    this.#index = index;
  }

  /** @param folder of the note that contains the link */
  suggest(name: string, folder: string): Suggested {
    const decoded = percentDecode(name);
    return (
      (decoded === name ? undefined : this.#encoded(decoded, folder)) ??
      this.#samePath(decoded, folder) ??
      this.#otherFolder(decoded, folder) ??
      this.#sameId(decoded) ??
      this.#near(decoded, folder)
    );
  }

  #encoded(decoded: string, folder: string): Suggested | undefined {
    const found = this.#index.locate(decoded, folder);
    if (found === "outside" || found.length !== 1) return undefined;
    return { kind: "encoded", names: [{ name: decoded, note: found[0]! }], isCertain: true };
  }

  /** For an exact path that is wrong only in case, dashes or underscores. */
  #samePath(name: string, folder: string): Suggested | undefined {
    const style = pathStyle(name);
    if (style === "end") return undefined;
    const path = joinPath(style === "folder" ? folder : "", name.replace(/^\//, ""));
    if (path === undefined) return undefined;
    const found = CLOSENESSES.map((each) => this.#index.find("path", notePath(path), each));
    const notes = found.find(({ length }) => length > 0);
    return notes && this.#spelled("case", notes, style, folder);
  }

  #otherFolder(name: string, folder: string): Suggested | undefined {
    if (!name.includes("/")) return undefined;
    const file = notePath(lastPart(name));
    for (const closeness of CLOSENESSES) {
      const notes = this.#index.find("end", file, closeness, MOST + 1);
      if (notes.length > MOST) return undefined;
      const kind = USUAL_NAME.test(file) ? "near" : "folder";
      if (notes.length > 0) return this.#spelled(kind, notes, pathStyle(name), folder);
    }
    return undefined;
  }

  #spelled(kind: Kind, notes: readonly number[], style: PathStyle, folder: string): Suggested {
    const spell = (note: number) => ({ note, name: this.#spellPath(note, style, folder) });
    const isCertain = notes.length === 1 && kind !== "near";
    return { kind, names: notes.slice(0, MOST).map(spell), isCertain };
  }

  #spellPath(note: number, style: PathStyle, folder: string): string {
    const path = this.#index.path(note);
    if (style === "root") return `/${path}`;
    if (style === "folder") return relativePath(folder, path);
    const spelling = this.#index.spell(note);
    return spelling.includes("/") ? spelling : path.split("/").slice(-2).join("/");
  }

  #sameId(name: string): Suggested | undefined {
    const id = name.toLowerCase();
    if (ID.exec(id)?.[0] !== id) return undefined;
    this.#byId ??= Map.groupBy(this.#index.notes.keys(), (note) =>
      ID.exec(lastPart(this.#index.path(note)))?.[0].toLowerCase(),
    );
    const notes = this.#byId.get(id);
    const names = notes?.slice(0, MOST).map((note) => ({ note, name: this.#index.spell(note) }));
    const isCertain =
      notes?.length === 1 && TIME_ID.test(id) && !UNLINKABLE.test(this.#index.spell(notes[0]!));
    return names && { kind: "id", names, isCertain };
  }

  #near(name: string, folder: string): Suggested {
    this.#neighbors ??= new Neighbors(allNames(this.#index.notes));
    const near = this.#neighbors.find(name, MOST).map((neighbor) => {
      const found = this.#index.locate(neighbor.name, folder);
      const leadsThere =
        found.length === 1 && found[0] === neighbor.note && !UNLINKABLE.test(neighbor.name);
      return leadsThere
        ? neighbor
        : { note: neighbor.note, name: this.#index.spell(neighbor.note) };
    });
    const names = near.length > 0 ? near : this.#nearFiles(name, folder);
    return { kind: "near", names, isCertain: false };
  }

  /** For a path whose last part is misspelled: the files with similar names, those with the nearest path first. */
  #nearFiles(name: string, folder: string): NamedAs[] {
    if (!name.includes("/")) return [];
    return this.#neighbors!.find(notePath(lastPart(name)), MOST_COMPARED)
      .map(({ note }) => {
        const path = this.#spellPath(note, pathStyle(name), folder);
        return { note, name: path, distance: editDistance(name, path, LONGEST) };
      })
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST);
  }
}

function allNames(notes: readonly Named[]): NamedAs[] {
  const titles = notes.map(({ title }, note) => ({ note, name: title }));
  const aliases = notes.flatMap((each, note) => each.aliases.map((name) => ({ note, name })));
  const files = notes.map(({ file }, note) => ({ note, name: lastPart(notePath(file)) }));
  return [...titles, ...aliases, ...files];
}

function pathStyle(name: string): PathStyle {
  if (name.startsWith("/")) return "root";
  return /^\.{1,2}\//.test(name) ? "folder" : "end";
}

/** The path of a file as seen from a folder: `./x`, `../x`. */
export function relativePath(folder: string, path: string): string {
  const way = posix.relative(`/${folder}`, `/${path}`);
  return way.startsWith("../") ? way : `./${way}`;
}
