import { expect, test } from "vitest";
import { EtagMemory } from "../../worker/http/etag-memory.ts";

test("remembers", () => {
  const memory = new EtagMemory();
  memory.set("/a", '"1"');
  expect(memory.get("/a")).toBe('"1"');
  expect(memory.get("/b")).toBeUndefined();
});

test("does not remember long keys", () => {
  const memory = new EtagMemory();
  memory.set("a".repeat(257), '"1"');
  expect(memory.get("a".repeat(257))).toBeUndefined();
});

test("starts anew when it is full", () => {
  const memory = new EtagMemory();
  for (let i = 0; i <= 16_384; i++) memory.set(`/${i}`, `"${i}"`);
  expect(memory.get("/0")).toBeUndefined();
  expect(memory.get("/16384")).toBe('"16384"');
});
