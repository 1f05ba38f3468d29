import { expect, test } from "vitest";
import { SearchMemory } from "../../worker/handlers/search-memory.ts";

const MIB = 2 ** 20;

test("no more than 16 MiB of answers are held, and what was asked for longest ago goes first", () => {
  const memory = new SearchMemory();
  const isHeld = (query: string) => memory.get(query) !== undefined;
  memory.set("asked again", new Uint8Array(MIB));
  for (let i = 0; i < 100; i++) {
    memory.set(`${i}`, new Uint8Array(MIB));
    expect(isHeld("asked again")).toBe(true);
  }
  expect(["99", "98", "97", "96"].every(isHeld)).toBe(true);
  expect(Array.from({ length: 85 }, (_, i) => `${i}`).some(isHeld)).toBe(false);
});

test("queries take memory too, however short their answers are", () => {
  const memory = new SearchMemory();
  const queries = Array.from({ length: 60_000 }, (_, i) => `${i}`.padEnd(256));
  for (const query of queries) memory.set(query, new Uint8Array(40));
  expect(memory.get(queries[0]!)).toBeUndefined();
  expect(memory.get(queries.at(-1)!)).toBeDefined();
});
