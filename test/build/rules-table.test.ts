import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import configSchema from "../../scripts/config/collections.schema.json" with { type: "json" };
import { RULES } from "../../scripts/diagnostics/rules.ts";

const docs = readFileSync(join(import.meta.dirname, "../../docs/notes.md"), "utf8");
const rows = [...docs.matchAll(/^\| `([a-z\d-]+)` \| (.+) \| (\w+) \| (\w+) \| (yes|no) \|$/gm)];

test("docs/notes.md lists every rule with its severities", () => {
  expect(rows.map(([, name, _, ...cells]) => [name, ...cells])).toEqual(
    Object.entries(RULES).map(([name, { strict, lenient, choice }]) => {
      return [name, strict, lenient, choice === "owner" ? "yes" : "no"];
    }),
  );
});

test("editors show the documentation of each rule that can be set", () => {
  const { properties } = configSchema.properties.rules;
  const shown = Object.entries(properties).map(([name, { description }]) => [name, description]);
  const chosen = rows.filter(([, , , , , choice]) => choice === "yes");
  expect(shown).toEqual(
    chosen.map(([, name, asks, strict, lenient]) => {
      const sentence = `${asks![0]!.toUpperCase()}${asks!.slice(1)}.`;
      return [name, `${sentence} Default: ${strict} when strict, ${lenient} when lenient.`];
    }),
  );
});
