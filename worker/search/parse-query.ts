import { fold } from "../contract/search/fold.ts";
import { type Token, tokenize } from "../contract/search/tokenize.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import { hasWord } from "./postings.ts";

/** A parsed search text. */
export interface Query {
  /** The basis for finding, excluding and ranking notes; at most 32. */
  readonly units: readonly QueryUnit[];
  /** The words of the text in order, without tags and excluded words; compared with titles. */
  readonly words: readonly string[];
  /** The whole text, folded, including punctuation. */
  readonly foldedText: string;
  /** Whether the text has operators. */
  readonly hasOperators: boolean;
}

/** A word of a search text, or several that belong together. */
export interface QueryUnit {
  /**
   * - `word`: a word, in any of its forms;
   * - `phrase`: words in a row, or two adjacent signs of a script without spaces;
   * - `tag`: the words of a whole tag.
   */
  readonly kind: "word" | "phrase" | "tag";
  /** Folded. */
  readonly text: string;
  /** As it is written; of a phrase or tag, as `text`. */
  readonly spelling: string;
  /** The words of a phrase or tag, folded; none of a word. */
  readonly parts: readonly string[];
  /** Position in the text, in words. */
  readonly position: number;
  /** Number of occurrences in the text. */
  readonly times: number;
  /** Whether the text ends with it: it may be the prefix of a word that is still being typed. */
  readonly last: boolean;
  /** Whether it is a stop word, which counts little and which notes may lack. */
  readonly stop: boolean;
  /** `required` leaves out notes without it, `excluded` notes with it. */
  readonly operator?: "required" | "excluded";
}

/**
 * Parses a search text:
 *
 * ```text
 *     "words in a row"    leaves out notes without this phrase
 *     -word               leaves out notes with this word; also -"words in a row" and -tag:x
 *     -x                  says nothing: an option of a command, as in `df -h`
 *     tag:x               leaves out notes without this tag; also tag:"two words"
 * ```
 *
 * Everything else is plain words. So are quotations in a sentence (with 5 or more words outside them), and
 * the operators of a text that would only leave notes out. There are no syntax errors.
 *
 * @param mayHaveOperators false if all of it is plain words
 */
export function parseQuery(
  text: string,
  index: SearchIndex,
  mayHaveOperators = OPERATOR_SIGNS.test(text),
): Query {
  const operators = mayHaveOperators ? readOperators(text) : [];
  const parts = plainParts(text, operators);
  if (
    operators.length > 0 &&
    operators.every(({ isExcluded }) => isExcluded) &&
    parts.every((part) => wordsOf(part).length === 0)
  )
    return parseQuery(text, index, false);
  const units = new UnitList(index);
  parts.forEach((part, i) => {
    units.addPlain(withSymbols(part, index));
    if (operators[i]?.words.length) units.addOperator(operators[i]!);
  });
  return {
    units: units.finish(parts.at(-1)!.trim() !== ""),
    words: units.words,
    foldedText: fold(text),
    hasOperators: operators.length > 0,
  };
}

/** The parts of a text before, between and after its operators. */
function plainParts(text: string, operators: readonly Operator[]): string[] {
  return [...operators, undefined].map((operator, i) =>
    text.slice(operators[i - 1]?.end ?? 0, operator?.start),
  );
}

interface Operator {
  readonly start: number;
  readonly end: number;
  readonly isTag: boolean;
  readonly isExcluded: boolean;
  /** None of an option. */
  readonly words: readonly string[];
}

const OPERATOR_SIGNS = /["\-:]/;
const OPERATOR = /(?<!\S)(-(?![-:=<>]))?(tag:)?(?:"([^"]+)"|([^\s"]+))(?!\S)/gi;

function readOperators(text: string): Operator[] {
  const operators: Operator[] = [];
  const isSentence =
    text.includes('"') && wordsOf(text.replace(/"[^"]*"/g, " ")).length >= SENTENCE_WORDS;
  for (const match of text.matchAll(OPERATOR)) {
    const [whole, minus, tag, phrase, word] = match;
    if (minus === undefined && tag === undefined && (phrase === undefined || isSentence)) continue;
    const words = wordsOf(phrase ?? word ?? "");
    if (words.length === 0 || operators.length === LIMITS.operators) continue;
    operators.push({
      start: match.index,
      end: match.index + whole.length,
      isTag: tag !== undefined,
      isExcluded: minus !== undefined,
      words: OPTION.test(whole) ? [] : words.slice(0, MAX_PARTS),
    });
  }
  return operators;
}

const OPTION = /^-\w$/;
const SENTENCE_WORDS = 5;

/** The positions in a phrase are the bits of a number; a tag has a separator on either side. */
const MAX_PARTS = 29;

/** The words and signs of a text, folded. */
function wordsOf(text: string): string[] {
  return foldedTokens(text).map(({ form }) => form);
}

interface FoldedToken extends Token {
  readonly form: string;
  /** Whether it is a sign and the next token is one too. */
  readonly joins: boolean;
}

function foldedTokens(text: string): FoldedToken[] {
  return tokenize(text).flatMap((token, i, all): FoldedToken[] => {
    const form = token.kind === "separator" ? "" : fold(token.text);
    return form === ""
      ? []
      : [{ ...token, form, joins: token.kind === "sign" && all[i + 1]?.kind === "sign" }];
  });
}

/** Between the sides of a comparison; a stop word. */
export const VERSUS: readonly string[] = ["vs", "versus"];

type UnitDraft = Omit<QueryUnit, "stop" | "last">;

/** Collects the distinct units of a text. */
class UnitList {
  readonly words: string[] = [];
  readonly #operators: UnitDraft[] = [];
  readonly #plain = new Map<string, UnitDraft>();
  readonly #index: SearchIndex;
  #position = 0;
  #last = "";

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  addOperator({ isTag, isExcluded, words }: Operator): void {
    if (!isExcluded && !isTag) this.words.push(...words);
    this.#operators.push({
      kind: isTag ? "tag" : "phrase",
      text: words.join(" "),
      spelling: words.join(" "),
      parts: words,
      position: this.#position,
      times: 1,
      operator: isExcluded ? "excluded" : "required",
    });
    this.#position += words.length;
  }

  addPlain(text: string): void {
    const tokens = foldedTokens(text);
    for (let i = 0; i < tokens.length; this.#position++) {
      const token = tokens[i++]!;
      this.words.push(token.form);
      if (token.joins) {
        const parts = [token.form, tokens[i]!.form];
        this.#add({ kind: "phrase", text: parts.join(""), spelling: parts.join(""), parts });
      } else if (tokens[i - 2]?.joins !== true) {
        this.#add({ kind: "word", text: token.form, spelling: token.text, parts: [] });
      }
    }
  }

  #add(unit: Omit<UnitDraft, "position" | "times">): void {
    this.#last = unit.text;
    const { position, times } = this.#plain.get(unit.text) ?? {
      position: this.#position,
      times: 0,
    };
    this.#plain.set(unit.text, { ...unit, position, times: times + 1 });
  }

  /**
   * If all words are stop words, none is treated as one, and notes must have all of them. One letter of a title beside
   * stop words is a name, and not the beginning of a word: `C` in `notes about C`.
   */
  finish(endsPlain: boolean): QueryUnit[] {
    const plain = [...this.#plain.values()];
    const meaningful = plain.filter(
      ({ text, position }) =>
        !this.#index.stopWords.has(text) && !(position > 0 && VERSUS.includes(text)),
    );
    const onlyStops = meaningful.length === 0;
    const [{ text } = { text: "" }, ...others] = meaningful;
    const isLetter = text.length === 1 && others.length === 0 && hasWord(this.#index, text, 1);
    const room = LIMITS.units - this.#operators.length;
    const units = plain.slice(0, room).map((unit) => ({
      ...unit,
      stop: !onlyStops && !meaningful.includes(unit),
      last: endsPlain && unit.text === this.#last && !(isLetter && plain.length > 1),
      ...(onlyStops && { operator: "required" as const }),
    }));
    return [...units, ...this.#operators.map((unit) => ({ ...unit, stop: false, last: false }))];
  }
}

/** Writes names as they are spoken with their symbols, if these are in the index: `c sharp` and `csharp` as `c#`. */
function withSymbols(text: string, index: SearchIndex): string {
  return SPOKEN.reduce(
    (written, [spoken, symbols]) =>
      written.replace(spoken, (whole) => {
        const name = whole.replace(spoken, symbols);
        return hasWord(index, fold(name)) ? name : whole;
      }),
    text,
  );
}

const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z]) ?plus ?plus\b/gi, "$1++"],
  [/\b([a-z]) ?sharp\b/gi, "$1#"],
  [/\b([a-z]) ?plus\b/gi, "$1+"],
  [/\b([a-z]) ?star\b/gi, "$1*"],
  [/\bdot ?net\b/gi, ".net"],
];
