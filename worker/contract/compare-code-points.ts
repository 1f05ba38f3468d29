/**
 * Compares two strings by code point, for `sort`: negative, 0 or positive.
 * The built-in order compares UTF-16 units, which puts U+10000 and above before U+E000.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Puts surrogates, which encode U+10000 and above, after all other units. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}
