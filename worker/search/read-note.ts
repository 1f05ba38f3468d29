import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import * as LIMITS from "./limits.ts";
import { type Matches, TAG_END } from "./matches.ts";
import type { SearchIndex } from "./open-index.ts";
import * as RANKING from "./ranking.ts";
import { isSeparator, nextCode, wordAt } from "./text.ts";

const TAGS = 1;
/** The gap between fields, in tokens, so that words of different fields are never in a row. */
const FIELD_GAP = 4096;
const FAR_FUTURE = 0x7fffffff;

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
  readonly word = new Uint8Array(INDEX_FORMAT.mostWordBytes);
  /** Notes and matches read for the query. */
  notesRead = 0;
  matchesRead = 0;
  readonly #index: SearchIndex;
  readonly #matches: Matches;
  #units = 0;
  /** Units of kind `tag`; and by unit, the bit of the last place in its phrase. */
  #tagUnits = 0;
  #lastPlaces: Int32Array = new Int32Array(LIMITS.units);
  /** Tokens read, plus the gaps between fields. */
  #clock = 0;
  /** By unit, the places in its phrase that the last word may have, and where that word ended in `text`. */
  /** By unit, `#clock` at its last match. */
  readonly #lastAt = new Int32Array(LIMITS.units);
  readonly #phraseState = new Int32Array(LIMITS.units);
  readonly #phraseEnd = new Int32Array(LIMITS.units);
  /** By unit of kind `tag`, `#clock` when its words were complete. */
  readonly #phraseDone = new Int32Array(LIMITS.units);

  constructor(index: SearchIndex, matches: Matches) {
    this.#index = index;
    this.#matches = matches;
  }

  /**
   * @param units number of units
   * @param tagUnits those of kind `tag`
   * @param lastPlaces by unit, the bit of the last place in its phrase
   */
  begin(units: number, tagUnits: number, lastPlaces: Int32Array): void {
    this.#units = units;
    this.#tagUnits = tagUnits;
    this.#lastPlaces = lastPlaces;
    this.notesRead = 0;
    this.matchesRead = 0;
    this.#clock = FIELD_GAP;
    this.#lastAt.fill(0);
    this.#phraseEnd.fill(0);
    this.#phraseDone.fill(0);
    if (tagUnits !== 0) this.#matches.addTagEnds();
  }

  /** Reads the note at `start` of `text`; returns where the next one starts. */
  read(start: number): number {
    this.notesRead++;
    this.heldUnits = 0;
    this.titleUnits = 0;
    let at = start;
    for (let field = 0; field < 3; field++) {
      const began = this.#clock;
      at = this.#readField(at, field);
      if (field === TAGS) this.#holdTags(this.#clock);
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
    let tagBegan = field === TAGS ? now : FAR_FUTURE;
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
      if (entry === 0) continue;
      if (entry !== TAG_END) this.#count(entry, field, from, now, tagBegan);
      else if (field === TAGS) {
        this.#holdTags(now - 1);
        tagBegan = now;
      }
    }
    this.#clock = now;
    return at;
  }

  /** Counts the word at `from` for the units that it matches. */
  #count(first: number, field: number, from: number, now: number, tagBegan: number): void {
    const { unit: units, weight, places, next } = this.#matches;
    for (let entry = first; entry !== 0; entry = next[entry]!) {
      this.matchesRead++;
      const unit = units[entry]!;
      if (places[entry] !== 0 && !this.#completesPhrase(entry, unit, from, now, tagBegan)) continue;
      this.#hold(unit);
      if (field === 0) this.titleUnits |= 1 << unit;
      this.sums[3 * unit + field]! += weight[entry]!;
      const distance = unit === 0 ? 0 : now - this.#lastAt[unit - 1]!;
      if (distance > 0 && distance <= 2) this.adjacent[unit]! += RANKING.fields[field]!;
      this.#lastAt[unit] = now;
    }
  }

  /**
   * Whether a word completes a phrase. `#phraseState` has a bit for each place in the phrase that the last
   * word may have (Shift-And); the next word must follow it directly or after one separator. A unit of kind
   * `tag` must start where a tag starts, and is recorded by `#holdTags` if it also ends where the tag ends.
   */
  #completesPhrase(
    entry: number,
    unit: number,
    from: number,
    now: number,
    tagBegan: number,
  ): boolean {
    const isTag = (this.#tagUnits & (1 << unit)) !== 0;
    if (isTag && tagBegan === FAR_FUTURE) return false;
    const end = this.#phraseEnd[unit]!;
    const follows = end === from || (end !== 0 && end < from && this.#isBetween(end, from));
    const begins = !isTag || now === tagBegan + 1 ? 1 : 0;
    const places = this.#matches.places[entry]!;
    const state = ((follows ? this.#phraseState[unit]! << 1 : 0) | begins) & places;
    this.#phraseState[unit] = state;
    this.#phraseEnd[unit] = nextCode(this.#index, from);
    if ((state & this.#lastPlaces[unit]!) === 0) return false;
    this.#phraseDone[unit] = now;
    return !isTag;
  }

  /** Whether there is exactly one separator between `end` and `start`, and not the one between two tags. */
  #isBetween(end: number, start: number): boolean {
    if (this.#index.text[end] === 0 || nextCode(this.#index, end) !== start) return false;
    const word = wordAt(this.#index, end);
    return isSeparator(this.#index, word) && word !== this.#index.tagSeparator;
  }

  /** At the end of a tag whose last word was read at `now`: records the units that this word completed. */
  #holdTags(now: number): void {
    for (let rest = this.#tagUnits; rest !== 0; rest &= rest - 1) {
      const unit = 31 - Math.clz32(rest & -rest);
      if (this.#phraseDone[unit] === now) this.#hold(unit);
    }
  }

  #hold(unit: number): void {
    if (this.heldUnits === 0) {
      this.sums.fill(0, 0, 3 * this.#units);
      this.adjacent.fill(0, 0, this.#units);
    }
    this.heldUnits |= 1 << unit;
  }
}
