import { editDistance } from "../report/nearest.ts";
import { KeyLetters } from "./key-letters.ts";
import type { LinkTargets } from "./link-targets.ts";
import { nameKey } from "./name-key.ts";

/** A name near another, and the note it belongs to. */
export interface Neighbor {
  name: string;
  note: number;
}

/** Where names are taken from. */
export type NameSource = "titles" | "aliases" | "files";

/** The names whose keys are of one length: of each its note, its place there, and which letters it has. */
interface Shelf {
  notes: number[];
  /** The place of an alias, or one of those below. */
  places: number[];
  /** Of each key which of 32 classes of letters occur, and which occur more than once: one bit each. */
  once: number[];
  twice: number[];
}

const TITLE = -1;
const FILE = -2;

/**
 * Work over all questions: names looked at, and distances computed. Beyond it no name has neighbors.
 * In a vault of 17,000 notes it is enough for some thousands of different names.
 */
const MOST_LOOKS = 30_000_000;
const MOST_DISTANCES = 150_000;

/** Longer names are not compared: they are sentences, or an attack. */
const LONGEST = 100;

/** Finds the names that take the fewest edits, without regard to case, dashes and underscores. */
export class NameNeighbors {
  readonly #targets: LinkTargets;
  readonly #letters = new KeyLetters();
  /** By the length of their keys. */
  readonly #shelves: Shelf[] = [];
  /** Answers by what was asked: a name that is missing is often missed by many. */
  readonly #known = new Map<string, readonly Neighbor[]>();
  #looks = 0;
  #distances = 0;

  constructor(targets: LinkTargets, sources: readonly NameSource[]) {
    this.#targets = targets;
    for (const source of sources) {
      for (let note = 0; note < targets.count; note++) this.#addAll(source, note);
    }
  }

  #addAll(source: NameSource, note: number): void {
    const targets = this.#targets;
    const letters = this.#letters;
    if (source === "titles") {
      targets.readTitle(note, letters);
      this.#add(note, TITLE);
    } else if (source === "files") {
      targets.readFileName(note, letters);
      this.#add(note, FILE);
    } else {
      targets.aliases(note).forEach((alias, place) => {
        letters.readName(alias);
        this.#add(note, place);
      });
    }
  }

  /** Adds the name whose letters were read. */
  #add(note: number, place: number): void {
    const { length, once, twice } = this.#letters;
    if (length > LONGEST) return;
    const shelf = this.#shelves[length] ?? { notes: [], places: [], once: [], twice: [] };
    this.#shelves[length] = shelf;
    shelf.notes.push(note);
    shelf.places.push(place);
    shelf.once.push(once);
    shelf.twice.push(twice);
  }

  /** Up to `most` names of different notes, all equally near: no other is nearer. */
  find(name: string, most: number): Neighbor[] {
    const wanted = nameKey(name, "loose");
    if (wanted === "" || wanted.length > LONGEST) return [];
    const near = this.#known.get(wanted) ?? this.#nearest(wanted);
    this.#known.set(wanted, near);
    return near.slice(0, most);
  }

  /** All names at the least distance, as long as that is small for so long a name; 0 counts as 1. */
  #nearest(wanted: string): readonly Neighbor[] {
    const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
    this.#letters.read(wanted);
    const { once, twice } = this.#letters;
    let near: Neighbor[] = [];
    let least = limit;
    for (let length = wanted.length - limit; length <= wanted.length + limit; length++) {
      const shelf = this.#shelves[length] ?? NO_SHELF;
      const count = shelf.notes.length;
      this.#looks += count;
      if (this.#looks > MOST_LOOKS || this.#distances > MOST_DISTANCES) break;
      for (let i = 0; i < count; i++) {
        if (!isWithin(once, twice, shelf.once[i]!, shelf.twice[i]!, least)) continue;
        this.#distances++;
        const neighbor = this.#neighborAt(shelf, i);
        const distance = editDistance(wanted, nameKey(neighbor.name, "loose"), least);
        if (distance > least) continue;
        if (distance < least && least > 1) {
          near = [];
          least = Math.max(1, distance);
        }
        near.push(neighbor);
      }
    }
    return distinct(near);
  }

  #neighborAt({ notes, places }: Shelf, i: number): Neighbor {
    const note = notes[i]!;
    const place = places[i]!;
    if (place === TITLE) return { note, name: this.#targets.title(note) };
    if (place === FILE) return { note, name: this.#targets.fileName(note) };
    return { note, name: this.#targets.aliases(note)[place]! };
  }
}

const NO_SHELF: Shelf = { notes: [], places: [], once: [], twice: [] };

/** Whether two keys may be as near: an edit adds at most one letter and takes at most one away. */
function isWithin(
  once: number,
  twice: number,
  otherOnce: number,
  otherTwice: number,
  limit: number,
): boolean {
  // Most names are other ones altogether, and end here.
  if (bitCount(once ^ otherOnce) > 2 * limit) return false;
  return (
    bitCount(once & ~otherOnce) + bitCount(twice & ~otherTwice) <= limit &&
    bitCount(otherOnce & ~once) + bitCount(otherTwice & ~twice) <= limit
  );
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The first name of each note. */
function distinct(names: readonly Neighbor[]): Neighbor[] {
  const byNote = new Map<number, Neighbor>();
  for (const name of names) if (!byNote.has(name.note)) byNote.set(name.note, name);
  return [...byNote.values()];
}
