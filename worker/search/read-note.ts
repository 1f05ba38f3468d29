import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import * as LIMITS from "./limits.ts";
import type { Matches } from "./matches.ts";
import type { SearchIndex } from "./open-index.ts";
import * as RANKING from "./ranking.ts";
import { nextCode, wordAt } from "./text.ts";

/** The gap between fields, in tokens, so that words of different fields are never in a row. */
const FIELD_GAP = 4096;

/** Reads notes, and says of the last one which units it contains, how often and in which fields. */
export class NoteReader {
  /** By unit and field, the sum of the weights of its matches. */
  readonly sums = new Float64Array(3 * LIMITS.units);
  /** By unit, the field weights of its matches next to the unit before it. */
  readonly adjacent = new Float64Array(LIMITS.units);
  /** The length of each field in tokens. */
  readonly lengths = new Float64Array(3);
  /** The units that the note contains, and those that its title contains, a bit for each. */
  heldUnits = 0;
  titleUnits = 0;
  /** For the folded form of a word. */
  readonly word = new Uint8Array(INDEX_FORMAT.maxWordBytes);
  /** Matches read for the query. */
  matchesRead = 0;
  readonly #index: SearchIndex;
  readonly #matches: Matches;
  #units = 0;
  /** By unit, the bit of the last position in its phrase. */
  #lastPositions: Int32Array = new Int32Array(LIMITS.units);
  /** Tokens read, plus the gaps between fields. */
  #clock = 0;
  /** By unit, `#clock` at its last match. */
  readonly #lastAt = new Int32Array(LIMITS.units);
  /** By unit, the positions in its phrase that the last word may have, and where that word ended in `text`. */
  readonly #phraseState = new Int32Array(LIMITS.units);
  readonly #phraseEnd = new Int32Array(LIMITS.units);

  constructor(index: SearchIndex, matches: Matches) {
    this.#index = index;
    this.#matches = matches;
  }

  /**
   * @param units number of units
   * @param lastPositions by unit, the bit of the last position in its phrase
   */
  begin(units: number, lastPositions: Int32Array): void {
    this.#units = units;
    this.#lastPositions = lastPositions;
    this.matchesRead = 0;
    this.#clock = FIELD_GAP;
    this.#lastAt.fill(0);
    this.#phraseEnd.fill(0);
  }

  /** Reads the note at `start` of `text`; returns where the next one starts. */
  read(start: number): number {
    this.heldUnits = 0;
    this.titleUnits = 0;
    let at = start;
    for (let field = 0; field < 3; field++) {
      const began = this.#clock;
      at = this.#readField(at, field);
      this.lengths[field] = this.#clock - began;
      this.#clock += FIELD_GAP;
    }
    return at;
  }

  #readField(start: number, field: number): number {
    const { text, one, two } = this.#index;
    const { first, firstBytes } = this.#matches;
    const twoEnd = (one + two) | 0;
    let at = start | 0;
    let now = this.#clock | 0;
    for (;;) {
      // Nearly all codes match nothing: they get a loop of their own, which compiles to tight code.
      let code = text[at]! | 0;
      while (firstBytes[code] === 0) {
        // Arithmetic gives the width of the code sooner than a lookup in a table would.
        at = (at + 1 + ((one - code) >>> 31) + ((twoEnd - code) >>> 31)) | 0;
        now = (now + 1) | 0;
        code = text[at]! | 0;
      }
      const from = at;
      at = nextCode(this.#index, from) | 0;
      if (code === 0) break;
      now = (now + 1) | 0;
      const entry = first[wordAt(this.#index, from)]!;
      if (entry !== 0) this.#count(entry, field, from, now);
    }
    this.#clock = now;
    return at;
  }

  /** Counts the word at `from` for the units that it matches. */
  #count(first: number, field: number, from: number, now: number): void {
    const { unit: units, weight, positions, next } = this.#matches;
    for (let entry = first; entry !== 0; entry = next[entry]!) {
      this.matchesRead++;
      const unit = units[entry]!;
      if (positions[entry] !== 0 && !this.#completesPhrase(entry, unit, from)) continue;
      this.#hold(unit);
      if (field === 0) this.titleUnits |= 1 << unit;
      this.sums[3 * unit + field]! += weight[entry]!;
      const distance = unit === 0 ? 0 : now - this.#lastAt[unit - 1]!;
      if (distance > 0 && distance <= 2) this.adjacent[unit]! += RANKING.fields[field]!;
      this.#lastAt[unit] = now;
    }
  }

  /**
   * Whether a word completes a phrase. `#phraseState` has a bit for each position in the phrase that the last
   * word may have (Shift-And); the next word must follow it directly or after one separator.
   */
  #completesPhrase(entry: number, unit: number, from: number): boolean {
    const end = this.#phraseEnd[unit]!;
    const follows = end === from || (end !== 0 && end < from && this.#isBetween(end, from));
    const positions = this.#matches.positions[entry]!;
    const state = ((follows ? this.#phraseState[unit]! << 1 : 0) | 1) & positions;
    this.#phraseState[unit] = state;
    this.#phraseEnd[unit] = nextCode(this.#index, from);
    return (state & this.#lastPositions[unit]!) !== 0;
  }

  /** Whether there is exactly one separator between `end` and `start`, and not that of tags. */
  #isBetween(end: number, start: number): boolean {
    if (this.#index.text[end] === 0 || nextCode(this.#index, end) !== start) return false;
    const word = wordAt(this.#index, end);
    return word < this.#index.separators && word !== this.#index.tagSeparator;
  }

  #hold(unit: number): void {
    if (this.heldUnits === 0) {
      this.sums.fill(0, 0, 3 * this.#units);
      this.adjacent.fill(0, 0, this.#units);
    }
    this.heldUnits |= 1 << unit;
  }
}
