import { fold } from "../contract/search/fold.ts";
import { lazyPattern } from "../contract/search/lazy-pattern.ts";
import { slugOf } from "../contract/search/slug-of.ts";
import { tokenize } from "../contract/search/tokenize.ts";
import { wordParts } from "../contract/search/word-parts.ts";
import { wordsOf } from "../contract/search/words-of.ts";
import { isStopWord } from "./is-stop-word.ts";
import * as LIMITS from "./limits.ts";
import type { FacetFilter, Pattern, Query, QueryUnit } from "./query.ts";

/**
 * Reads a search text. `"words in a row"` must occur so, `-word` and `-"words in a row"` must not;
 * `tag:`, `collection:`, `domain:` and `category:` must be as the word or the quoted words behind say,
 * or must not with `-` before. What is not written like this is plain words: no text is wrong. In a
 * sentence, with 5 words or more outside of quotation marks and operators, the marks are no operator.
 *
 * @param operates false where all of the text is plain words
 */
export function parseQuery(text: string, operates = OPERATOR_SIGNS.test(text)): Query {
  const { operators, plain } = operates ? readOperators(text) : { operators: [], plain: [text] };
  const patterns: Pattern[] = [];
  const facets: FacetFilter[] = [];
  const reader = new UnitReader();
  plain.forEach((part, i) => {
    reader.read(part, {});
    const operator = operators[i];
    if (operator === undefined) return;
    const { field, value, excluded } = operator;
    if (field === undefined || field === "tag") {
      const tag = field === "tag";
      if (!excluded) {
        reader.read(value, { required: true, silent: tag, fits: tag ? "stem" : "exact" });
      }
      patterns.push({ words: wordsOf(value), tag, excluded });
    } else {
      facets.push({ column: FACETS.indexOf(field), value: slugOf(value), excluded });
    }
  });
  return {
    units: reader.units(plain.at(-1) !== ""),
    words: reader.words,
    folded: fold(text),
    patterns,
    facets,
  };
}

interface Operator {
  readonly field: string | undefined;
  readonly value: string;
  readonly excluded: boolean;
}

const FACETS = ["collection", "domain", "category"];
const OPERATOR_SIGNS = /["\-:]/;
const OPERATOR = lazyPattern(
  String.raw`(?<!\S)(-?)(?:(tag|collection|domain|category):)?(?:"([^"]+)"|([\p{L}\p{N}.][^\s"]*))(?!\S)`,
  "giu",
);
const SENTENCE_WORDS = 5;

/** The operators of a text, and the plain parts before, between and behind them. */
function readOperators(text: string): { operators: Operator[]; plain: string[] } {
  const operators: Operator[] = [];
  const plain: string[] = [];
  let plainFrom = 0;
  const sentence = text
    .replace(OPERATOR(), (whole, minus, name) => (minus || name ? "" : whole))
    .replace(/"[^"]*"/g, " ");
  const quotes = wordsOf(sentence).length < SENTENCE_WORDS;
  for (const match of text.matchAll(OPERATOR())) {
    const [whole, minus, name, quoted, word] = match;
    const field = name?.toLowerCase();
    const excluded = minus === "-";
    const value = quoted ?? word ?? "";
    if (field === undefined && !excluded && (quoted === undefined || !quotes)) continue;
    if (slugOf(value) === "") continue;
    operators.push({ field, value, excluded });
    plain.push(text.slice(plainFrom, match.index));
    plainFrom = match.index + whole.length;
  }
  plain.push(text.slice(plainFrom).trim());
  return { operators, plain };
}

type UnitFlags = Pick<Partial<QueryUnit>, "required" | "silent" | "fits">;
type UnitDraft = Omit<QueryUnit, "stop" | "last">;

/** Collects the units of a text, part by part. */
class UnitReader {
  /** The folded words read, but for silent ones. */
  readonly words: string[] = [];
  readonly #units = new Map<string, UnitDraft>();
  #position = 0;
  #lastText = "";

  read(part: string, flags: UnitFlags): void {
    const tokens = tokenize(part);
    tokens.forEach((token, i) => {
      if (token.kind === "separator") return;
      const folded = fold(token.text);
      if (folded === "") return;
      if (!flags.silent) this.words.push(folded);
      const next = tokens[i + 1];
      if (token.kind === "sign" && next?.kind === "sign") {
        const links = [folded, fold(next.text)];
        this.#add({ kind: "pair", text: links.join(""), links }, flags);
      } else if (token.kind === "word") {
        const parts = wordParts(token.text);
        const first = token.text.slice(0, token.text.length - parts.join("").length);
        const links = parts.length === 0 || first === "." ? [] : [first, ...parts].map(fold);
        this.#add({ kind: "word", text: folded, links }, flags);
      } else if (tokens[i - 1]?.kind !== "sign") {
        this.#add({ kind: "word", text: folded, links: [] }, flags);
      }
      this.#position++;
    });
  }

  /** Stop words are no stop words where there are no others; they go first where there are too many. */
  units(endsPlain: boolean): QueryUnit[] {
    const drafts = [...this.#units.values()];
    const onlyStops = drafts.every((unit) => unit.required || isStopWord(unit.text));
    const units = drafts.map((unit) => ({
      ...unit,
      stop: !onlyStops && !unit.required && isStopWord(unit.text),
      last: endsPlain && unit.text === this.#lastText,
    }));
    const fits = units.length <= LIMITS.units;
    return (fits ? units : units.filter((unit) => !unit.stop)).slice(0, LIMITS.units);
  }

  #add(unit: Pick<QueryUnit, "kind" | "text" | "links">, flags: UnitFlags): void {
    const known = this.#units.get(unit.text);
    this.#lastText = unit.text;
    this.#units.set(unit.text, {
      ...unit,
      fits: flags.fits,
      position: known?.position ?? this.#position,
      times: (known?.times ?? 0) + 1,
      required: known?.required || flags.required || false,
      silent: (known?.silent ?? true) && (flags.silent ?? false),
    });
  }
}
