import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { findExact, findWords, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { nearWords } from "./near-words.ts";
import type { SearchIndex } from "./open-index.ts";
import type { QueryUnit } from "./parse-query.ts";
import { listOf } from "./postings.ts";
import * as RANKING from "./ranking.ts";
import type { SearchEngine } from "./search-engine.ts";
import { findJoined, findSplit, findStems } from "./word-forms.ts";

/**
 * Matches each unit of a query with words of the lexicon, and estimates the score of each block.
 *
 * @param misspelled number of words that may be looked up by their nearest spellings
 */
export function matchUnits(
  engine: SearchEngine,
  units: readonly QueryUnit[],
  misspelled: number,
): UnitMatches {
  engine.matches.clear();
  engine.blocks.clear();
  const unitMatches = new UnitMatches(engine, units, misspelled);
  // Operators first, because they must be obeyed. Stop words last, because they occur in nearly every block
  // and would use up the limit of postings.
  for (let turn = 0; turn < 3; turn++) {
    units.forEach((unit, u) => {
      if (turn === (unit.stop ? 2 : unit.operator === undefined ? 1 : 0)) unitMatches.match(u);
    });
  }
  return unitMatches;
}

/**
 * A way to match a word: whether it applies to a word that matched something before, or nothing; the confidence,
 * 0 to 1, that what it matches is meant, if it is the first to match something; and what it does.
 */
type Way = readonly [
  applies: (isKnown: boolean, unit: QueryUnit) => boolean,
  trust: number,
  add: (matches: UnitMatches, unit: QueryUnit, u: number) => void,
];

const always = (): boolean => true;
const ifUnknown = (isKnown: boolean): boolean => !isKnown;
const ifUnknownOrLast = (isKnown: boolean, { last, text }: QueryUnit): boolean =>
  last || (!isKnown && text.length > 2);

/** What is known of the units of a query. */
export class UnitMatches {
  /** By unit, its inverse document frequency times its weight; 0 if it has no match. */
  readonly rarities = new Float64Array(LIMITS.units);
  /** By unit, its nearest spelling if it is misspelled. */
  readonly spellings: (string | undefined)[] = [];
  /** By unit, the bit of the last position in its phrase. */
  readonly lastPositions = new Int32Array(LIMITS.units);
  /** The units whose postings were not all read, a bit for each: any block may contain them. */
  cutUnits = 0;
  /** By unit, the confidence that one of its matches is meant, 0 to 1. */
  readonly #trusts: number[] = [];
  readonly #engine: SearchEngine;
  readonly #units: readonly QueryUnit[];
  #misspelledLeft: number;

  /** The ways to match a word, in this order. A stop word only matches itself. */
  static readonly #WAYS: readonly Way[] = [
    [always, 1, (m, { text }, u) => m.#addExact(text, u, 1)],
    // `sorting` for `sort`; `WebSocket`, whose last part is `.socket`; `hashmap` for `hash map`
    [always, 1, (m, { text, spelling }, u) => m.#addStems(u, text, spelling)],
    [always, 1, (m, { text }, u) => m.#addExact(`.${text}`, u, RANKING.stem)],
    [always, 1, (m, _, u) => m.#addJoined(u)],
    // `hash map` for `hashmap`; `VM` for `VMs`; `python` for `pyth`
    [ifUnknown, 1, (m, unit, u) => m.#addPhrase(unit, findSplit(m.#engine, unit.text), u)],
    [ifUnknown, 1, (m, { text }, u) => m.#addSingular(text, u)],
    [ifUnknownOrLast, 1, (m, { text }, u) => m.#addLonger(text, u)],
    // `python` for `pyhton`; `go` for `golang`
    [ifUnknown, RANKING.near, (m, { text }, u) => m.#addNear(text, u)],
    [ifUnknown, RANKING.near, (m, { text }, u) => m.#addStart(text, u)],
  ];

  constructor(engine: SearchEngine, units: readonly QueryUnit[], misspelled: number) {
    this.#engine = engine;
    this.#units = units;
    this.#misspelledLeft = misspelled;
  }

  /**
   * Whether the words that mean something are likely to be meant as they were matched: one is known as it is
   * written, or at least half of them are known in another spelling.
   */
  get isCredible(): boolean {
    if (this.#units.some(({ operator }) => operator === "required")) return true;
    const meaningful = [...this.#units.keys()].filter(
      (u) => !this.#units[u]!.stop && this.#units[u]!.operator === undefined,
    );
    const hits = meaningful.filter((u) => this.rarities[u] !== 0);
    return hits.some((u) => this.#trusts[u] === 1) || 2 * hits.length >= meaningful.length;
  }

  match(u: number): void {
    const { index, blocks } = this.#engine;
    const unit = this.#units[u]!;
    const trust = this.#addMatches(unit, u);
    if (unit.operator === "excluded") return;
    this.#trusts[u] = trust;
    const isCut = blocks.postingsLeft === 0;
    if (isCut) this.cutUnits |= 1 << u;
    const all = isCut ? index.blocks : blocks.count;
    const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
    if (all > 0) this.rarities[u] = rarityOf(index, all) * counts * trust;
    blocks.closeUnit(u, isCut ? 0 : this.rarities[u]!);
  }

  /** Adds what a unit matches; returns the confidence that it is meant. */
  #addMatches(unit: QueryUnit, u: number): number {
    const { blocks } = this.#engine;
    if (unit.kind !== "word") {
      this.#addPhrase(unit, unit.parts, u);
      return 1;
    }
    let trust = 1;
    for (const [applies, confidence, add] of UnitMatches.#WAYS) {
      const isKnown = blocks.count > 0 || blocks.postingsLeft === 0;
      if (!applies(isKnown, unit)) continue;
      add(this, unit, u);
      if (unit.stop) break;
      if (!isKnown && blocks.count > 0) trust = confidence;
    }
    return trust;
  }

  #addExact(text: string, u: number, weight: number): void {
    this.#addWords(findExact(this.#engine.index, utf8Of(text)), u, weight);
  }

  /** Adds words that each match a unit. Words with the same folded form share the first one's posting list. */
  #addWords(words: readonly number[], u: number, weight: number): void {
    const { index, matches, blocks } = this.#engine;
    for (const word of words) {
      matches.add(word, u, weight);
      blocks.addList(index.postings, listOf(index, word), weight);
    }
  }

  /** Adds prefix matches. */
  #addLonger(text: string, u: number): void {
    const key = utf8Of(text);
    const words: number[] = [];
    findWords(this.#engine.index, key, key.length, (word, _, length) => {
      if (length > key.length) words.push(word);
      return words.length < LIMITS.prefixes;
    });
    this.#addWords(words, u, RANKING.prefix);
  }

  /** Adds a phrase, and the blocks with all of its words. Quoted words match exactly, those of a tag or a split word by stem too. */
  #addPhrase({ kind, operator }: QueryUnit, parts: readonly string[], u: number): void {
    const { index, matches, blocks } = this.#engine;
    const words = parts.map((part) => [
      ...findExact(index, utf8Of(part)),
      ...(kind === "phrase" ? [] : findStems(this.#engine, part)),
    ]);
    if (words.length === 0 || words.some((same) => same.length === 0)) return;
    const end = kind === "tag" ? [[index.tagSeparator]] : [];
    const positions = [...end, ...words, ...end];
    positions.forEach((same, position) => {
      for (const word of same) matches.add(word, u, 1, 1 << position);
    });
    this.lastPositions[u] = 1 << (positions.length - 1);
    if (operator === "excluded") return;
    const lists = words.map((same) => same.map((word) => listOf(index, word)));
    blocks.addPhrase(index.postings, lists);
  }

  /** Adds words with the same stem. */
  #addStems(u: number, text: string, spelling = text): void {
    this.#addWords(findStems(this.#engine, text, spelling), u, RANKING.stem);
  }

  /** Adds the words that a unit forms with the one before it and the one after. */
  #addJoined(u: number): void {
    const { index } = this.#engine;
    const [before, unit, after] = [u - 1, u, u + 1].map((at) => this.#units[at]);
    this.#addWords([...findJoined(index, before, unit), ...findJoined(index, unit, after)], u, 1);
  }

  /** Adds an abbreviation without its plural `s`: words without a vowel have no stem. */
  #addSingular(text: string, u: number): void {
    if (/..s$/.test(text)) this.#addExact(text.slice(0, -1), u, RANKING.stem);
  }

  /** Adds the nearest spellings, and the other forms of the nearest one. */
  #addNear(text: string, u: number): void {
    if ([...text].length < MIN_MISSPELLED || this.#misspelledLeft-- <= 0) return;
    const { index } = this.#engine;
    const spellings = nearWords(index, text, this.#units.length === 1);
    const isPlural = spellings.length === 0 && /...[^s]s$/.test(text);
    const [best, ...others] = isPlural ? nearWords(index, text.slice(0, -1)) : spellings;
    if (best === undefined) return;
    this.spellings[u] = best;
    for (const form of [best, ...others]) this.#addExact(form, u, 1);
    this.#addStems(u, best);
  }

  /** Adds the name in front of an ending that names often have: `go` for `golang`. */
  #addStart(text: string, u: number): void {
    const [, name = ""] = NAME_ENDING.exec(text) ?? [];
    if (name !== "") this.#addExact(name, u, 1);
  }
}

const MIN_MISSPELLED = 3;
const NAME_ENDING = /^(.*\D)(?:js|rb|lang|db|\d+)$/;

/** Inverse document frequency. The number of notes is estimated from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.notes * share;
  return Math.log(1 + (index.notes - notes + 0.5) / (notes + 0.5));
}
