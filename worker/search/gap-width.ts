/** How many bytes a number of `postings` takes. */
export function gapWidth(gap: number): number {
  return ((38 - Math.clz32(gap | 1)) / 7) | 0;
}
