import fc from "fast-check";
import { expect, test } from "vitest";
import { StampColumn } from "../../scripts/content/stamp-column.ts";

const number = fc.double({ min: 0, noNaN: true });
const stamp = fc.record({ size: fc.nat(), mtime: number, ino: fc.maxSafeNat(), ctime: number });

test("stamps come back as they were, and that of no file as none", () => {
  fc.assert(
    fc.property(fc.array(fc.option(stamp, { nil: undefined })), (stamps) => {
      const { numbers } = StampColumn.of(stamps.length, (i) => stamps[i]);
      const column = new StampColumn(numbers.slice());
      expect(stamps.map((_, i) => column.at(i))).toEqual(stamps);
    }),
  );
});
