import fc from "fast-check";
import { expect, test } from "vitest";
import { TextStore } from "../../scripts/crew/text-store.ts";

test("texts come back as they were, in any order, also those larger than a chunk", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", "é", "日記 👩‍💻", "x".repeat(400_000), "日".repeat(400_000)),
  );
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const store = new TextStore();
      const stored = texts.map((each) => store.put(Buffer.from(each)));
      expect(stored.map(TextStore.read).reverse()).toEqual([...texts].reverse());
      const bytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
      expect(store.bytes).toBe(bytes);
    }),
    { numRuns: 50 },
  );
});
