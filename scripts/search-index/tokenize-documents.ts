import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { type Token, tokenize } from "../../worker/contract/search/tokenize.ts";

/** Documents as sequences of token numbers. */
export interface TokenizedDocuments {
  /** The distinct tokens. */
  readonly tokens: readonly Token[];
  /** How often each token occurs. */
  readonly counts: readonly number[];
  readonly rows: readonly TokenizedDocument[];
}

interface TokenizedDocument {
  readonly route: Uint32Array;
  /** Title; tags, then parts of names; and summary. */
  readonly fields: readonly [Uint32Array, Uint32Array, Uint32Array];
}

export function tokenizeDocuments(documents: Iterable<SearchDocument>): TokenizedDocuments {
  const numbers = new TokenNumbers();
  const rows: TokenizedDocument[] = [];
  for (const { route, title, tags, summary } of documents) {
    rows.push({
      route: numbers.ofText(route),
      fields: [
        numbers.ofText(title),
        numbers.ofTags(tags, namePartsOf(title, summary)),
        numbers.ofText(summary),
      ],
    });
  }
  return { tokens: numbers.tokens, counts: numbers.counts, rows };
}

/** The number of the token before, between and after tags, which occurs in no text. */
export const TAG_SEPARATOR = 0;

/** Numbers tokens by first occurrence. A separator may be spelled like a word. */
class TokenNumbers {
  readonly tokens: Token[] = [{ text: "\n", kind: "separator" }];
  readonly counts: number[] = [0];
  readonly #words = new Map<string, number>();
  readonly #separators = new Map<string, number>();

  ofText(text: string): Uint32Array {
    const tokens = tokenize(text);
    const numbers = new Uint32Array(tokens.length);
    for (let i = 0; i < tokens.length; i++) numbers[i] = this.of(tokens[i]!);
    return numbers;
  }

  ofTags(tags: readonly string[], parts: string): Uint32Array {
    const numbers = tags.flatMap((tag) => [TAG_SEPARATOR, ...this.ofText(tag)]);
    if (tags.length > 0) numbers.push(TAG_SEPARATOR);
    this.counts[TAG_SEPARATOR]! += tags.length;
    return Uint32Array.from([...numbers, ...this.ofText(parts)]);
  }

  of(token: Token): number {
    const numbers = token.kind === "separator" ? this.#separators : this.#words;
    let number = numbers.get(token.text);
    if (number === undefined) {
      number = this.tokens.length;
      numbers.set(token.text, number);
      this.tokens.push(token);
      this.counts.push(0);
    }
    this.counts[number]!++;
    return number;
  }
}

/**
 * The last parts of the names in a title, unless the summary has them as words: `.socket` for `WebSocket`. The dot
 * keeps them from phrases and exclusions.
 */
function namePartsOf(title: string, summary: string): string {
  const parts = new Set(title.match(NAME_PART)?.map((part) => part.toLowerCase()));
  if (parts.size === 0) return "";
  const words = new Set(summary.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return [...parts].flatMap((part) => (words.has(part) ? [] : [`.${part}`])).join(" ");
}

/** Three letters or more at the end of a word: `Socket` in `WebSocket`, `SQL` in `MySQL`. */
const NAME_PART = /(?<=\p{L})(?:\p{Lu}\p{Ll}{2,}|(?<=\p{Ll})\p{Lu}{3,})(?![\p{L}\p{N}])/gu;
