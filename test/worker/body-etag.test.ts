import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyEtag } from "../../worker/http/body-etag.ts";

test("is a strong tag of 16 hexadecimal digits", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => /^"[0-9a-f]{16}"$/.test(bodyEtag(bytes))));
});

test("is the same wherever the bytes lie", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(7), (bytes, offset) => {
      const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
      shifted.set(bytes);
      expect(bodyEtag(shifted)).toBe(bodyEtag(bytes));
    }),
  );
});

test("differs for every change of one bit, and for every length", () => {
  const seen = new Set<string>();
  for (let length = 0; length < 64; length++) seen.add(bodyEtag(new Uint8Array(length)));
  const bytes = new TextEncoder().encode(JSON.stringify({ query: "hash", count: 0, results: [] }));
  seen.add(bodyEtag(bytes));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    seen.add(bodyEtag(changed));
  }
  expect(seen.size).toBe(64 + 1 + bytes.length * 8);
});

test("a hundred thousand bodies have as many tags", () => {
  const encoder = new TextEncoder();
  const tags = new Set<string>();
  for (let i = 0; i < 100_000; i++) tags.add(bodyEtag(encoder.encode(`{"query":"${i}"}`)));
  expect(tags.size).toBe(100_000);
});
