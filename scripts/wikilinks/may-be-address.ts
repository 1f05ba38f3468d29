/** Longer words are not looked through. */
const LONGEST = 100;
const ADDRESS = /:\/\/|www\./i;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * Whether the word that goes on at an offset may be a bare URL, which would take in what follows.
 * @param start nothing before it belongs to the word
 */
export function mayBeAddress(body: string, start: number, offset: number): boolean {
  let at = offset;
  while (at > start && !isSpace(body.charCodeAt(at - 1))) {
    at--;
    if (offset - at > LONGEST) return true;
  }
  return at < offset && ADDRESS.test(body.slice(at, offset));
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === LINE_FEED || unit === CARRIAGE_RETURN;
}
