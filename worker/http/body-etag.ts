/**
 * A strong entity tag of a body: a 64-bit hash of its bytes, not of cryptographic strength, after the
 * two-lane scheme of MurmurHash3.
 */
export function bodyEtag(bytes: Uint8Array): string {
  const words = wordsOf(bytes);
  let a = bytes.length;
  let b = ~bytes.length;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    a = Math.imul(a ^ Math.imul(word, 0xcc9e2d51), 0x1b873593);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ word, 0x85ebca6b);
    b = (b << 15) | (b >>> 17);
  }
  return `"${hex(mixed(a))}${hex(mixed(b))}"`;
}

/** The bytes as 32-bit words, the last filled up with zeros. */
function wordsOf(bytes: Uint8Array): Int32Array {
  if (bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0) {
    return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return new Int32Array(padded.buffer);
}

function mixed(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
