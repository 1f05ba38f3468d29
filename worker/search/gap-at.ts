/** The number at `at` of `postings`, of four bytes at most; without a loop, so that one around it stays tight. */
export function gapAt(postings: Uint8Array, at: number): number {
  let gap = postings[at]! | 0;
  if (gap > 127) {
    gap = (gap + ((postings[at + 1]! - 1) << 7)) | 0;
    if (gap > 16383) {
      gap = (gap + ((postings[at + 2]! - 1) << 14)) | 0;
      if (gap > 2097151) gap = (gap + ((postings[at + 3]! - 1) << 21)) | 0;
    }
  }
  return gap;
}
