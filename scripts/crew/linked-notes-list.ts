import type { FileStamp } from "../content/file-stamp.ts";
import type { LinkedNote } from "../wikilinks/link-note.ts";
import type { LinkedNotes } from "./linked-notes.ts";

/** Gathers what becomes of the notes of one shard, note by note. */
export class LinkedNotesList {
  readonly #notes: number[] = [];
  readonly #stamps: number[] = [];
  readonly #changed: number[] = [];
  readonly #problems: LinkedNotes["problems"] = [];
  readonly #found: Uint8Array;
  #resolved = 0;
  #broken = 0;
  #ambiguous = 0;

  /** @param count of all notes of the task */
  constructor(count: number) {
    this.#found = new Uint8Array(count);
  }

  add(
    number: number,
    { problems, targets, broken, ambiguous }: LinkedNote,
    { size, mtime, ino, ctime }: FileStamp,
    isChanged: boolean,
  ): void {
    this.#notes.push(number);
    this.#stamps.push(size, mtime, ino, ctime);
    this.#changed.push(isChanged ? 1 : 0);
    if (problems.length > 0) this.#problems.push([number, problems]);
    for (const target of targets) if (target !== number) this.#found[target] = 1;
    this.#resolved += targets.length;
    this.#broken += broken;
    this.#ambiguous += ambiguous;
  }

  toLinkedNotes(): LinkedNotes {
    return {
      notes: Uint32Array.from(this.#notes),
      stamps: Float64Array.from(this.#stamps),
      changed: Uint8Array.from(this.#changed),
      problems: this.#problems,
      found: this.#found,
      resolved: this.#resolved,
      broken: this.#broken,
      ambiguous: this.#ambiguous,
    };
  }
}
