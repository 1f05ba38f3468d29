/** Most names. */
const HARMLESS = /^[a-z\d /.,:;()+#-]*$/i;

const ENTITY = /&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi;

/** Text as inline Markdown that shows it to the letter, between a link's brackets or in a cell. */
export function escapeText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text
    .replace(/[\\`*[\]<~$|]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(ENTITY, "\\&")
    .replace(/^\^/, "\\^");
}

/**
 * What must not stand as itself in a Markdown destination that is the path of a URL: spaces, controls
 * and other invisible characters, what ends a path or a destination, what URLs forbid, and what
 * another reader of Markdown could take for code, math or the end of a cell.
 */
const UNSAFE = /[\0-\x20\x7f"#$%()<>?[\\\]^`{|}]|[\p{Z}\p{C}]|&(?=#?\w{1,32};)/gu;

/** A route, a path or an anchor as a Markdown link writes it. Letters of all scripts stay readable. */
export function encodeDestination(text: string): string {
  return text.toWellFormed().replace(UNSAFE, encodeCharacter);
}

export function encodeCharacter(character: string): string {
  // `encodeURIComponent` leaves parentheses, which would end a destination.
  if (character === "(") return "%28";
  return character === ")" ? "%29" : encodeURIComponent(character);
}

/** The text percent-decoded, or as it is where nothing is encoded or the bytes are not UTF-8. */
export function percentDecode(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
