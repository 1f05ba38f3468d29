import { expect, test } from "vitest";
import { isTrusted } from "../../scripts/cache/is-trusted.ts";
import type { FileStamp } from "../../scripts/content/file-stamp.ts";

const LONG_AFTER = 100_000;
const STAMP: FileStamp = { size: 10, mtime: 10_000.5, ino: 7, ctime: 10_000.5 };

test("a stamp that is as it was, and was taken long after the file was written, is trusted", () => {
  expect(isTrusted(STAMP, { ...STAMP }, LONG_AFTER)).toBe(true);
});

test.each(["size", "mtime", "ino", "ctime"] as const)("with another %s it is not", (name) => {
  expect(isTrusted(STAMP, { ...STAMP, [name]: STAMP[name] - 1 }, LONG_AFTER)).toBe(false);
});

test("nor is that of no file", () => {
  expect(isTrusted(undefined, STAMP, LONG_AFTER)).toBe(false);
  expect(isTrusted(STAMP, undefined, LONG_AFTER)).toBe(false);
});

test.each<[isTrusted: boolean, afterMs: number, why: string, written: Partial<FileStamp>]>([
  [false, 0, "at once", {}],
  [false, 20, "in the same tick of the clock", {}],
  [true, 21, "in a later tick", {}],
  [false, 20, "in the tick in which it was moved or its time was set", { mtime: 1 }],
  [false, 5000, "before the time that was set", { mtime: 20_000.5 }],
  [false, 1999.5, "in the same tick, by a clock of two seconds", { ctime: 10_000, mtime: 10_000 }],
  [true, 2000, "in a later tick of such a clock", { ctime: 10_000, mtime: 10_000 }],
])("%s: stamped %i ms after it was written, %s", (expected, afterMs, _, written) => {
  const stamp = { ...STAMP, ...written };
  expect(isTrusted(stamp, stamp, STAMP.ctime + afterMs)).toBe(expected);
});
