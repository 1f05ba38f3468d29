import { isAsciiAlphanumeric } from "../../worker/contract/search/is-ascii-alphanumeric.ts";
import type { Token } from "../../worker/contract/search/token.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";
import { MOST_UTF8_BYTES } from "../content/most-utf8-bytes.ts";
import { plainTokens } from "./plain-tokens.ts";

/** Longer texts are not looked at byte by byte. UTF-16 units. */
const LONGEST = 2048;

/** Memory for one text at a time: nothing runs between. */
const bytes = Buffer.allocUnsafeSlow(MOST_UTF8_BYTES * LONGEST);
const spans = new Uint32Array(2 * LONGEST + 2);

/** The tokens of a text, to the letter those of `tokenize`, which takes far longer for plain ASCII, as routes are. */
export function tokensOf(text: string): Token[] {
  if (text.length > LONGEST) return tokenize(text);
  const length = bytes.write(text);
  const isAscii = length === text.length;
  const count = isAscii ? plainTokens(bytes, length, spans) : -1;
  if (count === -1) return tokenize(text);
  const tokens: Token[] = [];
  for (let i = 0; i < count; i += 2) {
    const start = spans[i]!;
    const kind = isAsciiAlphanumeric(bytes[start]!) ? "word" : "separator";
    tokens.push({ text: text.slice(start, spans[i + 1]), kind });
  }
  return tokens;
}
