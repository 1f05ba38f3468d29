import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Of } from "../../worker/search/utf8-of.ts";

test("gives the bytes that a TextEncoder gives, whatever the text", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(text, (any) => {
      expect(utf8Of(any)).toEqual(new TextEncoder().encode(any));
    }),
  );
});
