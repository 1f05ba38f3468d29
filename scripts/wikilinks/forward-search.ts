/** Finds where a string stands in a text, for ranges that only move forward: it walks the text once. */
export class ForwardSearch {
  readonly #text: string;
  readonly #needle: string;
  /** Whether the string is anywhere in the text. */
  readonly hasFound: boolean;
  #next: number;

  constructor(text: string, needle: string) {
    this.#text = text;
    this.#needle = needle;
    this.#next = text.indexOf(needle);
    this.hasFound = this.#next !== -1;
  }

  /** Whether the string begins in a range. */
  isIn({ start, end }: { start: number; end: number }): boolean {
    if (this.#next !== -1 && this.#next < start) {
      this.#next = this.#text.indexOf(this.#needle, start);
    }
    return this.#next !== -1 && this.#next < end;
  }
}
