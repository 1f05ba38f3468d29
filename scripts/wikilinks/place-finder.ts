import type { Place } from "../content/place.ts";

/** Places of offsets that only grow, found in one walk through the text. */
export class PlaceFinder {
  readonly #text: string;
  #line: number;
  /** Where the line reached begins. */
  #lineStart = 0;
  #at = 0;

  /** @param line of the file at which the text begins, from 1 */
  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  /** @param offset in UTF-16 units, not before the one asked for last */
  find(offset: number): Place {
    for (; this.#at < offset; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 10 || (unit === 13 && this.#text.charCodeAt(this.#at + 1) !== 10)) {
        this.#line++;
        this.#lineStart = this.#at + 1;
      }
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
