/**
 * Copies `length` bytes, and up to 8 more, which are there to be written over: eight at a time, so that
 * most words take one turn, without a branch for their length.
 */
export function copyBytes(
  source: DataView,
  from: number,
  target: DataView,
  to: number,
  length: number,
): void {
  let done = 0;
  do {
    target.setInt32(to + done, source.getInt32(from + done, true), true);
    target.setInt32(to + done + 4, source.getInt32(from + done + 4, true), true);
    done += 8;
  } while (done < length);
}
