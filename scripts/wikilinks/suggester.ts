import { lastPart } from "../content/paths.ts";
import { editDistance } from "../report/nearest.ts";
import { CLOSENESSES } from "./closenesses.ts";
import { joinPath } from "./join-path.ts";
import type { LinkTargets } from "./link-targets.ts";
import { nameId } from "./name-id.ts";
import { NameNeighbors } from "./name-neighbors.ts";
import type { NoteNames } from "./note-names.ts";
import { notePath } from "./note-path.ts";
import { percentDecode } from "./percent-decode.ts";
import { spellNote } from "./spell-note.ts";

/** What a name that leads nowhere may have meant. */
export interface Suggested {
  /**
   * - `encoded`: right once its `%20` is decoded
   * - `case`: a path that differs only in case, dashes or underscores
   * - `folder`: the right name behind the wrong folder
   * - `id`: only the id with which a name begins
   * - `near`: the nearest names by edits
   */
  kind: "encoded" | "case" | "folder" | "id" | "near";
  /** Targets to write instead, best first, 0 to 3. */
  names: string[];
  /** Whether the only name is certainly right. */
  isCertain: boolean;
}

const MOST = 3;
/** Paths that are compared with one that is misspelled, and how different they may be, in edits. */
const MOST_COMPARED = 30;
const LONGEST = 100;

/** An id of a date and a time is one note's alone; a year or a day may be meant for a note of its own. */
const TIME_ID = /^\d{8}t?\d{4,6}$/;

/** A name that notes of several folders have: of a month or a day of a month, or that stands for its folder. */
const USUAL_NAME = /^(?:_?index|readme|(?:[^\p{L}\d]*\d){0,7}[^\p{L}\d]*)$/iu;

/** What in a name a link would read as something else. */
const UNLINKABLE = /[[\]|\n\r]/;

/** Suggests names for those that lead nowhere. It does a bounded amount of work in its life. */
export class Suggester {
  readonly #names: NoteNames;
  #neighbors: NameNeighbors | undefined;
  #fileNeighbors: NameNeighbors | undefined;
  #ids: Map<string, number[]> | undefined;

  constructor(names: NoteNames) {
    this.#names = names;
  }

  suggest(name: string, from: number): Suggested {
    const decoded = percentDecode(name);
    return (
      (decoded === name ? undefined : this.#encoded(decoded, from)) ??
      this.#samePath(decoded, from) ??
      this.#otherFolder(decoded, from) ??
      this.#byId(decoded) ??
      this.#near(decoded, from)
    );
  }

  #encoded(decoded: string, from: number): Suggested | undefined {
    const found = this.#names.locate(decoded, from);
    if (found === "outside" || found.length !== 1) return undefined;
    return { kind: "encoded", names: [decoded], isCertain: true };
  }

  /** A path to the letter that is right but for letters. */
  #samePath(name: string, from: number): Suggested | undefined {
    const style = pathStyle(name);
    if (style === "end") return undefined;
    const path = joinPath(
      style === "folder" ? this.#names.targets.folder(from) : "",
      name.replace(/^\//, ""),
    );
    if (path === undefined) return undefined;
    for (const closeness of ["caseless", "loose"] as const) {
      const notes = this.#names.find("path", notePath(path), closeness);
      if (notes.length > 0) return this.#spelled("case", notes, style, from);
    }
    return undefined;
  }

  #otherFolder(name: string, from: number): Suggested | undefined {
    if (!name.includes("/")) return undefined;
    const file = notePath(lastPart(name));
    for (const closeness of CLOSENESSES) {
      const notes = this.#names.find("end", file, closeness);
      if (notes.length > MOST) return undefined;
      const kind = USUAL_NAME.test(file) ? "near" : "folder";
      if (notes.length > 0) return this.#spelled(kind, notes, pathStyle(name), from);
    }
    return undefined;
  }

  #spelled(
    kind: "case" | "folder" | "near",
    notes: readonly number[],
    style: PathStyle,
    from: number,
  ): Suggested {
    const names = notes.slice(0, MOST).map((note) => this.#spellPath(note, style, from));
    return { kind, names, isCertain: notes.length === 1 && kind !== "near" };
  }

  #spellPath(note: number, style: PathStyle, from: number): string {
    const path = this.#names.targets.path(note);
    if (style === "root") return `/${path}`;
    if (style === "folder") return relativePath(this.#names.targets.folder(from), path);
    const spelling = spellNote(note, this.#names);
    return spelling.includes("/") ? spelling : path.split("/").slice(-2).join("/");
  }

  #byId(name: string): Suggested | undefined {
    const id = name.toLowerCase();
    if (nameId(id) !== id) return undefined;
    this.#ids ??= notesById(this.#names.targets);
    const notes = this.#ids.get(id);
    if (notes === undefined) return undefined;
    const names = notes.slice(0, MOST).map((note) => spellNote(note, this.#names));
    const isLinkable = !names.some((each) => UNLINKABLE.test(each));
    return { kind: "id", names, isCertain: notes.length === 1 && TIME_ID.test(id) && isLinkable };
  }

  #near(name: string, from: number): Suggested {
    this.#neighbors ??= new NameNeighbors(this.#names.targets, ["titles", "aliases", "files"]);
    const near = this.#neighbors.find(name, MOST).map((neighbor) => {
      const found = this.#names.locate(neighbor.name, from);
      const leadsThere =
        found.length === 1 && found[0] === neighbor.note && !UNLINKABLE.test(neighbor.name);
      return leadsThere ? neighbor.name : spellNote(neighbor.note, this.#names);
    });
    const names = near.length > 0 ? near : this.#nearFiles(name, from);
    return { kind: "near", names, isCertain: false };
  }

  /** For a path whose last part is misspelled: of the files so named those in the nearest folder. */
  #nearFiles(name: string, from: number): string[] {
    if (!name.includes("/")) return [];
    this.#fileNeighbors ??= new NameNeighbors(this.#names.targets, ["files"]);
    const file = notePath(lastPart(name));
    return this.#fileNeighbors
      .find(file, MOST_COMPARED)
      .map(({ note }) => this.#spellPath(note, pathStyle(name), from))
      .map((path) => ({ path, distance: editDistance(name, path, LONGEST) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST)
      .map(({ path }) => path);
  }
}

function notesById(targets: LinkTargets): Map<string, number[]> {
  const notes = new Map<string, number[]>();
  for (let note = 0; note < targets.count; note++) {
    const id = nameId(targets.fileName(note));
    if (id === undefined) continue;
    const others = notes.get(id);
    if (others === undefined) notes.set(id, [note]);
    else others.push(note);
  }
  return notes;
}

/** From where a path is read: the root, the note's folder, or anywhere by its end. */
type PathStyle = "root" | "folder" | "end";

function pathStyle(name: string): PathStyle {
  if (name.startsWith("/")) return "root";
  return /^\.{1,2}\//.test(name) ? "folder" : "end";
}

function relativePath(folder: string, path: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = "../".repeat(from.length - shared);
  return `${up === "" ? "./" : up}${to.slice(shared).join("/")}`;
}
