/**
 * What must not stand as itself in a Markdown destination that is a URL's path: spaces, controls and
 * other invisible characters, what ends a path or a destination, what URLs forbid, and what another
 * reader of Markdown could take for code, math or a cell's end.
 */
const UNSAFE = /[\0-\x20\x7f"#$%()<>?[\\\]^`{|}]|[\p{Z}\p{C}]|&(?=#?\w{1,32};)/gu;

/** Most routes. */
const HARMLESS = /^[a-z\d/._~+-]*$/i;

/** A route or an anchor as a Markdown link writes it. Letters of all scripts stay readable. */
export function encodeDestination(text: string): string {
  return HARMLESS.test(text) ? text : text.toWellFormed().replace(UNSAFE, encodeCharacter);
}

function encodeCharacter(character: string): string {
  // `encodeURIComponent` leaves parentheses, which would end a destination.
  if (character === "(") return "%28";
  return character === ")" ? "%29" : encodeURIComponent(character);
}
