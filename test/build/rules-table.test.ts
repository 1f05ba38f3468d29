import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES } from "../../scripts/report/rules.ts";

test("docs/notes.md lists every rule with what it asks and how strict it is", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../docs/notes.md"), "utf8");
  const rows = [...docs.matchAll(/^\| `([a-z\d-]+)` \| (.+) \| (\w+) \| (\w+) \| (yes|no) \|$/gm)];
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    Object.entries(RULES).map(([name, { about, strict, lenient, choice }]) => [
      name,
      about,
      strict,
      lenient,
      choice === "owner" ? "yes" : "no",
    ]),
  );
});
