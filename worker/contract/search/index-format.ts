/**
 * The search index, byte by byte. Numbers are little-endian; every section starts at a multiple of 4.
 *
 * ```text
 *      0  u32  magic, "nidx"
 *      4  u32  version
 *      8  u32  checksum of the bytes from 12 on (CRC-32)
 *     12  u32  length of the file in bytes
 *     16  u32  notes
 *     20  u32  words
 *     24  u32  one: codes of one byte
 *     28  u32  two: first bytes of codes of two bytes
 *     32  u32  average title, tags (where there are some) and summary, in tokens times 256
 *              (3 numbers)
 *     44  u32  facet values
 *     48  u32  where each section starts (9 numbers), in this order:
 *
 *     wordOffsets     u32[⌈words/8⌉ ]   where every 8th word starts in `pool`
 *     postingOffsets  u32[⌈words/8⌉ ]   where every 8th word's start in `postings`
 *     blockOffsets    u32[⌈notes/8⌉]    where the notes of every block start in `text`
 *     facets          u16[3 × notes]    collection, domain and category of each note: 1 + the number of
 *                                       the value, 0 for none
 *     facetNames      bytes             the values as slugs, in order, a 0 behind each
 *     wordLengths     u8[words]         bytes of each word in `pool`
 *     pool            bytes             the words, 8 MiB at most
 *     postings        bytes             for each word, where it occurs
 *     text            bytes             the notes
 * ```
 *
 * **Words.** A word is numbered by its shelf, then by its folded form, then by its spelling. Shelves
 * go from the frequent to the rare: the first holds the `one` words that have codes of one byte, then
 * come 256, 1024, 4096 and so on. In `pool` a word stands as JSON writes it, in UTF-8. What cannot be
 * folded by lowering A to Z alone, or is no word, begins with a byte below 32:
 *
 * ```text
 *     Hash                                  a word, folded `hash`
 *     01 ", "                               a separator
 *     02 "数"                               a sign, its own folded form
 *     03 05 "naive" "naïve"                 a word; the length of its folded form, the form, the word
 *     04 03 "ガ" "ｶﾞ"                       a sign, likewise
 * ```
 *
 * **Postings.** The blocks of 8 notes in which a word occurs in title, tags or summary; behind a 1, if
 * there are any, the words of which it is a part (`element` of `HTMLElement`); and a 0. Spellings of one
 * folded form share this, at the first of them; the others have the 0 alone. Blocks and words are gaps
 * (LEB128), the first one from -1. A gap of blocks is `4 × gap + t`, where `t` tells of the shortest
 * title of the block that has the word: 0 none, 1 more than three words, 2 two or three, 3 the word
 * alone.
 *
 * **Text.** A block is the routes of its 8 notes, then the notes: title, tags, summary. All are tokens as
 * codes, with a 0 behind each. Offsets are those of the notes; routes are found backwards from there.
 *
 * ```text
 *     1 … one                 the word `code - 1`
 *     one + 1 … one + two     and a byte of 1 … 255: the next `two × 255` words
 *     above                   and two bytes of 1 … 255: the rest
 * ```
 */
export const INDEX_FORMAT = {
  magic: 0x7864696e,
  version: 1,
  headerBytes: 84,
  notesPerBlock: 8,
  wordsPerOffset: 8,
  mostPoolBytes: 1 << 23,
  firstShelf: 256,
  shelfGrowth: 4,
  sections: [
    "wordOffsets",
    "postingOffsets",
    "blockOffsets",
    "facets",
    "facetNames",
    "wordLengths",
    "pool",
    "postings",
    "text",
  ],
  separator: 1,
  sign: 2,
  foldedWord: 3,
  foldedSign: 4,
  wholesFollow: 1,
} as const;
