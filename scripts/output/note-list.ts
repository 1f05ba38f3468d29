import { MOST_UTF8_BYTES } from "../content/most-utf8-bytes.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import { toSummary } from "./to-summary.ts";

const FIRST_BYTES = 64 * 1024;

/**
 * The list of all notes, `NoteList` of the contract as JSON in UTF-8, made note by note: as one value it would take
 * many times the memory of its bytes.
 */
export class NoteList {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #count = 0;

  /** @param count of the notes that will be added */
  constructor(count: number) {
    this.#push(`{"count":${count},"notes":[`);
  }

  add(note: ListedNote): void {
    this.#push((this.#count++ === 0 ? "" : ",") + JSON.stringify(toSummary(note)));
  }

  /** The whole list: a view. Nothing can be added after it. */
  toBytes(): Uint8Array {
    this.#push("]}");
    return this.#bytes.subarray(0, this.#length);
  }

  #push(text: string): void {
    const most = this.#length + MOST_UTF8_BYTES * text.length;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }
}
