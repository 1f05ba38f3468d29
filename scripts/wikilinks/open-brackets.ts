/** The brackets of a line that are open, innermost last. */
export class OpenBrackets {
  readonly #offsets: number[] = [];
  /** How many brackets were open below the outermost pair of neighbors; -1 without a pair. */
  #belowPair = -1;

  /** Whether two brackets in a row are among them: what follows may belong to a link. */
  get hasPair(): boolean {
    return this.#belowPair !== -1;
  }

  get isEmpty(): boolean {
    return this.#offsets.length === 0;
  }

  push(offset: number): void {
    if (this.#belowPair === -1 && this.#offsets.at(-1) === offset - 1) {
      this.#belowPair = this.#offsets.length - 1;
    }
    this.#offsets.push(offset);
  }

  /** Closes the innermost; undefined where none is open. */
  pop(): number | undefined {
    const offset = this.#offsets.pop();
    if (this.#offsets.length <= this.#belowPair + 1) this.#belowPair = -1;
    return offset;
  }

  get innermost(): number | undefined {
    return this.#offsets.at(-1);
  }
}
