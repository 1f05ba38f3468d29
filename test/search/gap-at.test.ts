import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteList } from "../../scripts/search-index/byte-list.ts";
import { gapAt } from "../../worker/search/gap-at.ts";
import { gapWidth } from "../../worker/search/gap-width.ts";

test("reads what the writer of postings wrote, one number after the other", () => {
  const number = fc.integer({ min: 0, max: 28 }).chain((bits) => fc.nat(2 ** bits - 1));
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      const list = new ByteList();
      for (const any of numbers) list.pushNumber(any);
      const bytes = list.toBytes();
      let at = 0;
      for (const any of numbers) {
        expect(gapAt(bytes, at)).toBe(any);
        at += gapWidth(any);
      }
      expect(at).toBe(bytes.length);
    }),
  );
});
