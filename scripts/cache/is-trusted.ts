import type { FileStamp } from "../content/file-stamp.ts";

/** A clock that files are stamped by ticks at least every so often, where it counts less than seconds. */
const TICK_MS = 20;
const COARSE_TICK_MS = 2000;

/**
 * Whether a file is as it was when its stamp was taken. A file that was written in the very tick of
 * the clock in which it was stamped may have been written again within it, with nothing to show for
 * it: such a stamp proves nothing (git calls such files racy).
 * @param stampedAt milliseconds since 1970, at or before the taking of `before`
 */
export function isTrusted(
  before: FileStamp | undefined,
  now: FileStamp | undefined,
  stampedAt: number,
): boolean {
  if (!before || !now) return false;
  const isEqual =
    before.size === now.size &&
    before.mtime === now.mtime &&
    before.ctime === now.ctime &&
    before.ino === now.ino;
  const tick = now.ctime % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return isEqual && Math.max(now.ctime, now.mtime) + tick < stampedAt;
}
