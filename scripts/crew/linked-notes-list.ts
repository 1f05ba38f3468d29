import type { FileStamp } from "../content/file-stamp.ts";
import type { LinkedNote } from "../wikilinks/link-note.ts";
import type { LinkTarget } from "../wikilinks/link-target.ts";
import type { LinkedNotes } from "./linked-notes.ts";

/** Gathers what becomes of the notes of one shard, note by note. */
export class LinkedNotesList {
  readonly #targets: readonly LinkTarget[];
  readonly #notes: number[] = [];
  readonly #stamps: number[] = [];
  readonly #changed: number[] = [];
  readonly #problems: LinkedNotes["problems"] = [];
  readonly #found = new Set<LinkTarget>();
  #resolved = 0;
  #broken = 0;
  #ambiguous = 0;

  /** @param targets all notes of the task */
  constructor(targets: readonly LinkTarget[]) {
    this.#targets = targets;
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
    const own = this.#targets[number];
    for (const target of targets) if (target !== own) this.#found.add(target);
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
      found: Uint8Array.from(this.#targets, (target) => (this.#found.has(target) ? 1 : 0)),
      resolved: this.#resolved,
      broken: this.#broken,
      ambiguous: this.#ambiguous,
    };
  }
}
