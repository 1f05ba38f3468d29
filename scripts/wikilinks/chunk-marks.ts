import type { Chunk } from "./chunk.ts";
import { ForwardSearch } from "./forward-search.ts";

/** What ends the name in a definition: behind another bracket it is the end of a wikilink. */
const DEFINITION = /(?:[^\]]|\\\])\]:/;

/** Tells by single characters what the chunks of a body may hold. They are asked for in order. */
export class ChunkMarks {
  readonly #body: string;
  readonly #brackets: ForwardSearch;
  readonly #dollars: ForwardSearch;
  readonly #definitions: ForwardSearch;
  readonly #markup: readonly ForwardSearch[];
  /** Whether math may reach from one paragraph to another, around links. */
  readonly isDisplayed: boolean;

  constructor(body: string) {
    this.#body = body;
    this.#brackets = new ForwardSearch(body, "[[");
    this.#dollars = new ForwardSearch(body, "$");
    this.#definitions = new ForwardSearch(body, "]:");
    this.#markup = ["`", "<", "\\", "]("].map((mark) => new ForwardSearch(body, mark));
    this.isDisplayed = this.#brackets.hasFound && this.#dollars.hasFound && body.includes("$$");
  }

  /** Whether two brackets in a row are in it, which may begin a wikilink, or math that may hold one. */
  hasLinks(chunk: Chunk): boolean {
    return this.#brackets.isIn(chunk) || (this.isDisplayed && this.#dollars.isIn(chunk));
  }

  /** Whether it may hold math. */
  hasDollars(chunk: Chunk): boolean {
    return this.#dollars.isIn(chunk);
  }

  /** Whether it may hold a definition, which is of meaning to others. */
  defines(chunk: Chunk): boolean {
    if (!chunk.mayDefine || !this.#definitions.isIn(chunk)) return false;
    return DEFINITION.test(this.#body.slice(chunk.start, chunk.end));
  }

  /** Whether code, HTML, images or links may be in it, or what is escaped. */
  mayHoldSpans(chunk: Chunk): boolean {
    return this.#markup.some((mark) => mark.isIn(chunk));
  }
}
