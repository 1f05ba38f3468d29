import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { BytesMap } from "./bytes-map.ts";
import { plainTokens } from "./plain-tokens.ts";
import { shortenRoutes } from "./shorten-routes.ts";
import { tokensOf } from "./tokens-of.ts";

const FIELDS = 3;

/** Longer texts are not looked at byte by byte. UTF-16 units. */
const LONGEST_PLAIN = 4096;

/**
 * Documents as the tokens of title, tags and summary, and of what their routes are shortened to. Equal
 * tokens are one, and a field is a row of their numbers in memory that all fields share, routes last:
 *
 *     numbers  7 3 9 │ 4 │ 1 3 8 2 5 │ 6 │ 2 …
 *     ends           3   4           9  10 …     field 0 to 2 of the first document, 0 of the next
 */
export class TokenizedDocuments {
  /** Each token once, by its number. */
  readonly tokens: Token[] = [];
  /** How often each is in the fields and in routes as they are; one of routes alone, as they are shortened. */
  readonly counts: number[] = [];
  readonly length: number;
  /** For each document, how many bytes of its route are those of the first of its block. */
  readonly sharedBytes: Uint8Array;
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
    const routes: string[] = [];
    for (const { title, tags, summary, route, collection, domain, category } of documents) {
      this.#addText(title);
      this.#addText(tags.join("\n"));
      this.#addText(summary);
      routes.push(route);
      this.facets.push(collection, domain, category);
    }
    this.length = routes.length;
    this.#count(0, 0);
    const known = this.tokens.length;
    for (const route of routes) this.#countKnown(route);
    this.sharedBytes = new Uint8Array(routes.length);
    const start = this.#ends.at(-1)!;
    const isKnown = (word: string): boolean => (this.#words.get(word) ?? known) < known;
    let document = 0;
    for (const { shared, pieces } of shortenRoutes(routes, isKnown)) {
      this.sharedBytes[document++] = shared;
      this.#add(pieces);
    }
    this.#count(start, known);
  }

  /** The numbers of a field's tokens, in order: a view. */
  field(document: number, field: number): Uint32Array {
    return this.#row(FIELDS * document + field);
  }

  /** The same of the pieces of a route, behind what it shares. */
  route(document: number): Uint32Array {
    return this.#row(FIELDS * this.length + document);
  }

  #row(at: number): Uint32Array {
    return this.#numbers.subarray(this.#ends[at], this.#ends[at + 1]);
  }

  #addText(text: string): void {
    const start = this.#ends.at(-1)!;
    const end = this.#addPlain(start, text);
    if (end === undefined) this.#add(tokenize(text));
    else this.#ends.push(end);
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

  #add(tokens: readonly Token[]): void {
    let end = this.#ends.at(-1)!;
    this.#makeRoom(end + tokens.length);
    for (const token of tokens) this.#numbers[end++] = this.#numberOf(token);
    this.#ends.push(end);
  }

  /** Counts the tokens from `start` on that are numbered from `first` on. */
  #count(start: number, first: number): void {
    const numbers = this.#numbers.subarray(start, this.#ends.at(-1)!);
    for (const number of numbers) if (number >= first) this.counts[number]!++;
  }

  #countKnown(text: string): void {
    for (const token of tokensOf(text)) {
      const number = this.#numbersLike(token).get(token.text);
      if (number !== undefined) this.counts[number]!++;
    }
  }

  #numberOf(token: Token): number {
    const known = this.#numbersLike(token);
    const number = known.get(token.text) ?? this.tokens.length;
    if (number === this.tokens.length) {
      known.set(token.text, number);
      this.tokens.push(token);
      this.counts.push(0);
    }
    return number;
  }

  /** A word and a sign are never spelled alike; a separator may be spelled like either, in a route. */
  #numbersLike({ kind }: Token): Map<string, number> {
    return kind === "separator" ? this.#separators : this.#words;
  }

  #makeRoom(least: number): void {
    if (least <= this.#numbers.length) return;
    const larger = new Uint32Array(2 * least);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
