const NONE = 0xffff_ffff;
const HEAD = 2;

/**
 * Texts as bytes, which are read back as slices of one string, many at the cost of one:
 *
 *     count │ form │ length of each, 2³²-1 for none │ all texts in a row
 *
 * The numbers are of 32 bits, lengths in UTF-16 units. `form` is 0 for UTF-8, and 1 for UTF-16 where
 * a text holds half a surrogate pair.
 */
export function encodeTexts(texts: readonly (string | null)[]): Uint8Array {
  const whole = texts.map((text) => text ?? "").join("");
  const form = whole.isWellFormed() ? 0 : 1;
  const numbers = new Uint32Array(HEAD + texts.length);
  numbers.set([texts.length, form]);
  texts.forEach((text, i) => {
    numbers[HEAD + i] = text?.length ?? NONE;
  });
  return Buffer.concat([
    new Uint8Array(numbers.buffer),
    Buffer.from(whole, form === 0 ? "utf8" : "utf16le"),
  ]);
}

export function decodeTexts(bytes: Uint8Array): (string | null)[] {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  const [count, form] = new Uint32Array(copy.buffer, 0, HEAD);
  const lengths = new Uint32Array(copy.buffer, 4 * HEAD, count);
  const whole = copy.toString(form === 0 ? "utf8" : "utf16le", 4 * (HEAD + count!));
  let at = 0;
  return Array.from(lengths, (length) => {
    if (length === NONE) return null;
    at += length;
    return whole.slice(at - length, at);
  });
}
