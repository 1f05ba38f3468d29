/** How many bytes a number of `postings` takes. */
export function gapWidth(gap: number): number {
  return gap > 16383 ? (gap > 2097151 ? 4 : 3) : gap > 127 ? 2 : 1;
}
