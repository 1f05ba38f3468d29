import { expect, test } from "vitest";
import { Changes } from "../../scripts/changes.ts";

test("names are taken once, and what was put back is taken again", () => {
  const changes = new Changes();
  changes.add("a.md");
  changes.add("b.md");
  const taken = changes.take();
  expect(taken).toEqual(new Set(["a.md", "b.md"]));
  expect(changes.take()).toEqual(new Set());
  changes.add("c.md");
  changes.keep(taken);
  expect(changes.take()).toEqual(new Set(["a.md", "b.md", "c.md"]));
});

test("where the watcher does not know a name, any file may have changed", () => {
  const changes = new Changes();
  changes.add(null);
  changes.add("a.md");
  expect(changes.take()).toBeUndefined();
  changes.keep(undefined);
  expect(changes.take()).toBeUndefined();
  expect(changes.take()).toEqual(new Set());
});
