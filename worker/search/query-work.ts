import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import * as LIMITS from "./limits.ts";

/**
 * All that one query writes while it is answered: which words of the lexicon stand for which units, what
 * each block of notes promises, what was read of the note at hand. It belongs to an index and is used by
 * one query after the other; `begin` clears it, so whatever ends a query leaves nothing to the next.
 * Allocating it anew would cost each query some 20 µs at 14,500 notes.
 */
export class QueryWork {
  // Matches. A word has a chain of entries, numbered from 1, one for each unit it stands for.
  /** By word, its first entry; 0 for none. */
  readonly marks: Uint16Array;
  /** By first byte of a code, whether a word with an entry has it; 1 for 0, the end of a text. */
  readonly markedCodes = new Uint8Array(256);
  readonly entryUnit = new Uint8Array(LIMITS.matches + 1);
  readonly entryWeight = new Float64Array(LIMITS.matches + 1);
  /** The places of a word in a row, a bit for each; 0 where the word stands for the unit by itself. */
  readonly entryPlaces = new Int32Array(LIMITS.matches + 1);
  /** Whether the word stands for the unit in titles alone. */
  readonly entryInTitle = new Uint8Array(LIMITS.matches + 1);
  readonly nextEntry = new Uint16Array(LIMITS.matches + 1);
  entries = 0;

  // Blocks.
  /** By block, the units that it may hold, a bit for each, ... */
  readonly blockUnits: Int32Array;
  /** ... what it promises, ... */
  readonly blockScores: Float32Array;
  /** ... what it promises for the unit at hand, ... */
  readonly blockBest: Float32Array;
  /** ... and how much of the row at hand it holds. */
  readonly blockLinks: Uint8Array;
  /** The blocks that may hold the unit at hand, and later the blocks to read. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  postingsLeft = 0;
  /** Words that may still be looked for by their nearest spellings. */
  misspelledLeft = 0;

  // Units.
  /** How rare a unit is, times how much it counts; 0 if it is found nowhere. */
  readonly rarities = new Float64Array(LIMITS.units);
  /** The bit of the last place of a row. */
  readonly lastPlace = new Int32Array(LIMITS.units);
  /** The nearest spelling of a misspelled unit. */
  readonly spellings: (string | undefined)[] = [];
  /** Units of which not all postings were read: any block may hold them. */
  cutUnits = 0;
  /** Units of kind `tag`. */
  tagUnits = 0;

  /** The folded form of the word at hand. */
  readonly folded = new Uint8Array(INDEX_FORMAT.mostWordBytes);

  // The note at hand.
  /** By unit and field, sums of weights, ... */
  readonly sums = new Float64Array(3 * LIMITS.units);
  /** ... by unit, what it stood beside the unit before it, by field weight, ... */
  readonly together = new Float64Array(LIMITS.units);
  /** ... the length of each field in tokens, ... */
  readonly lengths = new Float64Array(3);
  /** ... the units that the note holds, and those that its title holds. */
  heldUnits = 0;
  titleUnits = 0;
  /** Words read that stand for a unit, in all notes. */
  hits = 0;
  /** Tokens read, with a gap between fields: what is far apart is not together. */
  clock = 0;
  /** By unit, when it was last seen, and how far from the unit before it is together with it. */
  readonly lastAt = new Int32Array(LIMITS.units);
  readonly reach = new Int32Array(LIMITS.units);
  /** By unit, the places of its row at which it may stand, and where in `text` the last word of it ended. */
  readonly rowState = new Int32Array(LIMITS.units);
  readonly rowEnd = new Int32Array(LIMITS.units);
  /** By unit of kind `tag`, when its words were complete. */
  readonly rowDone = new Int32Array(LIMITS.units);

  constructor(words: number, blocks: number) {
    this.marks = new Uint16Array(words);
    this.blockUnits = new Int32Array(blocks);
    this.blockScores = new Float32Array(blocks);
    this.blockBest = new Float32Array(blocks);
    this.blockLinks = new Uint8Array(blocks);
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
    this.rowEnd.fill(0);
    this.rowDone.fill(0);
  }
}

/** Fields are so many tokens apart. */
export const FAR = 4096;
