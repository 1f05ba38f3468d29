import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES } from "../../scripts/diagnostics/rules.ts";

const docs = readFileSync(join(import.meta.dirname, "../../docs/notes.md"), "utf8");
const rows = [...docs.matchAll(/^\| `([a-z\d-]+)` \| (.+) \| (\w+) \| (\w+) \| (yes|no) \|$/gm)];

test("docs/notes.md lists every rule with what it asks for, and its severities", () => {
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    Object.entries(RULES).map(([name, { asks, strict, lenient, choice }]) => {
      return [name, asks, strict, lenient, choice === "owner" ? "yes" : "no"];
    }),
  );
});
