/**
 * Porter's stemmer (M. F. Porter, An algorithm for suffix stripping, 1980, with his later changes), on
 * the bytes of a folded word, in place. A word with anything but the letters a to z stays as it is.
 *
 * @param word has room for one letter more than `length`
 * @returns the length of the stem
 */
export function stem(word: Uint8Array, length: number): number {
  for (let i = 0; i < length; i++) if (word[i]! < 97 || word[i]! > 122) return length;
  if (length < 3) return length;
  letters = word;
  end = length;
  stripPlural();
  stripPast();
  if (endsWith("y") && hasVowel(end - 1)) letters[end - 1] = I;
  replace(DOUBLE_SUFFIXES, 0);
  replace(SUFFIXES, 0);
  stripLast();
  stripE();
  return end;
}

let letters: Uint8Array = new Uint8Array(0);
let end = 0;

const A = 97;
const E = 101;
const I = 105;
const O = 111;
const U = 117;
const Y = 121;

const DOUBLE_SUFFIXES = rules(
  "ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ousli ous " +
    "ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive " +
    "biliti ble logi log",
);
const SUFFIXES = rules("icate ic ative - alize al iciti ic ical ic ful - ness -");
const LAST_SUFFIXES = rules(
  "al - ance - ence - er - ic - able - ible - ant - ement - ment - ent - ou - ism - ate - iti - " +
    "ous - ive - ize -",
);

/** Suffixes by the code of their last letter, each followed by what replaces it. */
function rules(text: string): string[][] {
  const byLast: string[][] = Array.from({ length: 123 }, () => []);
  const parts = text.split(" ");
  for (let i = 0; i < parts.length; i += 2) {
    const suffix = parts[i]!;
    byLast[suffix.charCodeAt(suffix.length - 1)]!.push(suffix, parts[i + 1]!.replace("-", ""));
  }
  return byLast;
}

function stripPlural(): void {
  if (endsWith("sses") || endsWith("ies")) end -= 2;
  else if (endsWith("s") && !endsWith("ss") && hasVowel(end - 2)) end--;
}

function stripPast(): void {
  if (endsWith("eed")) {
    if (measure(end - 3) > 0) end--;
    return;
  }
  const cut = endsWith("ed") ? 2 : endsWith("ing") ? 3 : 0;
  if (cut === 0 || !hasVowel(end - cut)) return;
  end -= cut;
  const last = letters[end - 1];
  if (endsWith("at") || endsWith("bl") || endsWith("iz")) letters[end++] = E;
  else if (last === letters[end - 2] && isConsonant(end - 1)) {
    if (last !== 108 && last !== 115 && last !== 122) end--;
  } else if (measure(end) === 1 && endsShort(end)) letters[end++] = E;
}

function stripLast(): void {
  if (!endsWith("ion")) {
    replace(LAST_SUFFIXES, 1);
    return;
  }
  const before = letters[end - 4];
  if ((before === 115 || before === 116) && measure(end - 3) > 1) end -= 3;
}

function stripE(): void {
  if (endsWith("e")) {
    const size = measure(end - 1);
    if (size > 1 || (size === 1 && !endsShort(end - 1))) end--;
  }
  if (endsWith("ll") && measure(end) > 1) end--;
}

/** The first rule whose suffix is there decides; it holds if what is left measures more than `least`. */
function replace(rulesByLast: readonly (readonly string[])[], least: number): void {
  const table = rulesByLast[letters[end - 1]!]!;
  for (let i = 0; i < table.length; i += 2) {
    const suffix = table[i]!;
    if (!endsWith(suffix)) continue;
    if (measure(end - suffix.length) > least) {
      end -= suffix.length;
      const put = table[i + 1]!;
      for (let k = 0; k < put.length; k++) letters[end++] = put.charCodeAt(k);
    }
    return;
  }
}

function endsWith(suffix: string): boolean {
  const start = end - suffix.length;
  if (start < 0) return false;
  for (let i = suffix.length - 1; i >= 0; i--) {
    if (letters[start + i] !== suffix.charCodeAt(i)) return false;
  }
  return true;
}

function isConsonant(at: number): boolean {
  const letter = letters[at]!;
  if (letter === Y) return at === 0 || !isConsonant(at - 1);
  return letter !== A && letter !== E && letter !== I && letter !== O && letter !== U;
}

/** How many times consonants follow vowels in the first `to` letters. */
function measure(to: number): number {
  let count = 0;
  for (let i = 1; i < to; i++) if (isConsonant(i) && !isConsonant(i - 1)) count++;
  return count;
}

function hasVowel(to: number): boolean {
  for (let i = 0; i < to; i++) if (!isConsonant(i)) return true;
  return false;
}

/** Consonant, vowel, consonant other than w, x and y: `hop`, which may have been `hope`. */
function endsShort(to: number): boolean {
  if (to < 3 || !isConsonant(to - 1) || isConsonant(to - 2) || !isConsonant(to - 3)) return false;
  const last = letters[to - 1];
  return last !== 119 && last !== 120 && last !== Y;
}
