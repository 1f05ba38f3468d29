import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Of } from "../../worker/search/utf8-of.ts";

test("gives the bytes that a TextEncoder gives, whatever the text", () => {
  const point = fc.oneof(fc.nat(127), fc.nat(0x10ffff));
  const text = fc.array(point).map((points) => String.fromCodePoint(...points));
  fc.assert(
    fc.property(text, (any) => {
      expect(utf8Of(any)).toEqual(new TextEncoder().encode(any));
    }),
  );
});
