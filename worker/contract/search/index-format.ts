/**
 * The layout of the search index. Numbers are little-endian; every section starts at a multiple of 4.
 *
 * ```text
 *      0  u32      magic, "nidx"
 *      4  u32      version
 *      8  u32      CRC-32 of the bytes from 12 on
 *     12  u32      length of the file in bytes
 *     16  u32      number of notes
 *     20  u32      number of words
 *     24  u32      two: number of lead bytes of two-byte codes
 *     28  u32      number of separators, which are the first words
 *     32  u32      the separator of tags
 *     36  u32[3]   average length of title, tags (of notes with tags) and summary, in tokens times 256
 *     48  u32      the language: the two letters of its code, the first one lowest
 *     52  u32[10]  start of each section:
 *
 *     frequent        col[one]          the words with one-byte codes
 *     wordOffsets     col[⌈words/8⌉]    start of every 8th word in `pool`
 *     postingOffsets  col[⌈words/16⌉]   start of every 16th word's posting list in `postings`
 *     blockOffsets    col[⌈notes/8⌉]    start of each block's notes in `text`
 *     heads           u8[words]         how each word differs from the one before it
 *     pool            bytes             the bytes of the words that `heads` does not imply
 *     postings        bytes             the posting list of each word
 *     text            bytes             the text of the notes
 *     names           bytes             the former routes and the aliases of the notes
 *     stopWords       bytes             the words that notes need not have
 * ```
 *
 * **Columns.** `col` stores the lowest byte of every number first, then the second, the third and the
 * highest bytes. Neighbors differ mainly in the lowest byte, so this compresses well.
 *
 * **Words** are the distinct tokens, sorted by folded form, then kind, then spelling, separators first. A word
 * is stored as in a JSON string, in UTF-8. If lowercasing A to Z is not all it takes to fold it, it is preceded
 * by its kind, the length of its folded form and that form; a sign that equals its folded form ends there.
 *
 * ```text
 *     Hash                       a word, folded `hash`
 *     01 00 ", "                 a separator
 *     02 03 "数"                  a sign, its own folded form
 *     03 05 "naive" "naïve"      a word, folded `naive`
 * ```
 *
 * `pool` has the bytes that a word does not share with the one before it (front coding), the first letter in
 * lower case. Every 8th word, and a word that starts with its kind, shares nothing. A byte of `heads`, from
 * the highest bit:
 *
 * ```text
 *     1 bit   whether the first letter is an ASCII capital
 *     4 bits  number of bytes shared with the word before
 *     3 bits  number of bytes in `pool`; 7: it is in a byte in front of them, as for every 8th word
 *
 *     Hash     1 0000 111   04 "hash"
 *     hash     0 0100 000
 *     hashing  0 0100 011   "ing"
 * ```
 *
 * **Postings.** Words with the same folded form share a posting list: the first word's; the others' are empty.
 * A list has the blocks of 8 notes with the word in a title, tags or summary, and a 0. Blocks are numbers in LEB128,
 * `4 × gap + t`: the gap to the block before (the first from -1), and what describes the shortest title with the
 * word in the block: 0 none, 1 more than three words, 2 two or three words, 3 the word alone.
 *
 * **Text.** A block has the routes of its notes, the last note's first; then title, tags and summary of each
 * note. Each text is the codes of its tokens, followed by a 0. Two words in a row have an implied space
 * between them. A separator of their own is before, between and after tags; after them are the last
 * parts of the names in the title, each after a dot (`.socket` for `WebSocket`).
 *
 * ```text
 *     1 … one                 the word at `code - 1` of `frequent`
 *     one + 1 … one + two     followed by a byte of 1 … 255: the first `two × 255` words
 *     above                   followed by two bytes of 1 … 255: the others
 * ```
 *
 * **Names** are lines in UTF-8, each a name, a tab, the number of its note and a newline, sorted by name in
 * UTF-16 units, then by number. A former route starts with a slash; an alias is written as by `aliasKey`.
 *
 * ```text
 *     /terms/data-structures/hashmap  17
 *     hash-map                        17
 * ```
 *
 * **Stop words** are folded, in UTF-8, each followed by a space.
 */

export const magic = 0x7864696e;
export const version = 8;
export const headerBytes = 92;
export const notesPerBlock = 8;
/** Shifting a word right by this gives its index in `wordOffsets`, ... */
export const groupBits = 3;
/** ... and by this in `postingOffsets`. */
export const postingBits = 4;
/** Upper bound for the length of a stored word. */
export const maxWordBytes = 256;
export const sections = [
  "frequent",
  "wordOffsets",
  "postingOffsets",
  "blockOffsets",
  "heads",
  "pool",
  "postings",
  "text",
  "names",
  "stopWords",
] as const;
/** First byte of a word that is stored with its folded form. */
export const kinds = { separator: 1, sign: 2, word: 3 } as const;
