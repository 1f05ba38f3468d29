import type { Chunk } from "./chunk.ts";
import { ForwardSearch } from "./forward-search.ts";

/** What ends the name in a definition: behind another bracket it is the end of a wikilink. */
const DEFINITION = /(?:[^\]]|\\\])\]:/;

/** Tells by single characters what the chunks of a body may hold. They are asked for in order. */
export class ChunkMarks {
  readonly #body: string;
  readonly #brackets: ForwardSearch;
  readonly #dollars: ForwardSearch;
  readonly #displayed: ForwardSearch;
  readonly #definitions: ForwardSearch;
  readonly #markup: readonly ForwardSearch[];

  constructor(body: string) {
    this.#body = body;
    this.#brackets = new ForwardSearch(body, "[[");
    this.#dollars = new ForwardSearch(body, "$");
    this.#displayed = new ForwardSearch(body, "$$");
    this.#definitions = new ForwardSearch(body, "]:");
    this.#markup = ["`", "<", "\\", "]("].map((mark) => new ForwardSearch(body, mark));
  }

  /** Whether two brackets in a row are in it, which may begin a wikilink. */
  hasBrackets(chunk: Chunk): boolean {
    return this.#brackets.isIn(chunk);
  }

  /** Whether it may hold math, which ends with its paragraph, item or cell. */
  hasDollars(chunk: Chunk): boolean {
    return this.#dollars.isIn(chunk);
  }

  /** Whether it may hold what is of meaning to others: displayed math around links, a definition. */
  reachesOut(chunk: Chunk): boolean {
    if (this.#brackets.hasFound && this.#displayed.isIn(chunk)) return true;
    if (!chunk.mayDefine || !this.#definitions.isIn(chunk)) return false;
    return DEFINITION.test(this.#body.slice(chunk.start, chunk.end));
  }

  /** Whether code, HTML, images or links may be in it, or what is escaped. */
  mayHoldSpans(chunk: Chunk): boolean {
    return this.#markup.some((mark) => mark.isIn(chunk));
  }
}
