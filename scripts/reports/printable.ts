/** Control characters but tab and line feed, and those that reorder a line of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text as a terminal may have it: what would move the cursor, change colors or reorder the line is
 * shown and does nothing. One UTF-16 unit becomes one, so columns stay right.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\n" || character === "\t") return character;
    // The block of control pictures has one for each of the first 32 characters, in their order.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}
