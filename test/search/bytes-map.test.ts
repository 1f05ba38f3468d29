import fc from "fast-check";
import { expect, test } from "vitest";
import { BytesMap } from "../../scripts/search-index/bytes-map.ts";

/** Few different bytes, so that keys are often alike in their beginning. */
const key = fc.uint8Array({ max: 2, maxLength: 12 });

test("a key is found where it was added, in any memory, and no other is", () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 2000 }), key, fc.nat(5), (keys, other, at) => {
      const map = new BytesMap();
      const known = new Map<string, number>();
      for (const bytes of keys) {
        if (!known.has(bytes.join())) {
          known.set(bytes.join(), known.size);
          map.add(bytes, 0, bytes.length, known.get(bytes.join())!);
        }
        expect(map.get(bytes, 0, bytes.length)).toBe(known.get(bytes.join()));
      }
      const moved = new Uint8Array(at + other.length + 1).fill(1);
      moved.set(other, at);
      expect(map.get(moved, at, at + other.length)).toBe(known.get(other.join()) ?? -1);
    }),
  );
});

test("it grows", () => {
  const map = new BytesMap();
  const keys = Array.from({ length: 10_000 }, (_, i) => Buffer.from(`${i}`.repeat(1 + (i % 3))));
  const known = new Map(keys.map((each, i) => [each.toString(), i]));
  keys.forEach((each, i) => {
    if (known.get(each.toString()) === i) map.add(each, 0, each.length, i);
  });
  for (const each of keys) expect(map.get(each, 0, each.length)).toBe(known.get(each.toString()));
});
