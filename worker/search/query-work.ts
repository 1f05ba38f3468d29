import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import * as LIMITS from "./limits.ts";

/**
 * Everything that a query writes while it runs: which words of the lexicon match which units, the estimated
 * score of each block of notes, and what was read of the current note. It belongs to an index and is reused
 * by one query after another; `begin` clears it, so a query that throws leaves nothing behind.
 * Allocating it for each query would cost some 20 µs at 14,500 notes.
 */
export class QueryWork {
  // Matches. A word has a linked list of entries, numbered from 1, one for each unit it matches.
  /** By word, its first entry; 0 if it has none. */
  readonly marks: Uint16Array;
  /** By first byte of a code, 1 if a word with an entry has it; also 1 for 0, the end of a text. */
  readonly markedCodes = new Uint8Array(256);
  readonly entryUnit = new Uint8Array(LIMITS.matches + 1);
  readonly entryWeight = new Float64Array(LIMITS.matches + 1);
  /** The places of the word in a phrase, a bit for each; 0 if the word alone matches the unit. */
  readonly entryPlaces = new Int32Array(LIMITS.matches + 1);
  /** 1 if the word matches the unit in titles only. */
  readonly entryInTitle = new Uint8Array(LIMITS.matches + 1);
  readonly nextEntry = new Uint16Array(LIMITS.matches + 1);
  entries = 0;

  // Blocks.
  /** By block, the units that it may contain, a bit for each, ... */
  readonly blockUnits: Int32Array;
  /** ... its estimated score, ... */
  readonly blockScores: Float32Array;
  /** ... its best match of the current unit, ... */
  readonly blockBest: Float32Array;
  /** ... and how many words of the current phrase it contains. */
  readonly blockParts: Uint8Array;
  /** The blocks that may contain the current unit, and later the candidates. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  postingsLeft = 0;
  /** Number of words that may still be looked up by their nearest spellings. */
  misspelledLeft = 0;

  // Units.
  /** By unit, its inverse document frequency times its weight; 0 if it has no match. */
  readonly rarities = new Float64Array(LIMITS.units);
  /** By unit, the bit of the last place in its phrase. */
  readonly lastPlace = new Int32Array(LIMITS.units);
  /** By unit, its nearest spelling if it is misspelled. */
  readonly spellings: (string | undefined)[] = [];
  /** Units whose postings were not all read: any block may contain them. */
  cutUnits = 0;
  /** Units of kind `tag`. */
  tagUnits = 0;

  /** The folded form of the current word. */
  readonly folded = new Uint8Array(INDEX_FORMAT.mostWordBytes);

  // The current note.
  /** By unit and field, the sum of the weights of its matches, ... */
  readonly sums = new Float64Array(3 * LIMITS.units);
  /** ... by unit, the field weights of its matches close to the unit before it, ... */
  readonly together = new Float64Array(LIMITS.units);
  /** ... the length of each field in tokens, ... */
  readonly lengths = new Float64Array(3);
  /** ... the units that the note contains, and those that its title contains. */
  heldUnits = 0;
  titleUnits = 0;
  /** Matches read, in all notes. */
  hits = 0;
  /** Tokens read, plus a gap between fields, so that words of different fields are never close. */
  clock = 0;
  /** By unit, `clock` at its last match, and up to which distance it is close to the unit before it. */
  readonly lastAt = new Int32Array(LIMITS.units);
  readonly reach = new Int32Array(LIMITS.units);
  /** By unit, the places in its phrase that the last word may have, and where that word ended in `text`. */
  readonly phraseState = new Int32Array(LIMITS.units);
  readonly phraseEnd = new Int32Array(LIMITS.units);
  /** By unit of kind `tag`, `clock` when its words were complete. */
  readonly phraseDone = new Int32Array(LIMITS.units);

  constructor(words: number, blocks: number) {
    this.marks = new Uint16Array(words);
    this.blockUnits = new Int32Array(blocks);
    this.blockScores = new Float32Array(blocks);
    this.blockBest = new Float32Array(blocks);
    this.blockParts = new Uint8Array(blocks);
    this.touched = new Uint32Array(blocks);
  }

  begin(misspelled: number): void {
    this.marks.fill(0);
    this.markedCodes.fill(0).fill(1, 0, 1);
    this.entries = 0;
    this.blockUnits.fill(0);
    this.blockScores.fill(0);
    this.blockBest.fill(0);
    this.touchedCount = 0;
    this.postingsLeft = LIMITS.postings;
    this.misspelledLeft = misspelled;
    this.rarities.fill(0);
    this.spellings.length = 0;
    this.cutUnits = 0;
    this.tagUnits = 0;
    this.hits = 0;
    this.clock = FAR;
    this.lastAt.fill(0);
    this.phraseEnd.fill(0);
    this.phraseDone.fill(0);
  }
}

/** The gap between fields, in tokens. */
export const FAR = 4096;
