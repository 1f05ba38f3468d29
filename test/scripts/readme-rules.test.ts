import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES } from "../../scripts/report/rules.ts";

test("README.md lists every rule with what it asks and how strict it is", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const rows = [
    ...readme.matchAll(/^\| `([a-z\d-]+)` \| (.+) \| (\w+) \| (\w+) \| (yes|no) \|$/gm),
  ];
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
