import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";

const FIELDS = 4;

/**
 * Documents as the tokens of their four stored fields: title, tags, summary, route. Equal tokens are
 * one, and a field is a row of their numbers in memory that all fields share:
 *
 *     numbers  7 3 9 │ 4 │ 1 3 8 2 5 │ 6 │ 2 …
 *     ends           3   4           9  10 …     field 0 to 3 of the first document, 0 of the next
 */
export class TokenizedDocuments {
  /** Each token once, by its number. */
  readonly tokens: Token[] = [];
  readonly length: number;
  readonly #words = new Map<string, number>();
  readonly #separators = new Map<string, number>();
  readonly #ends: Uint32Array;
  #numbers = new Uint32Array(1024);

  constructor(documents: readonly SearchDocument[]) {
    this.length = documents.length;
    this.#ends = new Uint32Array(FIELDS * documents.length + 1);
    documents.forEach(({ title, tags, summary, route }, i) => {
      this.#add(FIELDS * i, title);
      this.#add(FIELDS * i + 1, tags.join("\n"));
      this.#add(FIELDS * i + 2, summary);
      this.#add(FIELDS * i + 3, route);
    });
  }

  /** The numbers of a field's tokens, in order: a view. */
  field(document: number, field: number): Uint32Array {
    const at = FIELDS * document + field;
    return this.#numbers.subarray(this.#ends[at], this.#ends[at + 1]);
  }

  #add(at: number, text: string): void {
    const tokens = tokenize(text);
    let end = this.#ends[at]!;
    if (end + tokens.length > this.#numbers.length) this.#grow(end + tokens.length);
    for (const token of tokens) this.#numbers[end++] = this.#numberOf(token);
    this.#ends[at + 1] = end;
  }

  #numberOf(token: Token): number {
    // A word and a sign are never spelled alike.
    const known = token.kind === "separator" ? this.#separators : this.#words;
    const number = known.get(token.text) ?? this.tokens.length;
    if (number === this.tokens.length) {
      known.set(token.text, number);
      this.tokens.push(token);
    }
    return number;
  }

  #grow(least: number): void {
    const larger = new Uint32Array(2 * least);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
