/**
 * The search index, byte by byte. Numbers are little-endian; every section starts at a multiple of 4.
 *
 * ```text
 *      0  u32     magic, "nidx"
 *      4  u32     version
 *      8  u32     checksum of the bytes from 12 on (CRC-32)
 *     12  u32     length of the file in bytes
 *     16  u32     notes
 *     20  u32     words
 *     24  u32     two: first bytes of codes of two bytes
 *     28  u32     separators, which are the first words
 *     32  u32     the separator between two tags
 *     36  u32[3]  average title, tags (of notes with tags) and summary, in tokens times 256
 *     48  u32[8]  where each section starts:
 *
 *     frequent        col[one]          the words with codes of one byte
 *     wordOffsets     col[⌈words/8⌉]    where every 8th word starts in `pool`
 *     postingOffsets  col[⌈words/16⌉]   where the list of every 16th word starts in `postings`
 *     blockOffsets    col[⌈notes/8⌉]    where the notes of each block start in `text`
 *     heads           u8[words]         how each word follows from the one before it
 *     pool            bytes             what is left of the words
 *     postings        bytes             for each word, where it occurs
 *     text            bytes             the notes
 * ```
 *
 * **Columns.** `col` holds the lowest bytes of all its numbers first, then the next, the third and the
 * highest: neighbors differ in little but the lowest, which compresses well.
 *
 * **Words.** They are ordered by folded form, then kind, then spelling, separators first. A word is stored
 * as JSON writes it, in UTF-8. Unless its folded form results from lowering A to Z alone, it starts with its
 * kind, the length of the folded form and that form; a sign that is its own folded form has nothing behind
 * that.
 *
 * ```text
 *     Hash                       a word, folded `hash`
 *     01 00 ", "                 a separator
 *     02 03 "数"                  a sign, its own folded form
 *     03 05 "naive" "naïve"      a word, folded `naive`
 * ```
 *
 * `pool` holds what a word does not share with the word before it, the first letter in lower case.
 * Nothing is shared at every 8th word, nor by words that start with their kind. A byte of `heads`, from the
 * highest bit:
 *
 * ```text
 *     1 bit   whether the first letter is a capital of ASCII
 *     4 bits  how many bytes are those of the word before
 *     3 bits  how many follow in `pool`; 7: a byte in front of them says it, as at every 8th word
 *
 *     Hash     1 0000 111   04 "hash"
 *     hash     0 0100 000
 *     hashing  0 0100 011   "ing"
 * ```
 *
 * **Postings.** Of the words of one folded form the first has the list of all, the others an empty one.
 * A list is the blocks of 8 notes with the word in title, tags or summary; a 1 and the words that have it
 * as a part (`element`: `HTMLElement`), if there are any; and a 0. Blocks and words are gaps (LEB128, the
 * first from -1); a block is `4 × gap + t`, where `t` describes the shortest title of the block with the
 * word: 0 none, 1 more than three words, 2 two or three words, 3 the word alone.
 *
 * **Text.** A block is the routes of its notes, the last note's first; then for each note title, tags and
 * summary. All are tokens as codes with a 0 behind each text. Between two words that follow one another
 * stands a space.
 *
 * ```text
 *     1 … one                 the word at `code - 1` of `frequent`
 *     one + 1 … one + two     and a byte of 1 … 255: the first `two × 255` words
 *     above                   and two bytes of 1 … 255: the rest
 * ```
 */

export const magic = 0x7864696e;
export const version = 4;
export const headerBytes = 80;
export const notesPerBlock = 8;
/** A word shifted right by this is its place in `wordOffsets`, ... */
export const groupBits = 3;
/** ... and by this in `postingOffsets`. */
export const postingBits = 4;
/** Bytes of the longest word as it is stored, or more. */
export const mostWordBytes = 256;
export const sections = [
  "frequent",
  "wordOffsets",
  "postingOffsets",
  "blockOffsets",
  "heads",
  "pool",
  "postings",
  "text",
] as const;
/** What a word starts with that does not have its folded form in its letters. */
export const kinds = { separator: 1, sign: 2, word: 3 } as const;
/** What stands in a list before the words that have a word as a part. */
export const wholesFollow = 1;
