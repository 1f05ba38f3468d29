import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { BytesMap } from "./bytes-map.ts";
import { plainTokens } from "./plain-tokens.ts";

const FIELDS = 4;

/** Longer texts are not looked at byte by byte. UTF-16 units. */
const LONGEST_PLAIN = 4096;

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
  /** Collection, domain and category of each document, one after the other. */
  readonly facets: (string | undefined)[] = [];
  readonly #words = new Map<string, number>();
  readonly #separators = new Map<string, number>();
  /** The numbers of plain tokens once more: most are found here, and no strings are made of them. */
  readonly #plain = new BytesMap();
  readonly #bytes = Buffer.alloc(3 * LONGEST_PLAIN);
  readonly #spans = new Uint32Array(6 * LONGEST_PLAIN);
  readonly #ends: number[] = [0];
  #numbers = new Uint32Array(1024);

  constructor(documents: Iterable<SearchDocument>) {
    for (const { title, tags, summary, route, collection, domain, category } of documents) {
      this.#add(title);
      this.#add(tags.join("\n"));
      this.#add(summary);
      this.#add(route);
      this.facets.push(collection, domain, category);
    }
  }

  get length(): number {
    return (this.#ends.length - 1) / FIELDS;
  }

  /** The numbers of a field's tokens, in order: a view. */
  field(document: number, field: number): Uint32Array {
    const at = FIELDS * document + field;
    return this.#numbers.subarray(this.#ends[at], this.#ends[at + 1]);
  }

  #add(text: string): void {
    const start = this.#ends.at(-1)!;
    this.#ends.push(this.#addPlain(start, text) ?? this.#addAny(start, text));
  }

  /** Undefined where a text is not plain; else where its numbers end. */
  #addPlain(start: number, text: string): number | undefined {
    if (text.length > LONGEST_PLAIN) return undefined;
    const bytes = this.#bytes;
    const spans = this.#spans;
    const count = plainTokens(bytes, bytes.write(text), spans);
    if (count === -1) return undefined;
    this.#makeRoom(start + count / 2);
    for (let i = 0; i < count; i += 2) {
      const known = this.#plain.get(bytes, spans[i]!, spans[i + 1]!);
      this.#numbers[start + i / 2] =
        known === -1 ? this.#addToken(bytes, spans[i]!, spans[i + 1]!) : known;
    }
    return start + count / 2;
  }

  #addToken(bytes: Buffer, start: number, end: number): number {
    const text = bytes.toString("utf8", start, end);
    const number = this.#numberOf({ text, kind: /^\p{L}|^\d/u.test(text) ? "word" : "separator" });
    this.#plain.add(bytes, start, end, number);
    return number;
  }

  #addAny(start: number, text: string): number {
    const tokens = tokenize(text);
    let end = start;
    this.#makeRoom(start + tokens.length);
    for (const token of tokens) this.#numbers[end++] = this.#numberOf(token);
    return end;
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

  #makeRoom(least: number): void {
    if (least <= this.#numbers.length) return;
    const larger = new Uint32Array(2 * least);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
