import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeTexts, encodeTexts } from "../../scripts/cache/text-column.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\n", "\0", "\ud800", "a\udc00b", "日記 👩‍💻"),
);

test("texts come back as they were, with those that are none, and from any place in memory", () => {
  fc.assert(
    fc.property(fc.array(fc.option(text)), fc.nat(9), (texts, at) => {
      const bytes = encodeTexts(texts);
      const moved = new Uint8Array(at + bytes.length);
      moved.set(bytes, at);
      expect(decodeTexts(moved.subarray(at))).toEqual(texts);
    }),
  );
});
