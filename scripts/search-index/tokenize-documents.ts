import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { type Token, tokenize } from "../../worker/contract/search/tokenize.ts";

/** Documents as sequences of token numbers. */
export interface TokenizedDocuments {
  /** The distinct tokens. */
  readonly tokens: readonly Token[];
  /** How often each token occurs. */
  readonly counts: readonly number[];
  /** The number of the token between two tags. */
  readonly tagSeparator: number;
  readonly rows: readonly TokenizedDocument[];
}

export interface TokenizedDocument {
  readonly route: Uint32Array;
  /** Title, tags and summary. */
  readonly fields: readonly [Uint32Array, Uint32Array, Uint32Array];
}

export function tokenizeDocuments(documents: Iterable<SearchDocument>): TokenizedDocuments {
  const numbers = new TokenNumbers();
  const tagSeparator = numbers.of({ text: "\n", kind: "separator" });
  const rows: TokenizedDocument[] = [];
  for (const { route, title, tags, summary } of documents) {
    const tagTokens = tags.map((tag) => numbers.ofText(tag));
    rows.push({
      route: numbers.ofText(route),
      fields: [numbers.ofText(title), joined(tagTokens, tagSeparator), numbers.ofText(summary)],
    });
  }
  return { tokens: numbers.tokens, counts: numbers.counts, tagSeparator, rows };
}

/** Numbers tokens by first occurrence. A separator may be spelled like a word. */
class TokenNumbers {
  readonly tokens: Token[] = [];
  readonly counts: number[] = [];
  readonly #words = new Map<string, number>();
  readonly #separators = new Map<string, number>();

  ofText(text: string): Uint32Array {
    const tokens = tokenize(text);
    const numbers = new Uint32Array(tokens.length);
    for (let i = 0; i < tokens.length; i++) numbers[i] = this.of(tokens[i]!);
    return numbers;
  }

  of(token: Token): number {
    const known = token.kind === "separator" ? this.#separators : this.#words;
    let number = known.get(token.text);
    if (number === undefined) {
      number = this.tokens.length;
      known.set(token.text, number);
      this.tokens.push(token);
      this.counts.push(0);
    }
    this.counts[number]!++;
    return number;
  }
}

function joined(rows: readonly Uint32Array[], separator: number): Uint32Array {
  return Uint32Array.from(rows.flatMap((row, i) => (i === 0 ? [...row] : [separator, ...row])));
}
