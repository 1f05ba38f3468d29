/**
 * Porter's stemmer (M. F. Porter, An algorithm for suffix stripping, 1980, with his later changes), on
 * the bytes of a folded word, in place; British spellings are read as American ones first. A word with
 * anything but the letters a to z stays as it is.
 *
 * @param word has room for one letter more than `length`
 * @returns the length of the stem
 */
export function stem(word: Uint8Array, length: number): number {
  for (let i = 0; i < length; i++) if (word[i]! < 97 || word[i]! > 122) return length;
  return length < 3 ? length : new Stemmer(word, length).stem();
}

/** How many letters of a stem all words of that stem have in common: `memoi` of `memoiz`, as in `memoise`. */
export function rootLength(stem: Uint8Array, length: number): number {
  const last = stem[length - 1];
  for (let i = 3; i < length - 1; i++) if (stem[i] === O && stem[i + 1] === R) return i + 1;
  if (last === R && stem[length - 2] === E && length > 4) return length - 2;
  return length > 3 && (last === I || last === E || last === Z) ? length - 1 : length;
}

const A = 97;
const E = 101;
const I = 105;
const O = 111;
const R = 114;
const U = 117;
const Y = 121;
const Z = 122;

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

const BRITISH = rules("tre ter tres ters tred tered bre ber bres bers ogue og ogues ogs");
/** Behind `is` and `ys`, which become `iz` and `yz`. */
const BRITISH_ENDINGS = ["e", "es", "ed", "ing", "er", "ers", "ation", "ations"];

class Stemmer {
  private readonly letters: Uint8Array;
  private end: number;

  constructor(letters: Uint8Array, end: number) {
    this.letters = letters;
    this.end = end;
  }

  stem(): number {
    this.americanize();
    this.stripPlural();
    this.stripPast();
    if (this.endsWith("y") && this.hasVowel(this.end - 1)) this.letters[this.end - 1] = I;
    this.replace(DOUBLE_SUFFIXES, 0);
    this.replace(SUFFIXES, 0);
    this.stripLast();
    this.stripE();
    return this.end;
  }

  /** `-our` becomes `-or`, `-ise` `-ize`, `-re` `-er`, not at the start of a word. */
  americanize(): void {
    const { letters } = this;
    for (let i = 3; i + 2 < this.end; i++) {
      if (letters[i] !== O || letters[i + 1] !== U || letters[i + 2] !== R) continue;
      letters.copyWithin(i + 1, i + 2, this.end--);
    }
    for (const ending of BRITISH_ENDINGS) {
      const at = this.end - ending.length - 1;
      // Not `revise` and `precise`, whose other forms are `revision` and `precision`.
      const isOther = letters[at - 2] === 99 || letters[at - 2] === 118;
      if (at < 3 || isOther || letters[at] !== 115 || !this.endsWith(ending)) continue;
      if (letters[at - 1] === I || letters[at - 1] === Y) letters[at] = Z;
    }
    this.replace(BRITISH, 0);
  }

  stripPlural(): void {
    if (this.endsWith("sses") || this.endsWith("ies")) this.end -= 2;
    else if (this.endsWith("s") && !this.endsWith("ss") && this.hasVowel(this.end - 2)) this.end--;
  }

  stripPast(): void {
    if (this.endsWith("eed")) {
      if (this.measure(this.end - 3) > 0) this.end--;
      return;
    }
    const cut = this.endsWith("ed") ? 2 : this.endsWith("ing") ? 3 : 0;
    if (cut === 0 || !this.hasVowel(this.end - cut)) return;
    this.end -= cut;
    const last = this.letters[this.end - 1];
    if (this.endsWith("at") || this.endsWith("bl") || this.endsWith("iz"))
      this.letters[this.end++] = E;
    else if (last === this.letters[this.end - 2] && this.isConsonant(this.end - 1)) {
      if (last !== 108 && last !== 115 && last !== 122) this.end--;
    } else if (this.measure(this.end) === 1 && this.endsShort(this.end))
      this.letters[this.end++] = E;
  }

  stripLast(): void {
    if (!this.endsWith("ion")) {
      this.replace(LAST_SUFFIXES, 1);
      return;
    }
    const before = this.letters[this.end - 4];
    if ((before === 115 || before === 116) && this.measure(this.end - 3) > 1) this.end -= 3;
  }

  stripE(): void {
    if (this.endsWith("e")) {
      const size = this.measure(this.end - 1);
      if (size > 1 || (size === 1 && !this.endsShort(this.end - 1))) this.end--;
    }
    if (this.endsWith("ll") && this.measure(this.end) > 1) this.end--;
  }

  /** The first rule whose suffix is there decides; it holds if what is left measures more than `least`. */
  replace(rulesByLast: readonly (readonly string[])[], least: number): void {
    const table = rulesByLast[this.letters[this.end - 1]!]!;
    for (let i = 0; i < table.length; i += 2) {
      const suffix = table[i]!;
      if (!this.endsWith(suffix)) continue;
      if (this.measure(this.end - suffix.length) > least) {
        this.put(this.end - suffix.length, table[i + 1]!);
      }
      return;
    }
  }

  endsWith(suffix: string): boolean {
    const start = this.end - suffix.length;
    if (start < 0) return false;
    for (let i = suffix.length - 1; i >= 0; i--) {
      if (this.letters[start + i] !== suffix.charCodeAt(i)) return false;
    }
    return true;
  }

  isConsonant(at: number): boolean {
    const letter = this.letters[at]!;
    if (letter === Y) return at === 0 || !this.isConsonant(at - 1);
    return letter !== A && letter !== E && letter !== I && letter !== O && letter !== U;
  }

  /** How many times consonants follow vowels in the first `to` letters. */
  measure(to: number): number {
    let count = 0;
    for (let i = 1; i < to; i++) if (this.isConsonant(i) && !this.isConsonant(i - 1)) count++;
    return count;
  }

  hasVowel(to: number): boolean {
    for (let i = 0; i < to; i++) if (!this.isConsonant(i)) return true;
    return false;
  }

  /** Consonant, vowel, consonant other than w, x and y: `hop`, which may have been `hope`. */
  endsShort(to: number): boolean {
    if (
      to < 3 ||
      !this.isConsonant(to - 1) ||
      this.isConsonant(to - 2) ||
      !this.isConsonant(to - 3)
    )
      return false;
    const last = this.letters[to - 1];
    return last !== 119 && last !== 120 && last !== Y;
  }

  put(at: number, letters: string): void {
    this.end = at;
    for (let i = 0; i < letters.length; i++) this.letters[this.end++] = letters.charCodeAt(i);
  }
}
