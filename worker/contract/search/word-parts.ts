/**
 * The parts of a compound word, except the first: `HTMLObjectElement` gives `Object` and `Element`,
 * `sha256` gives `256`, `.NET` gives `NET`. The first part is not needed, because it is a prefix of the
 * word, and prefix matches find it anyway.
 */
export function wordParts(word: string): string[] {
  const start = word.startsWith(".") ? 1 : 0;
  const borders = start === 0 ? [] : [1];
  for (let i = start + 1; i < word.length; i++) {
    const before = kindOf(word.charCodeAt(i - 1));
    const here = kindOf(word.charCodeAt(i));
    const after = i + 1 < word.length ? kindOf(word.charCodeAt(i + 1)) : OTHER;
    if (here === UPPER ? before === LOWER || (before === UPPER && after === LOWER) : false) {
      borders.push(i);
    } else if ((here === DIGIT) !== (before === DIGIT) && here !== OTHER && before !== OTHER) {
      borders.push(i);
    } else if (before === DIGIT && here === UPPER) borders.push(i);
  }
  return borders.map((border, i) => word.slice(border, borders[i + 1] ?? word.length));
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : OTHER;
}
