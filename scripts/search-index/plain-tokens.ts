/**
 * Takes apart a text as `tokenize` does, where its characters leave no doubt of what the tokens are: letters
 * of ASCII and Latin-1, and the usual signs between them.
 * @param bytes the text, in UTF-8
 * @param spans gets start and end of each token, one after the other; as long as the text twice and two more
 * @returns how many numbers stand in `spans`; -1 in doubt: `tokenize` tells
 */
export function plainTokens(bytes: Uint8Array, length: number, spans: Uint32Array): number {
  let count = 0;
  let wordEnd = 0;
  let isAfterWord = false;
  let at = 0;
  while (at < length) {
    const kind = KINDS[bytes[at]!]!;
    if (kind !== LETTER) {
      if (kind === DOUBT || (kind === DASH && !isDash(bytes, at))) return -1;
      if (kind === SIGN && opens(bytes, at) && mayBeWord(bytes, at, length)) return -1;
      at += kind === DASH ? 3 : 1;
      continue;
    }
    const isImplied = isAfterWord && at === wordEnd + 1 && bytes[wordEnd] === SPACE;
    if (at > wordEnd && !isImplied) {
      if (at - wordEnd > LONGEST_SEPARATOR) return -1;
      spans[count++] = wordEnd;
      spans[count++] = at;
    }
    const start = at;
    while (at < length && KINDS[bytes[at]!] === LETTER) at++;
    if (at < length) {
      const next = bytes[at]!;
      if (next === APOSTROPHE) {
        const ending = endingAt(bytes, at, length);
        if (ending === -1) return -1;
        at += ending;
      } else if (next === HASH || next === ASTERISK || next === PLUS) return -1;
    }
    if (at - start > LONGEST_WORD) return -1;
    spans[count++] = start;
    spans[count++] = at;
    wordEnd = at;
    isAfterWord = true;
  }
  if (wordEnd < length) {
    if (length - wordEnd > LONGEST_SEPARATOR) return -1;
    spans[count++] = wordEnd;
    spans[count++] = length;
  }
  return count;
}

/** Longer ones come in pieces. */
const LONGEST_WORD = 60;
const LONGEST_SEPARATOR = 20;

const SPACE = 32;
const HASH = 35;
const APOSTROPHE = 39;
const ASTERISK = 42;
const PLUS = 43;
const DOT = 46;

const OTHER = 0;
/** Letters and digits. */
const LETTER = 1;
/** What may be a word by itself, or begin one. */
const SIGN = 2;
/** The first byte of a dash, a quotation mark or an ellipsis. */
const DASH = 3;
const DOUBT = 4;

/** By byte. From 128 on, letters are what Latin-1 has: C3 and a byte that is neither that of `×` nor of `÷`. */
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 128) {
    if (code === 0xe2) return DASH;
    const isLetter = code === 0xc3 || (code < 0xc0 && code !== 0x97 && code !== 0xb7);
    return isLetter ? LETTER : DOUBT;
  }
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return LETTER;
  return /[.+*/%=<>!&|^~?@$#]/.test(character) ? SIGN : OTHER;
});

/** `–`, `—`, `“`, `”` and `…`: E2, 80 and one of these. */
const DASHES: readonly number[] = [0x93, 0x94, 0x9c, 0x9d, 0xa6];

function isDash(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0x80 && DASHES.includes(bytes[at + 2]!);
}

/** Behind these a dot may belong to a name, and symbols may be a word. 9C ends `“`, and letters as well. */
const OPENING = Uint8Array.from({ length: 256 }, (_, code) =>
  code === 0x9c || /[\s([{'"`]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function opens(bytes: Uint8Array, at: number): boolean {
  return at === 0 || OPENING[bytes[at - 1]!] === 1;
}

/** A dot is part of a word before a letter, and only there; other signs are a word if none follows. */
function mayBeWord(bytes: Uint8Array, at: number, length: number): boolean {
  return (bytes[at] === DOT) !== isNoLetter(bytes, at + 1, length);
}

function isNoLetter(bytes: Uint8Array, at: number, length: number): boolean {
  return at >= length || KINDS[bytes[at]!] !== LETTER;
}

/** Bytes of the English ending (`'s`) that begins here; 0 where none does, -1 in doubt. */
function endingAt(bytes: Uint8Array, at: number, length: number): number {
  const letter = at + 1 < length ? bytes[at + 1]! | 0x20 : 0;
  if (letter === 0x72 || letter === 0x76 || letter === 0x6c) return -1;
  const isEnding = letter === 0x73 || letter === 0x74 || letter === 0x64 || letter === 0x6d;
  return isEnding && isNoLetter(bytes, at + 2, length) ? 2 : 0;
}
