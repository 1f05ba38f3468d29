/**
 * Where the folded form of a word stands in `bytes`: from bit 8 its offset, below its length in bytes,
 * which is 0 for a separator. It is lower case but for A to Z.
 *
 * @param start where the word begins, or what it does not share with another
 * @param shared how many bytes it shares; they count as standing in front of `start`
 */
export function foldedSpan(bytes: Uint8Array, start: number, length: number, shared = 0): number {
  return shared > 0 || bytes[start]! >= 32
    ? ((start - shared) << 8) | (shared + length)
    : ((start + 2) << 8) | bytes[start + 1]!;
}
