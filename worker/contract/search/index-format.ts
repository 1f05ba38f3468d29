/**
 * The search index, byte by byte. Numbers are little-endian; every section starts at a multiple of 4.
 * An array in columns (`col`) has the lowest bytes of all of its numbers first, then the next, the
 * third and the highest: neighbors are alike in all but the lowest, which leaves little to send.
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
 *     wordOffsets     col[⌈words/8⌉]    where every 8th word starts in `pool`
 *     postingOffsets  col[⌈words/16⌉]   where every 16th word's start in `postings`
 *     blockOffsets    col[⌈notes/8⌉]    where the notes of every block start in `text`
 *     facets          u16[3 × notes]    collection, domain and category of each note: 1 + the number of
 *                                       the value, 0 for none
 *     facetNames      bytes             the values as slugs, in order, a 0 behind each
 *     heads           u8[words]         how each word follows from the one before it
 *     pool            bytes             what is left of the words, 8 MiB at most
 *     postings        bytes             for each word, where it occurs
 *     text            bytes             the notes
 * ```
 *
 * **Words.** A word is numbered by its shelf, then by its folded form, then by its spelling. Shelves
 * go from the frequent to the rare: the first holds the `one` words that have codes of one byte, then
 * come 256, 1024, 4096 and so on. A word is the bytes that JSON writes for it, in UTF-8. What cannot be
 * folded by lowering A to Z alone, or is no word, begins with a byte below 32, the length of its folded
 * form and that form; of a sign that is its own folded form, this is all:
 *
 * ```text
 *     Hash                                  a word, folded `hash`
 *     01 00 ", "                            a separator
 *     02 03 "数"                            a sign, its own folded form
 *     02 03 "ガ" "ｶﾞ"                       a sign, folded `ガ`
 *     03 05 "naive" "naïve"                 a word, folded `naive`
 * ```
 *
 * In `pool` stands what a word does not share with the one before it. A word whose first letter is one
 * of A to Z stands there with that letter lowered. Where every 8th word or a shelf begins, and of what
 * begins with a byte below 32, nothing is shared. In `heads`, from the highest bit:
 *
 * ```text
 *     1 bit   whether the first letter is a capital
 *     4 bits  how many bytes are those of the word before
 *     3 bits  how many are left; 7: a byte in front of them says it, as it does for every 8th word
 *
 *     Hash     1 0000 111   04 "hash"
 *     hash     0 0100 000
 *     hashing  0 0100 011   "ing"
 * ```
 *
 * **Postings.** The blocks of 8 notes in which a word occurs in title, tags or summary; behind a 1, if
 * there are any, the words of which it is a part (`element` of `HTMLElement`); and a 0. Spellings of one
 * folded form share this, at the first of them; the others have the 0 alone. Blocks and words are gaps
 * (LEB128), the first one from -1. A gap of blocks is `4 × gap + t`, where `t` tells of the shortest
 * title of the block that has the word: 0 none, 1 more than three words, 2 two or three, 3 the word
 * alone.
 *
 * **Text.** A block is the routes of its 8 notes, the last first, then the notes: title, tags, summary.
 * All are tokens as codes, with a 0 behind each. Offsets are those of the notes; routes are found
 * backwards from there. Between two words of a route stands nothing that is not there as a token. A
 * route but the first of its block begins with a byte, 1 + how many bytes of JSON are those of the first,
 * and holds what is behind these.
 *
 * ```text
 *     1 … one                 the word `code - 1`
 *     one + 1 … one + two     and a byte of 1 … 255: the next `two × 255` words
 *     above                   and two bytes of 1 … 255: the rest
 * ```
 *
 * Constants are exported one by one: the bundler then writes their values where they are used.
 */

export const magic = 0x7864696e;
export const version = 2;
export const headerBytes = 84;
export const notesPerBlock = 8;
/** A word, shifted to the right by so many bits, is its place in `wordOffsets`, ... */
export const groupBits = 3;
/** ... and by so many in `postingOffsets`. */
export const postingBits = 4;
export const firstShelf = 256;
export const shelfGrowth = 4;
export const sections = [
  "wordOffsets",
  "postingOffsets",
  "blockOffsets",
  "facets",
  "facetNames",
  "heads",
  "pool",
  "postings",
  "text",
] as const;
/** What stands in front of a word, by its kind, where its folded form does. */
export const marks = { separator: 1, sign: 2, word: 3 } as const;
/** What stands in front of the words of which another is a part. */
export const wholesFollow = 1;
