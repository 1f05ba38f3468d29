import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { beforeEach, describe, expect, test } from "vitest";
import { note, vault } from "./vault.ts";

const CONFIG = `collections:
  posts:
    folder: posts
    route: /posts/{path}
    fields:
      status: { values: [draft, final], description: How far it is. }
      rating: { type: number }
      authors: { type: list, values: [Ann, Bob] }
      mood: { values: [good] }
  pages: { folder: pages, route: "/{slug}", fields: { mood: { type: boolean } } }
tags: [graphs, trees]
`;

/** The schema that a build writes for editors. */
async function schemaOf(config: string) {
  const { build, outDir } = vault({ "collections.yaml": config, "posts/a.md": note("A") });
  expect((await build()).problems).toEqual([]);
  const path = join(dirname(outDir), ".dist.cache/front-matter.schema.json");
  return JSON.parse(readFileSync(path, "utf8"));
}

describe("the schema with which editors complete front matter", () => {
  let schema: { properties: Record<string, { description?: string; enum?: string[] }> };
  beforeEach(async () => {
    schema = await schemaOf(CONFIG);
  });

  test("has the keys of every note, and the declared fields and values", () => {
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(["title", "summary", "tags", "aliases", "draft", "status", "rating"]),
    );
    expect(schema.properties.status).toEqual({
      description: "How far it is.",
      enum: ["draft", "final"],
    });
  });

  test.each([
    [{}, true],
    [{ title: 1.1, tags: "a, b", aliases: null, more: {} }, true],
    [{ tags: ["graphs", "trees"], draft: true }, true],
    [{ tags: ["grahps"] }, false],
    [{ draft: "maybe" }, false],
    [{ status: "final", rating: 5, authors: ["Ann"] }, true],
    [{ status: "finel" }, false],
    [{ rating: "five" }, false],
    [{ authors: ["Cid"] }, false],
    [{ mood: "good" }, true],
    [{ mood: "bad" }, false],
  ])("%j: %j", (data, expected) => {
    expect(new Ajv({ strict: false }).validate(schema, data)).toBe(expected);
  });
});

test("without declared collections, the schema has the shared fields, category and domain", async () => {
  const { properties } = await schemaOf("fields: { date: {} }");
  expect(Object.keys(properties).slice(-3)).toEqual(["category", "domain", "date"]);
});
