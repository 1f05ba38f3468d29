import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteCache } from "../../server/byte-cache.ts";

test("what was used last is kept, within the bytes", () => {
  const use = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), size: fc.option(fc.nat(12)) });
  fc.assert(
    fc.property(fc.array(use), (uses) => {
      const cache = new ByteCache<{ size: number }>(10, ({ size }) => size);
      // The naive model: all that was ever set, last used last.
      let kept: [key: string, value: { size: number }][] = [];
      for (const { key, size } of uses) {
        const value = kept.find(([each]) => each === key)?.[1];
        if (size === null) expect(cache.get(key)).toEqual(value);
        else cache.set(key, { size });
        const next = size === null ? value : { size };
        kept = kept.filter(([each]) => each !== key);
        if (next !== undefined) kept.push([key, next]);
        while (kept.reduce((sum, [, { size }]) => sum + size, 0) > 10) kept.shift();
        for (const [each, { size }] of [...kept]) expect(cache.get(each)?.size).toBe(size);
      }
      for (const key of ["a", "b", "c", "d"]) {
        expect(cache.get(key)?.size).toBe(kept.find(([each]) => each === key)?.[1].size);
      }
    }),
  );
});
