import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { findExact, findWords, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { nearWords } from "./near-words.ts";
import type { SearchIndex } from "./open-index.ts";
import type { QueryUnit } from "./parse-query.ts";
import { hasWord, listOf, occurs } from "./postings.ts";
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
  readonly #engine: SearchEngine;
  readonly #units: readonly QueryUnit[];
  #misspelledLeft: number;

  constructor(engine: SearchEngine, units: readonly QueryUnit[], misspelled: number) {
    this.#engine = engine;
    this.#units = units;
    this.#misspelledLeft = misspelled;
  }

  /**
   * Whether the query is likely to be about these notes: half of its meaningful words match something (of more than
   * four, two), or one of them, as it is written, is in a title.
   */
  get isCredible(): boolean {
    if (this.#units.some(({ operator }) => operator === "required")) return true;
    const meaningful = this.#units.filter(({ stop, operator }) => !stop && operator === undefined);
    const hits = meaningful.filter((unit) => this.rarities[this.#units.indexOf(unit)] !== 0);
    return (
      2 * hits.length >= Math.min(meaningful.length, 4) ||
      hits.some(({ text }) => hasWord(this.#engine.index, text, 1))
    );
  }

  match(u: number): void {
    const { index, blocks } = this.#engine;
    const unit = this.#units[u]!;
    if (unit.kind === "word") this.#addMatches(unit, u);
    else this.#addPhrase(unit, unit.parts, u);
    if (unit.operator === "excluded") return;
    const isCut = blocks.postingsLeft === 0;
    if (isCut) this.cutUnits |= 1 << u;
    const all = isCut ? index.blocks : blocks.count;
    const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
    if (all > 0) this.rarities[u] = rarityOf(index, all) * counts;
    blocks.closeUnit(u, isCut ? 0 : this.rarities[u]!);
  }

  /** Whether the current unit has matched something. */
  get #isKnown(): boolean {
    const { blocks } = this.#engine;
    return blocks.count > 0 || blocks.postingsLeft === 0;
  }

  /** Adds what a word matches. A stop word only matches itself. */
  #addMatches(unit: QueryUnit, u: number): void {
    const { text, spelling } = unit;
    const isAlone = this.#units.length === 1;
    this.#addExact(text, u, 1);
    if (unit.stop) return;
    // `sorting` for `sort`; `WebSocket`, whose last part is `.socket`; `hashmap` for `hash map`
    this.#addWords(findStems(this.#engine, text, spelling), u, RANKING.stem);
    this.#addExact(`.${text}`, u, RANKING.stem);
    if (!isAlone) this.#addJoined(text, u, 1);
    // `hash map` for `hashmap`; `VM` for `VMs`, as words without a vowel have no stem; `python` for `pyth`
    if (!this.#isKnown || (isAlone && !hasWord(this.#engine.index, text, 3)))
      this.#addPhrase(unit, findSplit(this.#engine, text), u);
    if (!this.#isKnown && /..s$/.test(text)) this.#addExact(text.slice(0, -1), u, RANKING.stem);
    if (unit.last || (!this.#isKnown && text.length > 2)) this.#addLonger(text, u);
    // `python` for `pyhton`; `go` for `golang`; `storage` for `onstorage`; `U.S.A.` for `usa`
    if (!this.#isKnown) this.#addNear(text, u);
    const name = NAME.exec(text)?.[1];
    if (!this.#isKnown && name !== undefined) this.#addExact(name, u, RANKING.near);
    for (let at = 1; text.length - at >= MIN_END && !this.#isKnown; at++)
      this.#addExact(text.slice(at), u, RANKING.prefix);
    if (isAlone && this.lastPositions[u] === 0 && /^\p{L}{3,5}$/u.test(text))
      this.#addPhrase(unit, [...text], u);
  }

  #addExact(text: string, u: number, weight: number): void {
    this.#addWords(findExact(this.#engine.index, text), u, weight);
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
    const { index } = this.#engine;
    const key = utf8Of(text);
    const onlyTitles = this.#units.length === 1 && [...text].length === 2;
    const words: number[] = [];
    let [isWanted, left] = [true, LIMITS.compared];
    findWords(index, key, key.length, (word, _, length) => {
      // Of words with the same folded form, only the first has postings.
      if (onlyTitles && occurs(index, word)) isWanted = occurs(index, word, 1);
      if (length > key.length && isWanted) words.push(word);
      return words.length < LIMITS.prefixes && --left > 0;
    });
    this.#addWords(words, u, RANKING.prefix);
  }

  /** Adds a phrase, and the blocks with all of its words. Quoted words match exactly, those of a tag or a split word by stem too. */
  #addPhrase({ kind, operator }: QueryUnit, parts: readonly string[], u: number): void {
    const { index, matches, blocks } = this.#engine;
    const words = parts.map((part) => [
      ...findExact(index, part),
      ...(kind === "phrase" ? [] : findStems(this.#engine, part)),
    ]);
    if (words.length === 0 || words.some((same) => same.length === 0)) return;
    const lists = words.map((same) => same.map((word) => listOf(index, word)));
    const isFound = operator === "excluded" || blocks.addPhrase(index.postings, lists);
    if (!isFound && kind === "word") return;
    const end = kind === "tag" ? [[index.tagSeparator]] : [];
    const positions = [...end, ...words, ...end];
    positions.forEach((same, position) => {
      for (const word of same) matches.add(word, u, 1, 1 << position);
    });
    this.lastPositions[u] = 1 << (positions.length - 1);
  }

  /** Adds the words that a unit, with this text, forms with the one before it and the one after. */
  #addJoined(text: string, u: number, weight: number): void {
    const { index } = this.#engine;
    const unit = { ...this.#units[u]!, text };
    const [before, after] = [this.#units[u - 1], this.#units[u + 1]];
    const words = [...findJoined(index, before, unit), ...findJoined(index, unit, after)];
    this.#addWords(words, u, weight);
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
    for (const form of [best, ...others]) {
      this.#addExact(form, u, RANKING.near);
      this.#addJoined(form, u, RANKING.near);
    }
    this.#addWords(findStems(this.#engine, best), u, RANKING.near * RANKING.stem);
  }
}

const MIN_MISSPELLED = 3;
const MIN_END = 6;
/** A name in front of an ending that names often have. */
const NAME = /^(.*\D)(?:js|rb|lang|db|\d+)$/;

/** Inverse document frequency. The number of notes is estimated from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.notes * share;
  return Math.log(1 + (index.notes - notes + 0.5) / (notes + 0.5));
}
