import type { Place } from "../content/place.ts";

/** Places of offsets that only grow, found in one walk through the text. */
export class PlaceFinder {
  readonly #text: string;
  #line: number;
  /** The offset that would be column 1 of the line reached. */
  #origin: number;
  #at = 0;

  /** @param line, column of the text's first character in its file, from 1 */
  constructor(text: string, line: number, column: number) {
    this.#text = text;
    this.#line = line;
    this.#origin = 1 - column;
  }

  /** @param offset in UTF-16 units, not before the one asked for last */
  find(offset: number): Place {
    for (; this.#at < offset; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 10 || (unit === 13 && this.#text.charCodeAt(this.#at + 1) !== 10)) {
        this.#line++;
        this.#origin = this.#at + 1;
      }
    }
    return { line: this.#line, column: offset - this.#origin + 1 };
  }
}
