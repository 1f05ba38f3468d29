import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../scripts/crew/json-text.ts";

test("a text as JSON is that of the engine", () => {
  const unit = fc.oneof(fc.nat(0xff), fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.nat(0xffff));
  const texts = fc.array(unit).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), texts), (text) => {
      expect(jsonText(text)).toBe(JSON.stringify(text));
    }),
    { numRuns: 2000 },
  );
});
