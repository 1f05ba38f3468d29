const ENTITY = /&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi;

/** Text as inline Markdown that shows it literally, inside a link's brackets or a table cell. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]<~$|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(ENTITY, "\\&")
    .replace(/^\^/, "\\^");
}

/**
 * What is percent-encoded in a Markdown destination: spaces, controls and other invisible characters,
 * what ends a path or a destination, what URLs forbid, and what another Markdown parser could read as
 * code, math or the end of a cell.
 */
const UNSAFE = /[\0-\x20\x7f"#$%()<>?[\\\]^`{|}]|[\p{Z}\p{C}]|&(?=#?\w{1,32};)/gu;

/** A route, a path or an anchor as a Markdown destination. Letters of all scripts stay readable. */
export function encodeDestination(text: string): string {
  return text.toWellFormed().replace(UNSAFE, encodeCharacter);
}

export function encodeCharacter(character: string): string {
  // `encodeURIComponent` keeps parentheses, which would end a destination.
  if (character === "(") return "%28";
  return character === ")" ? "%29" : encodeURIComponent(character);
}

/** The text percent-decoded, or unchanged if nothing is encoded or the bytes are not UTF-8. */
export function percentDecode(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
